import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { quotas } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { retry } from '#worker/lib/time.ts'
import type { Transaction } from '#worker/transaction.ts'
import { forgetQuota } from './cached-quotas.ts'
import { quotaKey } from './month.ts'
import { nextCheck } from './quota-statements.ts'
import { KEPT_SECONDS, readQuota, storeQuota } from './store-quota.ts'

/**
 * For changes of organizations and their tokens: once they are committed, no call is authorized by the earlier state. If Redis
 * is down, or the Worker is killed after the commit, a job stores them. Call it before tokens are locked, as calls that are
 * being written lock the quota first.
 */
export async function refreshAfterCommit(
  tx: Transaction,
  ...organizationIds: readonly string[]
): Promise<void> {
  for (const id of organizationIds.toSorted())
    await tx.update(quotas).set({ checkAt: nextCheck }).where(eq(quotas.organizationId, id))
  tx.afterCommit(() => Promise.all(organizationIds.map((id) => refreshOrganization(tx.ctx, id))))
}

/** Redis is skipped for a second after three failures. */
const RETRY_DELAYS_MS = [1_500, 3_000, 6_000, 12_000]

export async function refreshOrganization(ctx: BaseContext, organizationId: string): Promise<void> {
  const key = quotaKey(ctx.settings, organizationId)
  const refresh = async () => {
    forgetQuota(key)
    const quota = await readQuota(ctx, organizationId).catch(() => undefined)
    if (quota) await storeQuota(ctx, quota)
    // It is deleted, or PostgreSQL failed: then the next call reads it.
    else await clearRecord(ctx, key)
    forgetQuota(key)
  }
  await refresh().catch(() => ctx.waitUntil(retry(refresh, { delaysMs: RETRY_DELAYS_MS })))
}

/** Nothing that was read earlier can be stored afterwards. */
const clearRecord = ({ redis }: BaseContext, key: string) =>
  redis.run(z.unknown(), (client) =>
    client
      .multi()
      .hset(key, { organization: '', readAt: Date.now() * 1_000 })
      .hdel(key, 'changedAt')
      .expire(key, KEPT_SECONDS)
      .exec(),
  )
