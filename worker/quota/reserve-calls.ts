import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { quotas, tokenMonths } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { Authorization, AuthorizationRequest } from './authorization.ts'
import { authorize } from './authorize.ts'
import { monthOf } from './month.ts'
import { quotaKey } from './quota-state.ts'
import { CHECK_DELAY_SECONDS } from './reserve.ts'
import { giveBack } from './spend-script.ts'
import { type Call, writeCalls } from './write-calls.ts'

export type ReservedCall = Pick<
  Call,
  'requestId' | 'method' | 'endpoint' | 'statusCode' | 'outcome' | 'responseTime' | 'country' | 'rows'
>

/**
 * Spends the whole `cost` at once, or nothing, for work that goes on after its request, such as a batch. The calls are
 * recorded as one row before this returns; `requestId` is recorded once. With the refusal `QUOTA`, `caller` has the
 * monthly limit and what is used of it. Throws if the row can't be written: unless it was written after all, a cron job
 * returns the calls two minutes after the organization's next call, at the latest after an hour. Give back with
 * `returnCalls`.
 */
export async function reserveCalls(
  ctx: BaseContext,
  request: AuthorizationRequest,
  row: ReservedCall,
): Promise<Authorization> {
  const authorization = await authorize(ctx, request)
  if (!authorization.authorized) return authorization
  const { at, caller, finish } = authorization
  const call = { ...row, organizationId: caller.organizationId, tokenId: caller.tokenId, spent: request.cost }
  await writeCalls(await ctx.hotDb(), [{ ...call, at: at.toISOString() }])
  finish(request.cost)
  return authorization
}

type Returned = {
  organizationId: string
  tokenId: number | null
  /** When they were reserved. A past month gets nothing back. */
  at: Date
  calls: number
}

/**
 * Takes back recorded calls with the change they belong to. They are available after the commit; if Redis is down, a
 * cron job does that within two minutes.
 */
export async function returnCalls(
  tx: Transaction,
  { organizationId, tokenId, at, calls }: Returned,
): Promise<void> {
  const month = monthOf(at)
  await tx
    .update(quotas)
    .set({
      usedCount: sql`greatest(${quotas.usedCount} - ${calls}::int, 0)`,
      checkAt: sql`now() + ${CHECK_DELAY_SECONDS} * interval '1 second'`,
    })
    .where(and(eq(quotas.organizationId, organizationId), eq(quotas.resetDate, month.end)))
  const ofToken = and(eq(tokenMonths.tokenId, tokenId ?? 0), eq(tokenMonths.month, `${month.key}-01`))
  await tx.delete(tokenMonths).where(and(ofToken, lte(tokenMonths.spent, calls)))
  await tx
    .update(tokenMonths)
    .set({ spent: sql`${tokenMonths.spent} - ${calls}::int` })
    .where(and(ofToken, gt(tokenMonths.spent, calls)))
  tx.afterCommit(() => giveBack(tx.ctx.redis, quotaKey(organizationId, month), calls).catch(ifUnavailable(0)))
}
