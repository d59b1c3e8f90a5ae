import type { BaseContext } from '#worker/base-context.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import {
  type AuthorizationRequest,
  type Authorized,
  BURST,
  type Call,
  type Caller,
  type FoundState,
  type Refusal,
  type Refused,
  refusalOf,
  UNKNOWN_TOKENS,
} from './authorization.ts'
import { loadStatements, storeQuota } from './cached-quotas.ts'
import { forgetStates, isKnownToken, knownState, readState, rememberState } from './known-quotas.ts'
import { monthOf, quotaKey } from './month.ts'

const MAX_ORGANIZATIONS = 10_000
const bursts = new FixedWindow(MAX_ORGANIZATIONS)

const MAX_NETWORKS = 10_000
const unknownTokens = new FixedWindow(MAX_NETWORKS)

const MAX_NOTED_TOKENS = 1_000
const NOTED_IPS = { calls: 1, milliseconds: 60_000 } as const
const notedIps = new FixedWindow(MAX_NOTED_TOKENS)

/**
 * Checks the token and the burst limit; counts nothing of the quota. Throws PostgreSQL's error if neither this isolate nor
 * Redis knows the token, and PostgreSQL doesn't answer.
 */
export async function authorize(
  ctx: BaseContext,
  request: AuthorizationRequest,
): Promise<Authorized | Refused> {
  const found = await findState(ctx, request)
  const token = found?.state.token
  if (!token) return refuseUnknownToken(ctx.now, request.address)

  const { call, state } = found
  const { organization, used } = state
  const caller: Caller = {
    ...organization,
    organizationId: request.organizationId,
    tokenId: token.id,
    canUseRegisters: token.validation,
    usedCount: used,
    burstLeft: BURST.calls,
  }
  const refuse = (refusal: Refusal, wait = 0): Refused => ({
    at: call.at,
    authorized: false,
    refusal,
    wait,
    caller,
  })
  const refusal = await refusalOf(state, call)
  // Says nothing about the organization.
  if (refusal === 'IP') {
    noteRefusedIp(ctx, request)
    return { at: call.at, authorized: false, refusal, wait: 0 }
  }
  if (refusal) return refuse(refusal)
  if (!request.isTest) {
    const burst = bursts.take(request.organizationId, BURST)
    caller.burstLeft = burst.left
    if (burst.wait > 0) return refuse('BURST', burst.wait)
  }
  return { at: call.at, authorized: true, caller, call, state }
}

/** From this isolate, the nearest replica, or PostgreSQL. Undefined for an unknown token. */
async function findState(ctx: BaseContext, request: AuthorizationRequest): Promise<FoundState | undefined> {
  const call = callAt(ctx, request, ctx.now)
  const known = knownState(ctx, request)
  if (known) return { call, state: known }
  const cached = await readState(ctx, call)
  const state = cached?.state
  const found = state ? { call, state } : await loadState(ctx, call, cached?.organizationText)
  if (found) rememberState(found.call, found.state)
  return found
}

/** PostgreSQL's month counts if this machine's clock is behind. Redis is skipped if it has just failed. */
async function loadState(
  ctx: BaseContext,
  request: Call,
  organizationText: string | undefined,
): Promise<FoundState | undefined> {
  if (!isKnownToken(request) && unknownTokens.isUsedUp(request.address, UNKNOWN_TOKENS)) return undefined
  const { readQuotas } = await loadStatements()
  const [quota] = await readQuotas(await ctx.hotDb(), [request.organizationId], request.at)
  const token = quota?.tokens.get(request.tokenHash)
  if (!quota || !token) {
    forgetStates(request.key)
    return undefined
  }
  const { organization, used } = quota
  if (organizationText !== undefined) {
    const stored = storeQuota(ctx, quota, organizationText).catch(ifUnavailable(false))
    // Calls of a paid organization are counted in Redis.
    if (organization.tier === 'FREE') ctx.waitUntil(stored)
    else await stored
  }
  return { call: callAt(ctx, request, quota.at), state: { token, organization, used } }
}

const callAt = ({ settings }: BaseContext, request: AuthorizationRequest, at: Date): Call => ({
  ...request,
  at,
  key: quotaKey(settings, request.organizationId, monthOf(at)),
})

function refuseUnknownToken(at: Date, address: string): Refused {
  const { left, wait } = unknownTokens.take(address, UNKNOWN_TOKENS)
  return {
    at,
    authorized: false,
    refusal: wait > 0 ? 'UNKNOWN_TOKEN_LIMIT' : 'UNKNOWN_TOKEN',
    wait,
    unknownTokens: UNKNOWN_TOKENS.calls - left,
  }
}

/** Once a minute for each token and isolate. */
function noteRefusedIp(ctx: BaseContext, { tokenHash, ip }: AuthorizationRequest): void {
  if (notedIps.take(tokenHash, NOTED_IPS).wait > 0) return
  const note = async () => (await loadStatements()).noteRefusedIp(await ctx.hotDb(), { tokenHash, ip })
  ctx.waitUntil(note())
}
