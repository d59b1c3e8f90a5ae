import type { BaseContext } from '#worker/base-context.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import {
  type Authorization,
  type AuthorizationRequest,
  BURST,
  type Caller,
  type Refusal,
  UNKNOWN_TOKENS,
} from './authorization.ts'
import { type Call, callAt, type Decision, refusalOf } from './call.ts'
import { answerFirst, countFirst, mayAnswerFirst } from './count-in-redis.ts'
import { decideInDatabase, type LoadedState, loadState } from './decide-in-database.ts'
import { readState, unknownTokens } from './known-quotas.ts'
import { isUsedUp } from './quota-state.ts'

const MAX_ORGANIZATIONS = 10_000
const bursts = new FixedWindow(MAX_ORGANIZATIONS)

/** In milliseconds, for a call whose idempotency key is in use. */
const KEY_IN_USE_WAIT = 1_000

/**
 * Authorizes a call and counts it: before the answer, or after it if a paid organization has enough left. Throws
 * PostgreSQL's error if it has to decide and doesn't answer; then nothing is counted.
 */
export async function authorize(ctx: BaseContext, request: AuthorizationRequest): Promise<Authorization> {
  const call = callAt(request, ctx.now)
  const decision = await decide(ctx, call)
  if (!decision) return refuseUnknownToken(call)
  const { at, organization, token, used, stored, finish, storeAnswer } = decision
  const caller: Caller = {
    ...organization,
    organizationId: call.organizationId,
    tokenId: token.id,
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

  if (decision.refusal && decision.refusal !== 'BURST') return refuse(decision.refusal)
  if (stored && stored.fingerprint !== call.counted?.claim?.fingerprint) return refuse('KEY_REUSED')
  if (stored && stored.answer === undefined) return refuse('KEY_IN_USE', KEY_IN_USE_WAIT)
  if (!call.isTest) {
    const burst = bursts.take(call.organizationId, BURST)
    caller.burstLeft = burst.left
    if (decision.refusal) return refuse('BURST', burst.wait)
  }
  return { at, authorized: true, caller, finish, replay: stored?.answer, store: storeAnswer }
}

/** Undefined for an unknown token. PostgreSQL counts each call of a FREE organization, Redis those of the others. */
async function decide(ctx: BaseContext, request: Call): Promise<Decision | undefined> {
  const state: LoadedState | undefined = (await readState(ctx, request)) ?? (await loadState(ctx, request))
  if (!state?.token) return undefined
  const { token, organization, used, at = request.at } = state
  const call = callAt(request, at)
  const known = { at: call.at, token, organization, used, finish: () => {} }
  const refusal = refusalOf(known, call.permission)
  if (refusal) return { ...known, refusal }
  if (!call.isTest && bursts.isUsedUp(call.organizationId, BURST)) return { ...known, refusal: 'BURST' }
  const { counted } = call
  if (!counted) return { ...known, refusal: undefined }
  if (organization.tier === 'FREE')
    return isUsedUp(state) && !counted.claim
      ? { ...known, refusal: 'QUOTA' }
      : await decideInDatabase(ctx, call, counted)
  if (mayAnswerFirst(call, state)) return answerFirst(ctx, call, { ...known, refusal: undefined })
  return await countFirst(ctx, call, counted, organization)
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
