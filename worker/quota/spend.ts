import type { BaseContext } from '#worker/base-context.ts'
import { SingleFlight } from '#worker/lib/single-flight.ts'
import { ifUnavailable, RedisUnavailable } from '#worker/services/redis.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { rememberState, unconfirmedCalls } from './known-quotas.ts'
import { loadReserve } from './load-sql.ts'
import { type Month, monthOf } from './month.ts'
import { BLOCKS_PER_MONTH, quotaKey } from './quota-state.ts'
import type { Reservation } from './reserve.ts'
import { type SpendResult, spendAtPrimary } from './spend-script.ts'

/** `at` decides the month; `key` is the month's hash in Redis. */
export type Call = AuthorizationRequest & { at: Date; month: Month; key: string }

export function callAt(request: AuthorizationRequest, at: Date): Call {
  const month = monthOf(at)
  return { ...request, at, month, key: quotaKey(request.organizationId, month) }
}

type Options = { force?: boolean; block?: Reservation & { isLast: boolean } }

/** Spends at the primary and remembers its reply. Adds the next block in the background when half of one is left. */
export async function spend(
  ctx: BaseContext,
  call: Call,
  { force, block }: Options = {},
): Promise<SpendResult> {
  const { key, tokenHash } = call
  const result = await spendAtPrimary(ctx.redis, key, {
    ...call,
    unconfirmed: force ? 'force' : unconfirmedCalls(key, Date.now()),
    block,
  })
  if (!result.state) return result
  rememberState(key, tokenHash, result.state, Date.now())
  const { left, reserved, organization } = result.state
  const isLow =
    left < organization.monthlyLimit / BLOCKS_PER_MONTH / 2 && reserved < organization.monthlyLimit
  if (isLow && result.spent && !block)
    ctx.waitUntil(
      addBlock(ctx, { ...call, cost: 0, claim: undefined }, { calls: 1 }).catch(ifUnavailable(undefined)),
    )
  return result
}

/** In milliseconds, longer than a statement and a trip to Redis. */
const BLOCK_TIMEOUT = 5_000

/** `result` is for the first call only; the others have to spend. Neither for an unknown token. */
type AddedBlock = { reservation?: Reservation; result?: SpendResult }

const flights = new SingleFlight<AddedBlock>()

/**
 * Loads the token, adds a block with room for `calls`, and spends the call from it. All calls of this isolate that wait
 * for the token's block share it.
 */
export async function addBlock(
  ctx: BaseContext,
  call: Call,
  { calls, force = false, isLast = false }: { calls: number; force?: boolean; isLast?: boolean },
): Promise<AddedBlock> {
  let isFirst = false
  const added = await flights.run(`${call.key} ${call.tokenHash}`, Date.now() + BLOCK_TIMEOUT, async () => {
    isFirst = true
    const { reserve } = await loadReserve()
    const reservation = await reserve(ctx, { ...call, calls, claim: undefined }, { exact: false })
    if (!reservation) return {}
    return {
      reservation,
      result: await spend(ctx, callAt(call, reservation.at), { force, block: { ...reservation, isLast } }),
    }
  })
  if (!added) throw new RedisUnavailable('a block took too long')
  const { reservation } = added
  return isFirst || !reservation ? added : { reservation }
}
