import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { hashKey } from '#worker/lib/crypto.ts'
import { formatDuration } from '#worker/lib/duration.ts'
import { cooldownScript } from './cooldown-script.ts'

/** After `free` turns of one e-mail address each further one is followed by the next of `waits`, the last again and again. */
type Cooldown = { name: string; free: number; waits: readonly number[] }

/** `wait` in seconds: until the next turn when this one was taken, until this one when it was not. */
export type Turn = { taken: boolean; wait: number; count: number }

/** Failed sign-ins: the fifth is followed by the first wait. */
const signInCooldown: Cooldown = { name: 'sign-in', free: 4, waits: [15, 30, 60, 120, 300, 900] }
/** Mails for a forgotten password. */
export const resetCooldown: Cooldown = { name: 'reset', free: 0, waits: [60, 120, 300, 900] }
/** Without a turn for so long, the count begins again. */
export const COOLDOWN_LIFE_SECONDS = 86_400

const keyOf = ({ name }: Cooldown, email: string) => `cooldown:${name}:${hashKey(email)}`

const toSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000)

/** Takes a turn in Redis, in one trip. Throws RedisUnavailable. */
export async function takeTurn(ctx: Context, cooldown: Cooldown, email: string): Promise<Turn> {
  const [taken, wait, count] = await ctx.redis.script(
    cooldownScript,
    [keyOf(cooldown, email)],
    [Date.now(), COOLDOWN_LIFE_SECONDS, cooldown.free, ...cooldown.waits.map((seconds) => seconds * 1000)],
  )
  return { taken: taken === 1, wait: toSeconds(wait), count }
}

/** Seconds until the next turn; undefined when Redis has no count. Throws RedisUnavailable. */
export async function readWait(ctx: Context, cooldown: Cooldown, email: string): Promise<number | undefined> {
  const bar = await ctx.redis.send(z.string().nullable(), 'HGET', keyOf(cooldown, email), 'until')
  return bar === null ? undefined : Math.max(0, toSeconds(Number(bar) - Date.now()))
}

/** Sets the count in Redis to what is known from elsewhere. Throws RedisUnavailable. */
export async function writeTurn(
  ctx: Context,
  cooldown: Cooldown,
  email: string,
  { wait, count }: Pick<Turn, 'wait' | 'count'>,
): Promise<void> {
  const key = keyOf(cooldown, email)
  await ctx.redis.sendAll(z.unknown(), [
    ['HSET', key, 'count', count, 'until', Date.now() + wait * 1000],
    ['EXPIRE', key, COOLDOWN_LIFE_SECONDS],
  ])
}

/** Forgets the count in Redis. Throws RedisUnavailable. */
export async function clearTurns(ctx: Context, cooldown: Cooldown, email: string): Promise<void> {
  await ctx.redis.send(z.number(), 'DEL', keyOf(cooldown, email))
}

/** The sign-ins of one isolate, for when Redis does not answer: waits begin after the third, for isolates are many. */
const local = new BoundedCache<string, { count: number; endsAt: number; lastAt: number }>(10_000)
const STRICT_FREE = 2

/**
 * Takes an attempt to sign in: it counts as failed until `forgetAttempts` says otherwise, so that parallel guesses
 * gain nothing. Throws RATE_LIMITED with the seconds to wait.
 */
export async function takeAttempt(ctx: Context, email: string): Promise<void> {
  const { taken, wait } = await takeTurn(ctx, signInCooldown, email).catch(() => takeLocalTurn(email))
  if (taken) return
  throw new AppError('RATE_LIMITED', {
    message: `Too many failed attempts. Try again in ${formatDuration(wait)}.`,
    retryAfter: wait,
  })
}

/** A success clears the count. A Redis that does not answer keeps it; that fails nothing. */
export async function forgetAttempts(ctx: Context, email: string): Promise<void> {
  local.delete(keyOf(signInCooldown, email))
  await clearTurns(ctx, signInCooldown, email).catch(() => undefined)
}

function takeLocalTurn(email: string): Turn {
  const key = keyOf(signInCooldown, email)
  const now = Date.now()
  const known = local.get(key)
  if (known && known.endsAt > now) {
    return { taken: false, wait: toSeconds(known.endsAt - now), count: known.count }
  }
  const isRecent = known !== undefined && known.lastAt > now - COOLDOWN_LIFE_SECONDS * 1000
  const count = isRecent ? known.count + 1 : 1
  const wait = waitAfter({ ...signInCooldown, free: STRICT_FREE }, count)
  local.set(key, { count, endsAt: now + wait * 1000, lastAt: now })
  return { taken: true, wait, count }
}

function waitAfter({ free, waits }: Cooldown, count: number): number {
  const step = Math.min(count - free, waits.length)
  return step > 0 ? (waits[step - 1] ?? 0) : 0
}
