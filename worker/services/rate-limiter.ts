import { Ratelimit } from '@upstash/ratelimit'
import * as z from 'zod'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import type { RedisClient } from './redis.ts'

export type RateLimit = { name: string; calls: number; seconds: number }

/** `wait` is in seconds, 0 if the call may proceed. */
export type TakenCall = { left: number; wait: number }

/** One Redis trip. While Redis is down, each isolate allows half of the limit. */
export async function takeCall(redis: RedisClient, limit: RateLimit, identifier: string): Promise<TakenCall> {
  return await takeFromRedis(redis, limit, identifier).catch(() =>
    takeLocally(fallbackWindows, { ...limit, calls: Math.ceil(limit.calls / 2) }, identifier),
  )
}

export const takeInIsolate = (limit: RateLimit, identifier: string): TakenCall =>
  takeLocally(isolateWindows, limit, identifier)

const answerSchema = z.object({ success: z.boolean(), remaining: z.number(), reset: z.number() })

async function takeFromRedis(redis: RedisClient, { name, calls, seconds }: RateLimit, identifier: string) {
  const { success, remaining, reset } = await redis.run(answerSchema, (client) =>
    new Ratelimit({
      redis: client,
      prefix: `rate-limit:${name}`,
      limiter: Ratelimit.tokenBucket(1, `${(seconds * 1000) / calls} ms`, calls),
      ephemeralCache: false,
      analytics: false,
      enableTelemetry: false,
      // By default, a timeout would allow the call.
      timeout: 0,
    }).limit(identifier),
  )
  return { left: Math.max(0, remaining), wait: success ? 0 : toSeconds(reset - Date.now()) }
}

const MAX_KEYS = 10_000

const isolateWindows = new FixedWindow(MAX_KEYS)
const fallbackWindows = new FixedWindow(MAX_KEYS)

function takeLocally(
  windows: FixedWindow,
  { name, calls, seconds }: RateLimit,
  identifier: string,
): TakenCall {
  const { left, wait } = windows.take(`${name}:${identifier}`, { calls, milliseconds: seconds * 1_000 })
  return { left, wait: wait > 0 ? toSeconds(wait) : 0 }
}

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
