import type { BaseContext } from '#worker/base-context.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import type { Call, FoundState } from './authorization.ts'
import type { Found } from './count-statement.ts'
import { rememberState } from './known-quotas.ts'
import { inMonth } from './month.ts'
import { refreshCache } from './refresh-cache.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms. */
export const loadStatements = onceLoaded(() => import('./count-statement.ts'))

/** From PostgreSQL, whose month counts if this machine's clock is behind. Undefined for an unknown token. */
export async function loadState(ctx: BaseContext, request: Call): Promise<FoundState | undefined> {
  const { findToken } = await loadStatements()
  const found = await findToken(await ctx.hotDb(), request)
  if (!found) return undefined
  const { state, cached } = rememberFound(ctx, request, found)
  // Calls of a paid organization are counted in Redis.
  if (found.organization.tier === 'FREE') ctx.waitUntil(cached)
  else await cached
  return state
}

/** In this isolate and, when `cached` has ended, in Redis. */
export function rememberFound(
  ctx: BaseContext,
  request: Call,
  { at, token, organization, used }: Found,
): { state: FoundState; cached: Promise<void> } {
  const call = inMonth(ctx.settings, request, at)
  const state = { token, organization, used, countedAt: Date.now() }
  rememberState(call, state)
  const tokens = { [call.tokenHash]: token }
  const cached = refreshCache(ctx, call, 'load', { used, organization, tokens }).catch(
    ifUnavailable(undefined),
  )
  return { state: { call, state }, cached }
}
