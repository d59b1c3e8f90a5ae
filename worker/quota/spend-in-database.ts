import type { BaseContext } from '#worker/base-context.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { sleep } from '#worker/lib/time.ts'
import { RedisUnavailable } from '#worker/services/redis.ts'
import { UNKNOWN_TOKENS } from './authorization.ts'
import { type Call, callAt, refusalOf, type Spending } from './call.ts'
import { isKnownToken, unknownTokens } from './known-quotas.ts'
import type { Reservation } from './reserve.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms. Most calls don't wait for SQL. */
export const loadReserve = onceLoaded(() => import('./reserve.ts'))

/** In milliseconds: what was reserved a moment ago may be recorded by then, so that the quota is known to be used up. */
const RECORDING_DELAYS = [300, 600]

/** While Redis is down. Undefined for an unknown token. Throws RedisUnavailable if only Redis has quota left. */
export async function spendInDatabase(ctx: BaseContext, call: Call): Promise<Spending | undefined> {
  if (!isKnownToken(call) && unknownTokens.isUsedUp(call.address, UNKNOWN_TOKENS)) return undefined
  const { reserve, unreserve, storeAnswer, deleteClaim } = await loadReserve()
  const { cost, claim } = call
  const reserveCall = () => reserve(ctx, { ...call, calls: cost }, { exact: true })
  let reservation = await reserveCall()
  for (const delay of RECORDING_DELAYS) {
    if (!reservation || isDecided(reservation, call)) break
    await sleep(delay)
    reservation = await reserveCall()
  }
  if (!reservation) return undefined
  if (!isDecided(reservation, call)) throw new RedisUnavailable('it has the rest of the quota')
  const { at, token, organization, used, size, stored } = reservation
  const isSpent = size === cost
  const { organizationId, month } = callAt(call, at)
  const db = await ctx.hotDb()
  return {
    at,
    token,
    organization,
    refusal: refusalOf(reservation, call.permission),
    used: isSpent ? used + cost : used,
    isSpent,
    stored,
    finish: (usedCalls) => {
      if (!isSpent || usedCalls === cost) return
      ctx.waitUntil(unreserve(ctx, organizationId, month, cost - usedCalls))
      if (usedCalls === 0 && claim) ctx.waitUntil(deleteClaim(db, claim))
    },
    storeAnswer: claim && ((answer) => storeAnswer(db, claim, answer)),
  }
}

function isDecided(reservation: Reservation, { cost, permission }: Call): boolean {
  const { size, stored, used, organization } = reservation
  const isUsedUp = used + cost > organization.monthlyLimit
  return size === cost || stored !== undefined || isUsedUp || refusalOf(reservation, permission) !== undefined
}
