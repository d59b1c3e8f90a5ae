import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { apiTokens, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import { requestJobsOf } from '#worker/billing/payment-jobs.ts'
import type { Context } from '#worker/context.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { emailAdmins } from '#worker/mail/admins.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import { organizationDeletionEmail } from '#worker/mail/templates.ts'
import { DELETION_GRACE_DAYS, tierNames } from '#worker/membership/constants.ts'
import { assertActive, lockMembership, readMembership } from '#worker/membership/membership.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { revokeTokens } from '#worker/tokens/revoke-tokens.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { NAME_EXPECTED, type OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { reclaimFreeQuota, releaseFreeQuotas } from './free-quota.ts'

export const deleteOrganization = (
  ctx: Context,
  { organizationId, name }: { organizationId: string; name: string },
  caller: { id: number; email: string },
): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const self = { organizationId, userId: caller.id }
    await lockMembership(tx, self, { active: false, permission: 'editSettings' })
    const before = await readMembership(tx, self)
    // A second click answers like the first.
    if (before.organization.deleteAt !== null) return describeOrganization(before)
    assertActive(before.organization)
    if (before.organization.name !== name) throw invalidField('name', NAME_EXPECTED)
    await scheduleDeletion(tx, [organizationId])
    const { tier } = before.organization
    await emailAdmins(tx, organizationId, (admin) =>
      organizationDeletionEmail({
        ...admin,
        key: `organization-deletion/${crypto.randomUUID()}`,
        deletedBy: caller.email,
        plan: tier === 'FREE' ? null : tierNames[tier],
        days: DELETION_GRACE_DAYS,
        link: organizationLink(ctx, organizationId, '/organization'),
      }),
    )
    return describeOrganization(await readMembership(tx, self))
  })

/** Also restores the subscription. What an administrator suspended or disabled, with a reason, stays so. */
export const restoreOrganization = (
  ctx: Context,
  organizationId: string,
  userId: number,
): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const self = { organizationId, userId }
    await lockMembership(tx, self, { active: false, permission: 'editSettings' })
    const restored = await tx
      .update(organizations)
      .set({
        deleteAt: null,
        status: sql`case when ${organizations.status} = 'DISABLED' and ${organizations.statusReason} is null then 'ACTIVE' else ${organizations.status} end`,
      })
      .where(and(eq(organizations.id, organizationId), gt(organizations.deleteAt, now)))
      .returning({ id: organizations.id })
    if (restored.length > 0) await reclaimFreeQuota(tx, organizationId)
    const membership = await readMembership(tx, self)
    if (membership.organization.deleteAt !== null) throw new AppError('ORGANIZATION_NOT_FOUND')
    if (restored.length > 0) {
      await audit(tx, { event: 'organization.restored', organizationId })
      await requestJobsOf(tx, [organizationId])
      await refreshAfterCommit(tx, organizationId)
    }
    return describeOrganization(membership)
  })

/** Keeps `default` and the rows of project keys, in case the organization is restored. Lock the organizations first. */
export async function scheduleDeletion(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const stopped = await tx
    .update(organizations)
    .set({
      deleteAt: sql`coalesce(${organizations.deleteAt}, ${secondsFromNow(DELETION_GRACE_DAYS * 86_400)})`,
      status: sql`case when ${organizations.status} = 'ACTIVE' then 'DISABLED' else ${organizations.status} end`,
    })
    .where(inArray(organizations.id, ids))
    .returning({ id: organizations.id, name: organizations.name })
  for (const { id, name } of stopped)
    await audit(tx, { event: 'organization.deleted', organizationId: id, subject: name })
  await refreshAfterCommit(tx, ...ids)
  await releaseFreeQuotas(tx, ids)
  await revokeTokens(tx, inArray(apiTokens.organizationId, ids))
  await requestJobsOf(tx, ids)
}
