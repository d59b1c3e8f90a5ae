import { and, type Column, eq, exists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { memberships, organizations } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import { markBillingDetailsChanged } from '#worker/billing/billing-details.ts'
import { sendBillingDetails } from '#worker/billing/send-billing-details.ts'
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
  { organizationId, name, vatNumber, batchRetentionDays }: Input,
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
  const old = alias(organizations, 'old')
  const changed = db.$with('changed').as(
    db
      .update(organizations)
      .set({ name, vatNumber: vatNumber === undefined ? undefined : ownNumber, batchRetentionDays })
      .from(old)
      .where(and(eq(organizations.id, organizationId), eq(old.id, organizations.id), mayEdit))
      .returning({
        id: organizations.id,
        before: settingsOf(old).as('settings_before'),
        after: settingsOf(organizations).as('settings_after'),
      }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'organization.changed',
      organizationId,
      before: sql`${changed.before}`,
      after: sql`${changed.after}`,
    },
    changed,
    sql`${changed.before} is distinct from ${changed.after}`,
  )
  const [[updated], [membership]] = await db.batch([
    db.with(changed, audit).select({ id: changed.id }).from(changed),
    selectMemberships(db).where(isMember(caller)),
    markBillingDetailsChanged(ctx, organizationId, and(mayEdit, sql`${vatNumber !== undefined}::boolean`)),
  ])
  if (!updated || !membership) throw new AppError('ROLE_TOO_LOW')
  if (vatNumber !== undefined) {
    await forgetOrganization(ctx, organizationId)
    ctx.waitUntil(sendBillingDetails(ctx, organizationId))
  }
  return describeOrganization(membership)
}

const settingsOf = (table: Record<'name' | 'vatNumber' | 'batchRetentionDays', Column>) =>
  sql`jsonb_build_object('name', ${table.name}, 'vatNumber', ${table.vatNumber}, 'batchRetentionDays', ${table.batchRetentionDays})`

function requireVatNumber(text: string): string {
  const vatNumber = ownVatNumber(text)
  if (vatNumber) return vatNumber
  throw new AppError('INVALID_INPUT', {
    message: VAT_NUMBER_EXPECTED,
    details: [{ path: 'vatNumber', message: VAT_NUMBER_EXPECTED }],
  })
}
