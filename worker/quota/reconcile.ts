import * as z from 'zod'
import { defineScript, type RedisClient, RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sleep } from '#worker/lib/retry.ts'
import type { Month } from './month.ts'
import { quotaKey, quotaKeyExpiry } from './monthly-count.ts'

const MAX_COUNTERS = 1_000
/** In milliseconds, slightly longer than the circuit breaker's pause. */
const RETRY_DELAY = 1_100

type Counter = { used: number; expiry: number }

const stale = new BoundedCache<string, Counter>(MAX_COUNTERS)
let nextRetry = 0

/**
 * KEYS counters. ARGV for each counter: its lower bound, its expiry (s). A missing counter is loaded from PostgreSQL
 * by the next call.
 */
const raiseScript = defineScript(
  `
for index, key in ipairs(KEYS) do
  local used = redis.call('GET', key)
  local lowerBound = ARGV[2 * index - 1]
  if used and tonumber(used) < tonumber(lowerBound) then
    redis.call('SET', key, lowerBound)
    redis.call('EXPIREAT', key, ARGV[2 * index])
  end
end
return #KEYS
`,
  z.number(),
)

export function scheduleReconcile(ctx: Context, organizationId: string, month: Month, used: number): void {
  const key = quotaKey(organizationId, month.key)
  const highest = Math.max(used, stale.get(key)?.used ?? 0)
  stale.set(key, { used: highest, expiry: quotaKeyExpiry(month) })
  if (Date.now() < nextRetry) return
  nextRetry = Date.now() + RETRY_DELAY
  ctx.waitUntil(reconcileLater(ctx))
}

/** Raises this isolate's stale counters in one trip. Throws RedisUnavailable. */
export async function reconcile(redis: RedisClient): Promise<void> {
  const counters = [...stale]
  if (counters.length === 0) return
  await redis.script(
    raiseScript,
    counters.map(([key]) => key),
    counters.flatMap(([, { used, expiry }]) => [used, expiry]),
  )
  for (const [key, counter] of counters) if (stale.get(key) === counter) stale.delete(key)
}

/** For other isolates, which don't know PostgreSQL's count. Later calls of this isolate retry themselves. */
async function reconcileLater(ctx: Context): Promise<void> {
  try {
    await sleep(RETRY_DELAY)
    await reconcile(ctx.redis)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
  }
}
