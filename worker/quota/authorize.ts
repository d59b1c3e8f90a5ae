import type { BaseContext } from '#worker/base-context.ts'
import type { StoredClaim } from '#worker/idempotency/claim.ts'
import { sleep } from '#worker/lib/retry.ts'
import { RedisUnavailable } from '#worker/services/redis.ts'
import {
  type Authorization,
  type AuthorizationRequest,
  BURST,
  type Caller,
  type Refusal,
  UNKNOWN_TOKENS_PER_MINUTE,
} from './authorization.ts'
import { countUnknownToken, takeFromBurst, unknownTokenWait } from './isolate-limiters.ts'
import {
  addUnconfirmed,
  forgetStates,
  freshState,
  isKnownToken,
  rememberState,
  unconfirmedCalls,
} from './known-quotas.ts'
import { loadReserve } from './load-sql.ts'
import { type ActiveState, hasToken, type QuotaState, readState, usedOf } from './quota-state.ts'
import type { Reservation } from './reserve.ts'
import { addBlock, type Call, callAt, spend } from './spend.ts'
import { giveBack, type SpendResult, storeAnswerInRedis } from './spend-script.ts'

/** A part of the monthly limit. With less left, calls are spent before the answer. */
const SCARCE = 1 / 10
/** A part of what is left: the calls that an isolate may answer before Redis confirms them, but at least one. */
const UNCONFIRMED = 1 / 1_000
/** In milliseconds: what was reserved a moment ago may be recorded by then, so that the quota is known to be used up. */
const RECORDING_DELAYS = [300, 600]
/** In milliseconds, for a call whose idempotency key is in use. */
const KEY_IN_USE_WAIT = 1_000
/** In milliseconds. PostgreSQL has nothing left to hand out, but another isolate may be about to add the last block. */
const BLOCK_DELAYS = [50, 150, 300]
/** Other isolates may use up each block before this call is spent. */
const MAX_BLOCKS = 20

/**
 * Authorizes a call and spends its quota: before the answer, or after it if a paid organization has enough left.
 * If Redis doesn't answer, PostgreSQL decides. Throws its error if neither answers; then nothing is spent.
 */
export async function authorize(ctx: BaseContext, request: AuthorizationRequest): Promise<Authorization> {
  const call = callAt(request, ctx.now)
  const known = freshState(call.key, call.tokenHash, Date.now())
  if (!known || known.token?.validation) request.onRegisters?.(known?.organization.vatNumber ?? null)
  try {
    const state = call.claim ? undefined : (known ?? (await readNearest(ctx, call)))
    if (state && hasToken(state) && !refusalOf(state, call) && maySpendLater(state, call))
      return spendLater(ctx, call, state)
    return await spendFirst(ctx, call)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    return await spendInDatabase(ctx, call)
  }
}

async function readNearest(
  { redis }: BaseContext,
  { key, tokenHash }: Call,
): Promise<QuotaState | undefined> {
  const read = await readState(redis, key, tokenHash)
  // The primary's reply to another call is newer than a replica's.
  const newer = freshState(key, tokenHash, Date.now())
  if (read && !newer) rememberState(key, tokenHash, read, Date.now())
  return newer ?? read
}

type Known = Pick<ActiveState, 'token' | 'organization'>

function refusalOf({ token, organization }: Known, { permission, at }: Call): Refusal | undefined {
  if (token.endsAt > 0 && token.endsAt <= at.getTime()) return 'EXPIRED'
  if (organization.status !== 'ACTIVE') return 'SUSPENDED'
  return token[permission] ? undefined : 'NO_PERMISSION'
}

function maySpendLater(state: ActiveState, { key, cost }: Call): boolean {
  if (cost === 0) return true
  const { tier, monthlyLimit } = state.organization
  const unconfirmed = unconfirmedCalls(key, Date.now())
  const left = monthlyLimit - usedOf(state) - unconfirmed
  return (
    tier !== 'FREE' &&
    left > monthlyLimit * SCARCE &&
    unconfirmed + cost <= Math.max(1, Math.floor(left * UNCONFIRMED)) &&
    unconfirmed + cost <= state.left
  )
}

