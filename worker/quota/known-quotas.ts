import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import type { CachedToken, QuotaState } from './quota-state.ts'

const MAX_ORGANIZATIONS = 2_000
const MAX_TOKENS = 20
/** In milliseconds. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000
/** In milliseconds. A canceled request never confirms its spend. */
const MAX_SPEND_TIME = 30_000

type KnownToken = { token: CachedToken | null; readAt: number }
type UnconfirmedSpend = { calls: number; startedAt: number }

/** What this isolate knows about an organization's month. */
type KnownQuota = {
  state: Omit<QuotaState, 'token'>
  tokens: BoundedCache<string, KnownToken>
  /** Calls that were answered and that Redis has not confirmed yet. */
  unconfirmed: Set<UnconfirmedSpend>
}

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

export function rememberState(key: string, tokenHash: string, state: QuotaState, now: number): void {
  const { token, ...rest } = state
  const known = quotas.get(key) ?? {
    state: rest,
    tokens: new BoundedCache(MAX_TOKENS),
    unconfirmed: new Set(),
  }
  known.state = rest
  known.tokens.set(tokenHash, { token, readAt: now })
  quotas.set(key, known)
}

export const isKnownToken = (key: string, tokenHash: string) =>
  quotas.get(key)?.tokens.has(tokenHash) ?? false

export function forgetStates(key: string): void {
  quotas.get(key)?.tokens.clear()
}

/** Undefined if it is unknown or too old. */
export function freshState(key: string, tokenHash: string, now: number): QuotaState | undefined {
  const known = quotas.get(key)
  const token = known?.tokens.get(tokenHash)
  if (!known || !token || now - token.readAt >= MAX_AGE) return undefined
  return { ...known.state, token: token.token }
}

export function unconfirmedCalls(key: string, now: number): number {
  let calls = 0
  for (const spend of quotas.get(key)?.unconfirmed ?? [])
    if (now - spend.startedAt < MAX_SPEND_TIME) calls += spend.calls
  return calls
}

/** Returns a function to call when the spend is confirmed or dropped. */
export function addUnconfirmed(key: string, calls: number, now: number): () => void {
  const spends = quotas.get(key)?.unconfirmed
  const spend = { calls, startedAt: now }
  spends?.add(spend)
  return () => spends?.delete(spend)
}
