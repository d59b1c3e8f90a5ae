import { and, eq, sql } from 'drizzle-orm'
import { quotas } from '#db/schema/index.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { Authorized, Refused } from './authorization.ts'
import { addCalls } from './count-call.ts'
import { monthOf, quotaAt, quotaKey } from './month.ts'
import { nextCheck } from './quota-statements.ts'
import type { RecordedCall } from './recorded-call.ts'
import { lockQuota, writeLocked } from './write-calls.ts'

export type ReservedCall = Omit<RecordedCall, 'organizationId' | 'tokenId' | 'at'>

/**
 * Counts all calls of a row that costs more than one, such as a batch's, or none. They are recorded as one row;
 * `requestId` is recorded once. With the refusal `QUOTA`, `caller` has the monthly limit and what is used of it.
 * Give back with `returnCalls`.
 */
export async function reserveCalls(
  tx: Transaction,
  authorization: Authorized | Refused,
  row: ReservedCall,
): Promise<Authorized | Refused> {
  if (!authorization.authorized) return authorization
  const { caller } = authorization
  const { organizationId, tokenId } = caller
  const { now } = tx.ctx
  const quota = await lockQuota(tx, organizationId)
  const { used: usedCount, at } = quotaAt(quota ?? { usedCount: 0, resetDate: now }, now)
  const refused = { at, authorized: false, refusal: 'QUOTA', retryAfter: 0 } as const
  if (!quota || usedCount + row.spent > quota.monthlyLimit)
    return { ...refused, caller: { ...caller, usedCount, monthlyLimit: quota?.monthlyLimit ?? 0 } }
  await writeLocked(tx, quota, [{ ...row, organizationId, tokenId, at: at.toISOString() }])
  return { ...authorization, at }
}

type Returned = {
  organizationId: string
  /** When they were reserved. A past month gets nothing back. */
  at: Date
  calls: number
}

/** Takes back recorded calls with the change they belong to. If Redis is down, a job corrects the counter. */
export async function returnCalls(tx: Transaction, { organizationId, at, calls }: Returned): Promise<void> {
  await tx
    .update(quotas)
    .set({ usedCount: sql`greatest(${quotas.usedCount} - ${calls}::int, 0)`, checkAt: nextCheck })
    .where(and(eq(quotas.organizationId, organizationId), eq(quotas.resetDate, monthOf(at).end)))
  const key = quotaKey(tx.ctx.settings, organizationId)
  tx.afterCommit(() => addCalls(tx.ctx.redis, key, { calls: -calls, at }).catch(ifUnavailable(undefined)))
}
