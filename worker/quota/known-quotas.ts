import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { Call } from './call.ts'
import { monthOf } from './month.ts'
import { type CachedToken, parseState, type QuotaState, quotaKey, stateTexts } from './quota-state.ts'

const MAX_ORGANIZATIONS = 2_000
const MAX_TOKENS = 20
/** In milliseconds. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000
/** In milliseconds. A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED = 30_000

type KnownToken = { token: CachedToken | null; readAt: number }
type UnconfirmedCall = { startedAt: number }

/** What this isolate knows about an organization's month. */
type KnownQuota = {
  state: Omit<QuotaState, 'token'>
  tokens: BoundedCache<string, KnownToken>
  /** Calls that were answered and that Redis has not confirmed yet. */
  unconfirmed: Set<UnconfirmedCall>
}

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

const MAX_NETWORKS = 10_000
/** By client network. */
export const unknownTokens = new FixedWindow(MAX_NETWORKS)

export type TokenOfMonth = Pick<Call, 'key' | 'tokenHash'>

/** Undefined if this isolate doesn't know the token, or for too long. */
export function knownState(
  at: Date,
  { organizationId, tokenHash }: { organizationId: string; tokenHash: string },
): QuotaState | undefined {
  return freshState({ key: quotaKey(organizationId, monthOf(at)), tokenHash })
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
export async function readState({ redis }: BaseContext, call: TokenOfMonth): Promise<QuotaState | undefined> {
  const known = freshState(call)
  if (known) return known
  const read = redis.run(stateTexts, (client) =>
    client.hmget(call.key, call.tokenHash, 'organization', 'used', 'countedAt'),
  )
  const texts = await read.catch(ifUnavailable(undefined))
  // The primary's reply to another call is newer than a replica's.
  const newer = freshState(call)
  if (newer) return newer
  const state = texts && parseState(texts)
  if (state) rememberState(call, state)
  return state
}

export function rememberState({ key, tokenHash }: TokenOfMonth, { token, ...state }: QuotaState): void {
  const known = quotas.get(key) ?? { state, tokens: new BoundedCache(MAX_TOKENS), unconfirmed: new Set() }
  known.state = state
  known.tokens.set(tokenHash, { token, readAt: Date.now() })
  quotas.set(key, known)
}

export const isKnownToken = ({ key, tokenHash }: TokenOfMonth) =>
  quotas.get(key)?.tokens.has(tokenHash) ?? false

export function forgetStates(key: string): void {
  quotas.get(key)?.tokens.clear()
}

export function unconfirmedCalls(key: string): number {
  const since = Date.now() - MAX_UNCONFIRMED
  const calls = quotas.get(key)?.unconfirmed
  for (const call of calls ?? []) if (call.startedAt <= since) calls?.delete(call)
  return calls?.size ?? 0
}

/** Returns a function to call when the call is confirmed or dropped. */
export function addUnconfirmed(key: string): () => void {
  const calls = quotas.get(key)?.unconfirmed
  const call = { startedAt: Date.now() }
  calls?.add(call)
  return () => calls?.delete(call)
}
