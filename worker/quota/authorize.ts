import type { BaseContext } from '#worker/base-context.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import {
  type AuthorizationRequest,
  type Authorized,
  BURST,
  type Caller,
  type Refusal,
  type Refused,
  refusalOf,
  UNKNOWN_TOKENS,
} from './authorization.ts'
import { isKnownToken, readState } from './known-quotas.ts'
import { loadState } from './load-state.ts'
import { inMonth } from './month.ts'

const MAX_ORGANIZATIONS = 10_000
const bursts = new FixedWindow(MAX_ORGANIZATIONS)

const MAX_NETWORKS = 10_000
const unknownTokens = new FixedWindow(MAX_NETWORKS)

/**
 * Checks the token and the burst limit; counts nothing of the quota. Throws PostgreSQL's error if neither this isolate nor
 * Redis knows the token, and PostgreSQL doesn't answer.
 */
export async function authorize(
  ctx: BaseContext,
  request: AuthorizationRequest,
): Promise<Authorized | Refused> {
  const asked = inMonth(ctx.settings, request, ctx.now)
  const mayLoad = () => isKnownToken(asked) || !unknownTokens.isUsedUp(request.address, UNKNOWN_TOKENS)
  const found = (await readState(ctx, asked)) ?? (mayLoad() ? await loadState(ctx, asked) : undefined)
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
  const refusal = refusalOf({ token, organization }, call)
  if (refusal) return refuse(refusal)
  if (!request.isTest) {
    const burst = bursts.take(request.organizationId, BURST)
    caller.burstLeft = burst.left
    if (burst.wait > 0) return refuse('BURST', burst.wait)
  }
  return { at: call.at, authorized: true, caller, call, state }
}

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