function spendLater(ctx: BaseContext, call: Call, state: ActiveState): Authorization {
  const confirm = addUnconfirmed(call.key, call.cost, Date.now())
  const used = usedOf(state) + unconfirmedCalls(call.key, Date.now())
  return authorized(call, callerOf(call, state, used), {
    finish: (spent) => {
      if (spent === 0) confirm()
      else ctx.waitUntil(spendAnswered(ctx, { ...call, cost: spent }).finally(confirm))
    },
  })
}

/** In any case: the calls were answered. Later calls spend first if Redis doesn't confirm them. */
async function spendAnswered(ctx: BaseContext, call: Call): Promise<void> {
  let spent = false
  try {
    spent = await spendInRedis(ctx, call)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
  } finally {
    if (!spent) forgetStates(call.key)
  }
  if (spent) return
  const { reserveAnswered } = await loadReserve()
  await reserveAnswered(ctx, call.organizationId, call.month, call.cost)
}

async function spendInRedis(ctx: BaseContext, call: Call): Promise<boolean> {
  const spendNow = async () => (await spend(ctx, call, { force: true })).spent
  if (await spendNow()) return true
  const { result } = await addBlock(ctx, call, { calls: call.cost, force: true })
  return result?.spent || spendNow()
}

async function spendFirst(ctx: BaseContext, first: Call): Promise<Authorization> {
  let call = first
  let result = await spend(ctx, call)
  let emptyBlocks = 0
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    const decision = decide(ctx, call, result)
    if (decision) return decision
    const wait = result.state ? 0 : unknownTokenWait(call.address, Date.now())
    if (wait > 0) return unknownTokenLimit(call, wait)
    if (emptyBlocks > 0) await sleep(BLOCK_DELAYS[emptyBlocks - 1] ?? 0)
    const isLast = emptyBlocks > BLOCK_DELAYS.length
    const added = await addBlock(ctx, call, { calls: missingCalls(call, result), isLast })
    const { reservation } = added
    if (!reservation) return unknownToken(call)
    call = callAt(first, reservation.at)
    result = added.result ?? (await spend(ctx, call))
    if (isUsedUp(reservation, call)) emptyBlocks = Infinity
    else if (reservation.size === 0) emptyBlocks++
  }
  throw new RedisUnavailable('other calls used up each block')
}

/** At least one if Redis doesn't know the month, so that it gets a block. */
function missingCalls({ key, cost }: Call, { left }: SpendResult): number {
  const needed = cost + unconfirmedCalls(key, Date.now())
  return left === null ? Math.max(1, needed) : Math.max(0, needed - left)
}

/** Undefined if Redis doesn't know the token, or if the block is empty and the month isn't. */
function decide(
  ctx: BaseContext,
  call: Call,
  { spent, state, stored }: SpendResult,
): Authorization | undefined {
  if (!state) return undefined
  if (!hasToken(state)) return unknownToken(call)
  const caller = callerOf(call, state, usedOf(state))
  const refusal = refusalOf(state, call)
  if (refusal) return refused(call, refusal, { caller })
  if (stored) return repeated(call, caller, stored)
  const { claim } = call
  if (spent || call.cost === 0)
    return authorized(call, caller, {
      finish: (used) => returnUnused(ctx, call, used),
      ...(claim && { store: (answer) => storeAnswerInRedis(ctx.redis, claim, answer) }),
    })
  const needed = call.cost + unconfirmedCalls(call.key, Date.now())
  return usedOf(state) + needed > state.organization.monthlyLimit
    ? refused(call, 'QUOTA', { caller })
    : undefined
}

function returnUnused(ctx: BaseContext, call: Call, used: number): void {
  const unused = call.cost - used
  if (unused === 0) return
  ctx.waitUntil(
    giveBack(ctx.redis, call.key, unused, used === 0 ? call.claim : undefined).catch(
      async (error: unknown) => {
        if (!(error instanceof RedisUnavailable)) throw error
        const { unreserve } = await loadReserve()
        await unreserve(ctx, call.organizationId, call.month, unused)
      },
    ),
  )
}

