import type { BaseContext } from '#worker/base-context.ts'
import { SingleFlight } from '#worker/lib/single-flight.ts'
import { sleep } from '#worker/lib/time.ts'
import { ifUnavailable, RedisUnavailable } from '#worker/services/redis.ts'
import { UNKNOWN_TOKENS } from './authorization.ts'
import { type Call, callAt, refusalOf, type Spending } from './call.ts'
import {
  addUnconfirmed,
  forgetStates,
  rememberState,
  unconfirmedCalls,
  unknownTokens,
} from './known-quotas.ts'
import { BLOCKS_PER_MONTH, type QuotaState } from './quota-state.ts'
import type { Reservation } from './reserve.ts'
import { loadReserve } from './spend-in-database.ts'
import { giveBack, type SpendReply, spendAtPrimary, storeAnswerInRedis } from './spend-script.ts'

/** A part of the monthly limit. With less left, calls are spent before the answer. */
const SCARCE = 1 / 10
/** A part of what is left: the calls that an isolate may answer before Redis confirms them, but at least one. */
const UNCONFIRMED = 1 / 1_000
/** In milliseconds. PostgreSQL has nothing left to hand out, but another isolate may be about to add the last block. */
const BLOCK_DELAYS = [50, 150, 300]
/** Other isolates may use up each block before this call is spent. */
const MAX_BLOCKS = 20
/** In milliseconds, longer than a statement and a trip to Redis. */
const BLOCK_TIMEOUT = 5_000

/** Spends after the answer. Undefined if the call has to be spent first: see SCARCE and UNCONFIRMED. */
export function spendLater(ctx: BaseContext, call: Call, state: QuotaState): Spending | undefined {
  const { at, key, cost } = call
  const { token, organization, reserved, left } = state
  if (!token || refusalOf({ token, organization, at }, call.permission)) return undefined
  const { tier, monthlyLimit } = organization
  const unconfirmed = unconfirmedCalls(key)
  const used = reserved - left + unconfirmed
  const unused = monthlyLimit - used
  const isPlenty =
    tier !== 'FREE' &&
    unused > monthlyLimit * SCARCE &&
    unconfirmed + cost <= Math.max(1, Math.floor(unused * UNCONFIRMED)) &&
    unconfirmed + cost <= left
  if (cost > 0 && !isPlenty) return undefined
  const confirm = addUnconfirmed(key, cost)
  const finish = (usedCalls: number) => {
    if (usedCalls === 0) confirm()
    else ctx.waitUntil(spendAnswered(ctx, { ...call, cost: usedCalls }).finally(confirm))
  }
  return {
    at,
    token,
    organization,
    refusal: undefined,
    used: used + cost,
    isSpent: true,
    stored: undefined,
    finish,
    storeAnswer: undefined,
  }
}

/** Even beyond the limit: the calls were answered. Later calls spend first if Redis doesn't confirm them. */
async function spendAnswered(ctx: BaseContext, call: Call): Promise<void> {
  let isSpent = false
  try {
    const reply = await spend(ctx, call, { force: true })
    const added = reply.isSpent ? undefined : await addBlock(ctx, call, { calls: call.cost, force: true })
    isSpent = (added ? (added.reply ?? (await spend(ctx, call, { force: true }))) : reply).isSpent
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
  } finally {
    if (!isSpent) forgetStates(call.key)
  }
  if (isSpent) return
  const { reserveAnswered } = await loadReserve()
  await reserveAnswered(ctx, call.organizationId, call.month, call.cost)
}

