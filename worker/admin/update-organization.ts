import { and, eq, ne } from 'drizzle-orm'
import type * as z from 'zod'
import { apiTokens, organizations, quotas, subscriptions } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { applyTier } from '#worker/billing/apply-tier.ts'
import { requestJobsOf } from '#worker/billing/payment-jobs.ts'
import type { Context } from '#worker/context.ts'
import { AppError, invalidField } from '#worker/errors.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { listAdmins } from '#worker/mail/admins.ts'
import { quotaFields } from '#worker/membership/membership.ts'
import { updateMonthlyLimit } from '#worker/membership/monthly-limit.ts'
import { reclaimFreeQuota } from '#worker/organizations/free-quota.ts'
import { quotaAt } from '#worker/quota/month.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { revokeApps } from '#worker/tokens/revoke-tokens.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import type { AdminOrganization, updateOrganizationSchema } from './contract.ts'

type Change = z.infer<typeof updateOrganizationSchema> & { organizationId: string }
type Organization = typeof organizations.$inferSelect

export const updateOrganization = (ctx: Context, change: Change): Promise<AdminOrganization> =>
  inTransaction(ctx, async (tx) => {
    const { organizationId, status, reason } = change
    const isThis = eq(organizations.id, organizationId)
    const [before] = await tx.select().from(organizations).where(isThis).for('no key update')
    if (!before) throw new AppError('ORGANIZATION_NOT_FOUND')
    if (status === 'ACTIVE' && before.deleteAt) await restore(tx, organizationId, before.deleteAt)
    const values = { ...planValues(before, change), ...statusValues(change) }
    const after = await tx.update(organizations).set(values).where(isThis).returning().then(oneRow)
    await refreshAfterCommit(tx, organizationId)
    await updateMonthlyLimit(tx, organizationId)
    if (after.tier !== before.tier) await applyTier(tx, organizationId)
    // After the quota, as calls that are being written lock them.
    if (after.status !== 'ACTIVE') await revokeApps(tx, eq(apiTokens.organizationId, organizationId))
    const { monthlyLimit, ...quota } = await tx
      .select(pick(quotas, ...quotaFields))
      .from(quotas)
      .where(eq(quotas.organizationId, organizationId))
      .then(oneRow)
    const isPaid = and(eq(subscriptions.organizationId, organizationId), ne(subscriptions.status, 'canceled'))
    const hasSubscription = (await tx.$count(subscriptions, isPaid)) > 0
    await audit(tx, {
      event: 'admin.organization_changed',
      organizationId,
      subject: after.name,
      before: planOf(before),
      after: { ...planOf(after), ...(reason && { reason }) },
    })
    return {
      ...withIsoDates(pick(after, 'id', 'name', 'statusReason', 'deleteAt')),
      ...planOf(after),
      usedCount: quotaAt(quota, ctx.now).used,
      monthlyLimit,
      hasSubscription,
    }
  })

/** With its subscription, unless its deletion is due or no admin is left. */
async function restore(tx: Transaction, organizationId: string, deleteAt: Date): Promise<void> {
  if (deleteAt <= tx.ctx.now) throw new AppError('ORGANIZATION_NOT_FOUND')
  if ((await listAdmins(tx, [organizationId])).length === 0) throw hasNoAdmin()
  await reclaimFreeQuota(tx, organizationId)
  await requestJobsOf(tx, [organizationId])
}

function planValues(before: Organization, { tier = before.tier, contractLimit }: Change) {
  if (tier === 'ENTERPRISE') return { tier, contractLimit }
  if (typeof contractLimit === 'number') throw contractNeedsEnterprise()
  return { tier, contractLimit: null }
}

function statusValues({ status, reason }: Change): Partial<Organization> {
  if (!status) return {}
  if (status === 'ACTIVE') return { status, statusReason: null, deleteAt: null }
  return { status, statusReason: reason ?? null }
}

const planOf = ({ tier, status, contractLimit }: Organization) => ({
  tier,
  status,
  contractLimit,
})

const hasNoAdmin = () =>
  new AppError('LAST_ADMIN', {
    message: "This organization has no admin, so it can't be restored.",
  })

const contractNeedsEnterprise = () =>
  invalidField('contractLimit', 'Only an ENTERPRISE organization can have its own limit')
