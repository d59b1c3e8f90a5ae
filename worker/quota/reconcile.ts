import * as z from 'zod'
import { defineScript, type RedisClient, RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { sleep } from '#worker/lib/retry.ts'
import type { Month } from './month.ts'
import { quotaKey, quotaKeyExpiry } from './monthly-count.ts'

const MAX_COUNTERS = 1_000
/** A little longer than Redis is left alone after a failure (milliseconds). */
const RETRY_DELAY = 1_100

type Counter = { used: number; end: number }

/** What PostgreSQL decided while Redis did not answer, by the counter that does not know of it yet. */
const behind = new BoundedCache<string, Counter>(MAX_COUNTERS)
let nextRetry = 0

/**
 * KEYS  counters
 * ARGV  for each in turn: the least it has counted, the end of its life (s)
 *
 * One that is not there is filled from PostgreSQL by the call that misses it.
 */
const raiseScript = defineScript(
  `
for place, key in ipairs(KEYS) do
  local used = redis.call('GET', key)
  local least = ARGV[2 * place - 1]
  if used and tonumber(used) < tonumber(least) then
    redis.call('SET', key, least)
    redis.call('EXPIREAT', key, ARGV[2 * place])
  end
end
return #KEYS
`,
  z.number(),
)

/** PostgreSQL has counted `used` calls of the month, and Redis is to learn it before it decides again. */
export function scheduleReconcile(ctx: Context, organizationId: string, month: Month, used: number): void {
  const key = quotaKey(organizationId, month.key)
  const most = Math.max(used, behind.get(key)?.used ?? 0)
  behind.set(key, { used: most, end: quotaKeyExpiry(month) })
  if (Date.now() < nextRetry) return
  nextRetry = Date.now() + RETRY_DELAY
  ctx.waitUntil(reconcileLater(ctx))
}

/** Raises the counters that are behind, of all callers of this isolate, in one trip; none where none is. Throws RedisUnavailable. */
export async function reconcile(redis: RedisClient): Promise<void> {
  const counters = [...behind]
  if (counters.length === 0) return
  await redis.script(
    raiseScript,
    counters.map(([key]) => key),
    counters.flatMap(([, { used, end }]) => [used, end]),
  )
  for (const [key, counter] of counters) if (behind.get(key) === counter) behind.delete(key)
}

/** For the other isolates, which do not know. Once: if Redis is still away, so is the next call, or it catches up itself. */
async function reconcileLater(ctx: Context): Promise<void> {
  try {
    await sleep(RETRY_DELAY)
    await reconcile(ctx.redis)
  } catch (error) {
    if (!(error instanceof RedisUnavailable)) throw error
  }
}