/** Undefined for an unknown token. Throws RedisUnavailable. */
export async function spendFirst(ctx: BaseContext, request: Call): Promise<Spending | undefined> {
  let call = request
  let reply = await spend(ctx, call)
  let emptyBlocks = 0
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    if (reply.state?.token === null) return undefined
    const spending = toSpending(ctx, call, reply)
    if (spending) return spending
    if (!reply.state && unknownTokens.isUsedUp(call.address, UNKNOWN_TOKENS)) return undefined
    if (emptyBlocks > 0) await sleep(BLOCK_DELAYS[emptyBlocks - 1] ?? 0)
    const isLast = emptyBlocks > BLOCK_DELAYS.length
    const added = await addBlock(ctx, call, { calls: missingCalls(call, reply), isLast })
    const { reservation } = added
    if (!reservation) return undefined
    call = callAt(request, reservation.at)
    reply = added.reply ?? (await spend(ctx, call))
    if (reservation.used + call.cost > reservation.organization.monthlyLimit) emptyBlocks = Infinity
    else if (reservation.size === 0) emptyBlocks++
  }
  throw new RedisUnavailable('other calls used up each block')
}

/** Undefined if Redis doesn't know the token, or if the block is used up and the month isn't. */
function toSpending(
  ctx: BaseContext,
  call: Call,
  { isSpent, state, stored }: SpendReply,
): Spending | undefined {
  const { at, key, cost, claim } = call
  if (!state?.token) return undefined
  const { token, organization } = state
  const used = state.reserved - state.left
  const isUsedUp = used + cost + unconfirmedCalls(key) > organization.monthlyLimit
  const refusal = refusalOf({ at, token, organization }, call.permission)
  if (!isSpent && cost > 0 && !stored && !isUsedUp && !refusal) return undefined
  return {
    at,
    token,
    organization,
    refusal,
    used,
    isSpent: isSpent || cost === 0,
    stored,
    finish: (usedCalls) => {
      if (isSpent && usedCalls < cost) ctx.waitUntil(returnCalls(ctx, call, cost - usedCalls))
    },
    storeAnswer: claim && ((answer) => storeAnswerInRedis(ctx.redis, claim, answer)),
  }
}

async function returnCalls(ctx: BaseContext, call: Call, calls: number): Promise<void> {
  try {
    await giveBack(ctx.redis, call.key, calls, calls === call.cost ? call.claim : undefined)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    const { unreserve } = await loadReserve()
    await unreserve(ctx, call.organizationId, call.month, calls)
  }
}

/** At least one if Redis doesn't know the month, so that it gets a block. */
function missingCalls({ key, cost }: Call, { left }: SpendReply): number {
  const needed = cost + unconfirmedCalls(key)
  return left === null ? Math.max(1, needed) : Math.max(0, needed - left)
}

type Block = Reservation & { isLast: boolean }

/** Spends at the primary and remembers its reply. Adds the next block in the background when half of one is left. */
async function spend(
  ctx: BaseContext,
  call: Call,
  { force = false, block }: { force?: boolean; block?: Block } = {},
): Promise<SpendReply> {
  const unconfirmed = force ? 'force' : unconfirmedCalls(call.key)
  const reply = await spendAtPrimary(ctx.redis, call, { unconfirmed, block })
  if (!reply.state) return reply
  rememberState(call, reply.state)
  const { left, reserved, organization } = reply.state
  const isLow =
    left < organization.monthlyLimit / BLOCKS_PER_MONTH / 2 && reserved < organization.monthlyLimit
  if (isLow && reply.isSpent && !block) {
    const next = addBlock(ctx, { ...call, cost: 0, claim: undefined }, { calls: 1 })
    ctx.waitUntil(next.catch(ifUnavailable(undefined)))
  }
  return reply
}

/** `reply` is for the first call only; the others have to spend. Neither for an unknown token. */
type AddedBlock = { reservation?: Reservation; reply?: SpendReply }

const flights = new SingleFlight<AddedBlock>()

/**
 * Loads the token, adds a block with room for `calls`, and spends the call from it. All calls of this isolate that wait
 * for the token's block share it.
 */
async function addBlock(
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
    const block = { ...reservation, isLast }
    return { reservation, reply: await spend(ctx, callAt(call, reservation.at), { force, block }) }
  })
  if (!added) throw new RedisUnavailable('a block took too long')
  const { reservation } = added
  return isFirst || !reservation ? added : { reservation }
}