/** Another call with the same idempotency key. */
function repeated(call: Call, caller: Caller, { fingerprint, answer }: StoredClaim): Authorization {
  if (fingerprint !== call.claim?.fingerprint) return refused(call, 'KEY_REUSED', { caller })
  if (answer === undefined) return refused(call, 'KEY_IN_USE', { caller, wait: KEY_IN_USE_WAIT })
  return authorized(call, caller, { finish: () => {}, replay: answer })
}

/** Throws RedisUnavailable if only Redis has quota left. */
async function spendInDatabase(ctx: BaseContext, first: Call): Promise<Authorization> {
  const wait = isKnownToken(first.key, first.tokenHash) ? 0 : unknownTokenWait(first.address, Date.now())
  if (wait > 0) return unknownTokenLimit(first, wait)
  const { reserve, unreserve, storeAnswer, deleteClaim } = await loadReserve()
  const reserveCall = () => reserve(ctx, { ...first, calls: first.cost }, { exact: true })
  let reservation = await reserveCall()
  for (const delay of RECORDING_DELAYS) {
    if (!reservation || reservation.size === first.cost || reservation.stored) break
    if (isUsedUp(reservation, first)) break
    await sleep(delay)
    reservation = await reserveCall()
  }
  if (!reservation) return unknownToken(first)
  const call = callAt(first, reservation.at)
  const caller = callerOf(call, reservation, reservation.used + call.cost)
  const refusal = refusalOf(reservation, call)
  if (refusal) return refused(call, refusal, { caller })
  if (reservation.stored) return repeated(call, caller, reservation.stored)
  if (reservation.size < call.cost) {
    if (isUsedUp(reservation, call)) return refused(call, 'QUOTA', { caller })
    throw new RedisUnavailable('it has the rest of the quota')
  }
  const { claim } = call
  const db = await ctx.hotDb()
  return authorized(call, caller, {
    finish: (used) => {
      if (used < call.cost) ctx.waitUntil(unreserve(ctx, call.organizationId, call.month, call.cost - used))
      if (used === 0 && claim) ctx.waitUntil(deleteClaim(db, claim))
    },
    ...(claim && { store: (answer) => storeAnswer(db, claim, answer) }),
  })
}

const isUsedUp = ({ used, organization }: Reservation, { cost }: Call) =>
  used + cost > organization.monthlyLimit

const callerOf = ({ organizationId }: Call, { token, organization }: Known, usedCount: number): Caller => ({
  tokenId: token.id,
  tokenEndsAt: token.endsAt,
  organizationId,
  canUseRegisters: token.validation,
  ...organization,
  usedCount,
  burstLeft: BURST.size,
})

type Authorized = Extract<Authorization, { authorized: true }>

function authorized(
  { at, organizationId, isTest }: Call,
  caller: Caller,
  rest: Pick<Authorized, 'finish' | 'replay' | 'store'>,
): Authorization {
  if (isTest) return { at, authorized: true, caller, ...rest }
  const burst = takeFromBurst(organizationId, Date.now())
  if (burst.wait === 0) return { at, authorized: true, caller: { ...caller, burstLeft: burst.left }, ...rest }
  rest.finish(0)
  return refused({ at }, 'BURST', { wait: burst.wait, caller: { ...caller, burstLeft: 0 } })
}

type Details = { wait?: number; unknownTokens?: number; caller?: Caller }

const refused = (
  { at }: Pick<Call, 'at'>,
  refusal: Refusal,
  { wait = 0, unknownTokens = 0, caller }: Details = {},
): Authorization => ({
  at,
  authorized: false,
  refusal,
  wait,
  unknownTokens,
  ...(caller && { caller }),
})

function unknownToken(call: Call): Authorization {
  const unknownTokens = countUnknownToken(call.address, Date.now())
  return unknownTokens > UNKNOWN_TOKENS_PER_MINUTE
    ? unknownTokenLimit(call, unknownTokenWait(call.address, Date.now()))
    : refused(call, 'UNKNOWN_TOKEN', { unknownTokens })
}

const unknownTokenLimit = (call: Call, wait: number) =>
  refused(call, 'UNKNOWN_TOKEN_LIMIT', { wait, unknownTokens: UNKNOWN_TOKENS_PER_MINUTE })
