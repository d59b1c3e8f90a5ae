import * as z from 'zod'
import { COOLDOWN_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import { type DeviceOwner, findKnownDevice } from '#worker/accounts/sessions/known-device.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { customerNetwork } from '#worker/lib/customer-network.ts'
import { hashKey } from '#worker/lib/hash.ts'
import { formatDuration } from '#worker/lib/time.ts'
import { limits, takeCall } from '#worker/rate-limits.ts'
import { defineScript } from '#worker/services/redis.ts'

const WAIT_SECONDS = [15, 30, 60, 120, 300, 900] as const
const FREE_ATTEMPTS = 4
/** Lower while Redis is down, because each isolate counts for itself. */
const FREE_ATTEMPTS_PER_ISOLATE = 2

/**
 * KEYS  1 cooldown
 * ARGV  1 now (ms)  2 lifetime (s)  3 free attempts  4… waits (ms)
 * Returns the milliseconds until the next attempt is allowed, 0 if this one is.
 */
const attemptScript = defineScript(
  `#!lua flags=allow-key-locking
local now = tonumber(ARGV[1])
local cooldown = redis.call('HMGET', KEYS[1], 'count', 'until')
local ends = tonumber(cooldown[2] or '') or 0
if ends > now then return ends - now end
local count = (tonumber(cooldown[1] or '') or 0) + 1
local step = math.min(count - tonumber(ARGV[3]), #ARGV - 3)
local ends_at = '0'
if step > 0 then ends_at = string.format('%.0f', now + tonumber(ARGV[3 + step])) end
redis.call('HSET', KEYS[1], 'count', count, 'until', ends_at)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 0
`,
  z.number(),
)

export type Guesser = { id: string; email?: string }

/** Known browsers have their own cooldown, so that strangers can't lock the owner of an account out. */
export async function guesserOf(
  ctx: Context,
  email: string,
  account: DeviceOwner | undefined,
): Promise<Guesser> {
  const device = await findKnownDevice(ctx, account)
  if (device !== undefined) return { id: `device/${device}` }
  return { id: `${email}/${customerNetwork(ctx.origin?.network ?? '')}`, email }
}

const keyOf = ({ id }: Guesser) => `sign-in-cooldown:${hashKey(id)}`

/** Call it before the password is checked, so that parallel guesses count too. */
export async function recordSignInAttempt(ctx: Context, guesser: Guesser): Promise<void> {
  const key = keyOf(guesser)
  const milliseconds = await ctx.redis
    .script(
      attemptScript,
      [key],
      [Date.now(), COOLDOWN_LIFE_SECONDS, FREE_ATTEMPTS, ...WAIT_SECONDS.map((seconds) => seconds * 1000)],
    )
    .catch(() => recordInIsolate(key))
  if (milliseconds > 0) throw tooMany(Math.ceil(milliseconds / 1000))
  if (guesser.email === undefined) return
  const { wait } = await takeCall(ctx.redis, limits.signInByEmail, hashKey(guesser.email))
  if (wait > 0) throw tooMany(wait, ', or reset your password')
}

const tooMany = (seconds: number, alternative = '') =>
  new AppError('RATE_LIMITED', {
    message: `Too many failed attempts. Try again in ${formatDuration(seconds)}${alternative}.`,
    retryAfter: seconds,
  })

export async function clearSignInAttempts(ctx: Context, guesser: Guesser): Promise<void> {
  const key = keyOf(guesser)
  isolateAttempts.delete(key)
  await ctx.redis.run(z.number(), (redis) => redis.del(key)).catch(() => undefined)
}

const isolateAttempts = new BoundedCache<string, { count: number; endsAt: number; lastAt: number }>(10_000)

function recordInIsolate(key: string): number {
  const now = Date.now()
  const last = isolateAttempts.get(key)
  if (last && last.endsAt > now) return last.endsAt - now
  const isRecent = last !== undefined && last.lastAt > now - COOLDOWN_LIFE_SECONDS * 1000
  const count = isRecent ? last.count + 1 : 1
  const step = Math.min(count - FREE_ATTEMPTS_PER_ISOLATE, WAIT_SECONDS.length)
  const seconds = step > 0 ? (WAIT_SECONDS[step - 1] ?? 0) : 0
  isolateAttempts.set(key, { count, endsAt: now + seconds * 1000, lastAt: now })
  return 0
}
