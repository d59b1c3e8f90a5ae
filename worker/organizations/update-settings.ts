import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import { auditChange } from '#worker/audit/audit.ts'
import { markBillingDetailsChanged } from '#worker/billing/billing-details.ts'
import type { Context } from '#worker/context.ts'
import { invalidField } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { lockMembership, readMembership } from '#worker/membership/membership.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { requesterIdentifiers } from '#worker/registers/requester.ts'
import { validateTin } from '#worker/tin/index.ts'
import { normalize } from '#worker/tin/normalize.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import { type OrganizationDetail, type OrganizationSettings, VAT_NUMBER_EXPECTED } from './contract.ts'
import { describeOrganization } from './describe.ts'

type Input = OrganizationSettings & { organizationId: string }

export async function updateSettings(
  ctx: Context,
  { organizationId, vatNumber: text, ...changed }: Input,
  userId: number,
): Promise<OrganizationDetail> {
  const vatNumber = text ? ownVatNumber(text) : text
  if (text && !vatNumber) throw invalidField('vatNumber', VAT_NUMBER_EXPECTED)
  const isThis = eq(organizations.id, organizationId)
  const self = { organizationId, userId }
  return inTransaction(ctx, async (tx) => {
    await lockMembership(tx, self, { permission: 'editSettings' })
    const [before] = await tx.select(settings).from(organizations).where(isThis)
    const set = { ...changed, vatNumber: vatNumber === '' ? null : vatNumber }
    const after = oneRow(await tx.update(organizations).set(set).where(isThis).returning(settings))
    const isChanged = await auditChange(tx, { event: 'organization.changed', organizationId, before, after })
    if (isChanged) await refreshAfterCommit(tx, organizationId)
    if (before?.vatNumber !== after.vatNumber) await markBillingDetailsChanged(tx, organizationId)
    return describeOrganization(await readMembership(tx, self))
  })
}

const settings = pick(
  organizations,
  'name',
  'vatNumber',
  'batchRetentionDays',
  'monitorDigest',
  'keepsRecords',
  'recordYears',
)

/** In compact form, `DE136695976`. Undefined if it is invalid or no register accepts requesters from its country. */
export function ownVatNumber(input: string): string | undefined {
  const { text } = normalize(input)
  const letters = text.startsWith('GR') ? 'EL' : text.slice(0, 2)
  const identifier = requesterIdentifiers.get(letters)
  if (!identifier) return undefined
  const checked = validateTin(identifier.slice(0, 2), text, { type: identifier })
  const isOwn = checked.valid && checked.warnings.every(({ code }) => code !== 'GENERIC_NUMBER')
  return isOwn ? `${letters}${checked.compact}` : undefined
}
