import { and, eq, exists } from 'drizzle-orm'
import { memberships, organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { forgetOrganization } from '#worker/quota/cache-changes.ts'
import { type OrganizationDetail, type OrganizationSettings, VAT_NUMBER_EXPECTED } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { isMember, selectMemberships } from './membership.ts'
import { rolesWith } from './permissions.ts'
import { ownVatNumber } from './vat-number.ts'

type Input = OrganizationSettings & { organizationId: string }

export async function updateSettings(
  ctx: Context,
  { organizationId, name, vatNumber }: Input,
  userId: number,
): Promise<OrganizationDetail> {
  const { db } = ctx
  const caller = { organizationId, userId }
  const ownNumber = vatNumber ? requireVatNumber(vatNumber) : null
  const mayEdit = exists(
    db
      .select({ id: memberships.id })
      .from(memberships)
      .where(isMember(caller, rolesWith('editSettings'))),
  )
  const [[updated], [membership]] = await db.batch([
    db
      .update(organizations)
      .set({ name, vatNumber: vatNumber === undefined ? undefined : ownNumber })
      .where(and(eq(organizations.id, organizationId), mayEdit))
      .returning({ id: organizations.id }),
    selectMemberships(db).where(isMember(caller)),
  ])
  if (!updated || !membership) throw new AppError('ROLE_TOO_LOW')
  if (vatNumber !== undefined) await forgetOrganization(ctx, organizationId)
  return describeOrganization(membership)
}

function requireVatNumber(text: string): string {
  const vatNumber = ownVatNumber(text)
  if (vatNumber) return vatNumber
  throw new AppError('INVALID_INPUT', {
    message: VAT_NUMBER_EXPECTED,
    details: [{ path: 'vatNumber', message: VAT_NUMBER_EXPECTED }],
  })
}
