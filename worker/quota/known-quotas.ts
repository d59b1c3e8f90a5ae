import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { Call } from './authorization.ts'
import { monthOf, quotaKey } from './month.ts'
import {
  type CachedOrganization,
  type CachedToken,
  parseState,
  type QuotaState,
  stateTexts,
} from './quota-state.ts'

const MAX_ORGANIZATIONS = 2_000
const MAX_TOKENS = 20
/** In milliseconds. A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED = 30_000
/** In milliseconds. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000

/** What this isolate knows about an organization's month. */
type KnownQuota = {
  organization: CachedOrganization
  used: number
  tokens: BoundedCache<string, { token: CachedToken; readAt: number }>
  /** Calls that were answered, and that Redis hasn't counted yet. */
  unconfirmed: Set<UnconfirmedCall>
}

type UnconfirmedCall = { answeredAt: number }

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

type TokenOfMonth = Pick<Call, 'key' | 'tokenHash'>

/** Undefined if this isolate doesn't know the token, or for too long. */
export function knownState(
  { settings, now }: BaseContext,
  { organizationId, tokenHash }: { organizationId: string; tokenHash: string },
): QuotaState | undefined {
  const known = quotas.get(quotaKey(settings, organizationId, monthOf(now)))
  const token = known?.tokens.get(tokenHash)
  if (!known || !token || Date.now() - token.readAt >= MAX_AGE) return undefined
  return { organization: known.organization, used: known.used, token: token.token }
}

/**
 * From the nearest replica, which may be a moment behind. `organizationText` is what it has of the organization, or "".
 * Undefined if Redis doesn't answer.
 */
export async function readState(
  { redis }: BaseContext,
  { key, tokenHash }: TokenOfMonth,
): Promise<{ state: QuotaState | undefined; organizationText: string } | undefined> {
  const texts = await redis
    .run(stateTexts, (client) => client.hmget(key, tokenHash, 'organization', 'used'))
    .catch(ifUnavailable(undefined))
  return texts && { state: parseState(texts), organizationText: texts[1] ?? '' }
}

export function rememberState({ key, tokenHash }: TokenOfMonth, { token, ...state }: QuotaState): void {
  const known = quotas.get(key) ?? { ...state, tokens: new BoundedCache(MAX_TOKENS), unconfirmed: new Set() }
  known.tokens.set(tokenHash, { token, readAt: Date.now() })
  quotas.set(key, Object.assign(known, state))
}

/** After Redis has counted a call. */
export function rememberUsed(key: string, used: number): void {
  const known = quotas.get(key)
  if (known) known.used = used
}

/** However old. */
export const isKnownToken = ({ key, tokenHash }: TokenOfMonth) =>
  quotas.get(key)?.tokens.has(tokenHash) ?? false

export function forgetStates(key: string): void {
  quotas.get(key)?.tokens.clear()
}

/** Of an organization's month. */
export function unconfirmedCalls(key: string): Set<UnconfirmedCall> {
  const calls = quotas.get(key)?.unconfirmed ?? new Set()
  for (const call of calls) if (call.answeredAt <= Date.now() - MAX_UNCONFIRMED) calls.delete(call)
  return calls
}
