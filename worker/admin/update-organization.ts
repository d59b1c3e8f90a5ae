import { and, eq, ne } from 'drizzle-orm'
import type * as z from 'zod'
import { apiTokens, organizations, quotas, subscriptions } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { requestJobsOf } from '#worker/billing/payment-jobs.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { listAdmins } from '#worker/membership/list-admins.ts'
import { limitOf, warnedCountAt } from '#worker/membership/monthly-limit.ts'
import { reclaimFreeQuota } from '#worker/organizations/free-quota.ts'
import { quotaAt } from '#worker/quota/month.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { revokeApps } from '#worker/tokens/revoke-tokens.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import type { AdminOrganization, updateOrganizationSchema } from './contract.ts'

type Change = z.infer<typeof updateOrganizationSchema> & { organizationId: string }

/** Making it active cancels its deletion, unless that is due or no admin is left, and restores its subscription. */
export const updateOrganization = (
  ctx: Context,
  { organizationId, tier, status, contractLimit, reason }: Change,
): Promise<AdminOrganization> =>
  inTransaction(ctx, async (tx) => {
    const isThis = eq(organizations.id, organizationId)
    const [before] = await tx.select().from(organizations).where(isThis).for('no key update')
    if (!before) throw new AppError('ORGANIZATION_NOT_FOUND')
    const { deleteAt } = before
    if (status === 'ACTIVE' && deleteAt && deleteAt <= ctx.now) throw new AppError('ORGANIZATION_NOT_FOUND')
    const isEnterprise = (tier ?? before.tier) === 'ENTERPRISE'
    if (typeof contractLimit === 'number' && !isEnterprise) throw contractNeedsEnterprise()
    const newLimit = contractLimit === undefined ? before.contractLimit : contractLimit
    if (status === 'ACTIVE' && deleteAt) {
      if ((await listAdmins({ db: tx }, [organizationId])).length === 0) throw hasNoAdmin()
      await reclaimFreeQuota(tx, organizationId)
    }
    const after = await tx
      .update(organizations)
      .set({
        tier,
        status,
        contractLimit: isEnterprise ? newLimit : null,
        ...(status && { statusReason: status === 'ACTIVE' ? null : (reason ?? null) }),
        ...(status === 'ACTIVE' && { deleteAt: null }),
      })
      .where(isThis)
      .returning()
      .then(oneRow)
    if (before.deleteAt && !after.deleteAt) await requestJobsOf(tx, [organizationId])
    await refreshAfterCommit(tx, organizationId)
    const limit = limitOf(after)
    const { monthlyLimit, ...quota } = await tx
      .update(quotas)
      .set({
        monthlyLimit: limit,
        warnedCount: warnedCountAt(limit),
      })
      .where(eq(quotas.organizationId, organizationId))
      .returning(pick(quotas, 'usedCount', 'resetDate', 'monthlyLimit'))
      .then(oneRow)
    // After the quota, as calls that are being written lock them.
    if (status && status !== 'ACTIVE') await revokeApps(tx, eq(apiTokens.organizationId, organizationId))
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

const planOf = ({ tier, status, contractLimit }: typeof organizations.$inferSelect) => ({
  tier,
  status,
  contractLimit,
})

const hasNoAdmin = () =>
  new AppError('LAST_ADMIN', {
    message: "This organization has no admin, so it can't be restored.",
  })

function contractNeedsEnterprise(): AppError {
  const message = 'Only an ENTERPRISE organization can have its own limit'
  return new AppError('INVALID_INPUT', { message, details: [{ path: 'contractLimit', message }] })
}
