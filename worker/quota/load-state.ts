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
  const call = inMonth(ctx.settings, request, found.at)
  const cached = cacheState(ctx, call, found)
  // Calls of a paid organization are counted in Redis.
  if (found.organization.tier === 'FREE') ctx.waitUntil(cached)
  else await cached
  return { call, state: { ...found, countedAt: Date.now() } }
}

/** In this isolate and in Redis. */
export async function cacheState(ctx: BaseContext, call: Call, found: Found): Promise<void> {
  const { token, organization, used } = found
  rememberState(call, { token, organization, used, countedAt: Date.now() })
  const tokens = { [call.tokenHash]: token }
  await refreshCache(ctx, call, 'load', { used, organization, tokens }).catch(ifUnavailable(undefined))
}
