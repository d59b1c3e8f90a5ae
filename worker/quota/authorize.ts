import type { BaseContext } from '#worker/base-context.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import { RedisUnavailable } from '#worker/services/redis.ts'
import {
  type Authorization,
  type AuthorizationRequest,
  BURST,
  type Caller,
  type Refusal,
  UNKNOWN_TOKENS,
} from './authorization.ts'
import { type Call, callAt, type Spending } from './call.ts'
import { readState, unknownTokens } from './known-quotas.ts'
import { spendInDatabase } from './spend-in-database.ts'
import { spendFirst, spendLater } from './spend-in-redis.ts'

const MAX_ORGANIZATIONS = 10_000
const bursts = new FixedWindow(MAX_ORGANIZATIONS)

/** In milliseconds, for a call whose idempotency key is in use. */
const KEY_IN_USE_WAIT = 1_000

/**
 * Authorizes a call and spends its quota: before the answer, or after it if a paid organization has enough left.
 * If Redis doesn't answer, PostgreSQL decides. Throws its error if neither answers; then nothing is spent.
 */
export async function authorize(ctx: BaseContext, request: AuthorizationRequest): Promise<Authorization> {
  const call = callAt(request, ctx.now)
  const spending = await spend(ctx, call)
  if (!spending) return refuseUnknownToken(call)
  const { at, organization, token, used, refusal, isSpent, stored, finish, storeAnswer } = spending
  const caller: Caller = {
    ...organization,
    organizationId: call.organizationId,
    tokenId: token.id,
    tokenEndsAt: token.endsAt,
    canUseRegisters: token.validation,
    usedCount: used,
    burstLeft: BURST.calls,
  }
  const refuse = (refusal: Refusal, wait = 0): Authorization => ({
    at,
    authorized: false,
    refusal,
    wait,
    unknownTokens: 0,
    caller,
  })

  if (refusal) return refuse(refusal)
  if (stored && stored.fingerprint !== call.claim?.fingerprint) return refuse('KEY_REUSED')
  if (stored && stored.answer === undefined) return refuse('KEY_IN_USE', KEY_IN_USE_WAIT)
  if (!stored && !isSpent) return refuse('QUOTA')
  if (!call.isTest) {
    const burst = bursts.take(call.organizationId, BURST)
    caller.burstLeft = burst.left
    if (burst.wait > 0) {
      finish(0)
      return refuse('BURST', burst.wait)
    }
  }
  return { at, authorized: true, caller, finish, replay: stored?.answer, store: storeAnswer }
}

/** Undefined for an unknown token. With an idempotency key, the call is spent first, because that claims the key. */
async function spend(ctx: BaseContext, call: Call): Promise<Spending | undefined> {
  try {
    const state = call.claim ? undefined : await readState(ctx, call)
    return (state && spendLater(ctx, call, state)) ?? (await spendFirst(ctx, call))
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
    return await spendInDatabase(ctx, call)
  }
}

function refuseUnknownToken({ at, address }: Call): Authorization {
  const { left, wait } = unknownTokens.take(address, UNKNOWN_TOKENS)
  return {
    at,
    authorized: false,
    refusal: wait > 0 ? 'UNKNOWN_TOKEN_LIMIT' : 'UNKNOWN_TOKEN',
    wait,
    unknownTokens: UNKNOWN_TOKENS.calls - left,
  }
}
