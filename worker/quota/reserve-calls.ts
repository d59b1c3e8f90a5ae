import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { quotas, tokenMonths } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
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
  /** Such as `exists (…)`: whether the statements before these in the transaction changed what they should. */
  condition?: SQL
}

/**
 * Statements that take back recorded calls, for a `db.batch` with the change they belong to. Call `returnToRedis`
 * after it is committed.
 */
export function returnCalls(db: Db, { organizationId, tokenId, at, calls, condition }: Returned) {
  const month = monthOf(at)
  const ofToken = and(
    eq(tokenMonths.tokenId, tokenId ?? 0),
    eq(tokenMonths.month, `${month.key}-01`),
    condition,
  )
  return [
    db
      .update(quotas)
      .set({
        usedCount: sql`greatest(${quotas.usedCount} - ${calls}::int, 0)`,
        checkAt: sql`now() + ${CHECK_DELAY_SECONDS} * interval '1 second'`,
      })
      .where(and(eq(quotas.organizationId, organizationId), eq(quotas.resetDate, month.end), condition)),
    db.delete(tokenMonths).where(and(ofToken, lte(tokenMonths.spent, calls))),
    db
      .update(tokenMonths)
      .set({ spent: sql`${tokenMonths.spent} - ${calls}::int` })
      .where(and(ofToken, gt(tokenMonths.spent, calls))),
  ] as const
}

/** Makes returned calls available at once. If Redis is down, a cron job does it within two minutes. */
export const returnToRedis = (
  { redis }: BaseContext,
  { organizationId, at, calls }: Pick<Returned, 'organizationId' | 'at' | 'calls'>,
) => giveBack(redis, quotaKey(organizationId, monthOf(at)), calls).catch(ifUnavailable(0))
