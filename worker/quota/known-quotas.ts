import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { Call, FoundState } from './authorization.ts'
import { monthOf, quotaKey } from './month.ts'
import { type CachedToken, parseState, type QuotaState, stateTexts } from './quota-state.ts'

const MAX_ORGANIZATIONS = 2_000
const MAX_TOKENS = 20
/** In milliseconds. A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED = 30_000
/** In milliseconds. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000

type KnownToken = { token: CachedToken | null; readAt: number }

/** What this isolate knows about an organization's month. */
type KnownQuota = {
  state: Omit<QuotaState, 'token'>
  tokens: BoundedCache<string, KnownToken>
  /** Calls that were answered, and that Redis hasn't counted yet. */
  unconfirmed: Set<UnconfirmedCall>
}

type UnconfirmedCall = { answeredAt: number }

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

export type TokenOfMonth = Pick<Call, 'key' | 'tokenHash'>

/** Undefined if this isolate doesn't know the token, or for too long. */
export function knownState(
  { settings, now }: BaseContext,
  { organizationId, tokenHash }: { organizationId: string; tokenHash: string },
): QuotaState | undefined {
  return freshState({ key: quotaKey(settings, organizationId, monthOf(now)), tokenHash })
}

function freshState({ key, tokenHash }: TokenOfMonth): QuotaState | undefined {
  const known = quotas.get(key)
  const token = known?.tokens.get(tokenHash)
  if (!known || !token || Date.now() - token.readAt >= MAX_AGE) return undefined
  return { ...known.state, token: token.token }
}

/**
 * From the isolate or the nearest replica, which may be a moment behind. Undefined if neither knows the token, or Redis
 * doesn't answer.
 */
export async function readState({ redis }: BaseContext, call: Call): Promise<FoundState | undefined> {
  const known = freshState(call)
  if (known) return { call, state: known }
  const read = redis.run(stateTexts, (client) =>
    client.hmget(call.key, call.tokenHash, 'organization', 'used', 'countedAt'),
  )
  const texts = await read.catch(ifUnavailable(undefined))
  // The primary's reply to another call is newer than a replica's.
  const newer = freshState(call)
  if (newer) return { call, state: newer }
  const state = texts && parseState(texts)
  if (!state) return undefined
  rememberState(call, state)
  return { call, state }
}

export function rememberState({ key, tokenHash }: TokenOfMonth, { token, ...state }: QuotaState): void {
  const known = quotas.get(key) ?? { state, tokens: new BoundedCache(MAX_TOKENS), unconfirmed: new Set() }
  known.state = state
  known.tokens.set(tokenHash, { token, readAt: Date.now() })
  quotas.set(key, known)
}

export const isKnownToken = ({ key, tokenHash }: TokenOfMonth) =>
  quotas.get(key)?.tokens.has(tokenHash) ?? false

/** Of an organization's month. */
export function unconfirmedCalls({ key }: TokenOfMonth): Set<UnconfirmedCall> {
  const calls = quotas.get(key)?.unconfirmed ?? new Set()
  for (const call of calls) if (call.answeredAt <= Date.now() - MAX_UNCONFIRMED) calls.delete(call)
  return calls
}

export function forgetStates(key: string): void {
  quotas.get(key)?.tokens.clear()
}
