import * as z from 'zod/mini'
import type { BaseContext } from '#worker/base-context.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry, sleep } from '#worker/lib/time.ts'
import { defineScript, ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import type { Authorized, Count, CountedCall } from './authorization.ts'
import { forgetQuota, rememberCount, unconfirmedCalls } from './cached-quotas.ts'
import { monthOf, quotaAt, quotaKey } from './month.ts'

/** With less of the monthly limit left, calls are counted before the answer. */
const SCARCE = 1 / 10
/** How much of what is left an isolate may answer before Redis confirms it: at least one call. */
const UNCONFIRMED = 1 / 1_000

/**
 * Counts a call: PostgreSQL those of FREE, Redis those of the others, before the answer, or meanwhile if enough is left.
 * Throws PostgreSQL's error if it has to decide and doesn't answer; then nothing is counted.
 */
export async function countCall(ctx: BaseContext, authorized: Authorized, call: CountedCall): Promise<Count> {
  const { at, caller } = authorized
  const { tier, usedCount: used, monthlyLimit } = caller
  if (tier !== 'FREE')
    return (await countInRedis(ctx, authorized)) ?? (await countInDatabase(ctx, authorized, call))
  if (used >= monthlyLimit) return { at, used, refusal: 'QUOTA' }
  return await countInDatabase(ctx, authorized, call)
}

/**
 * Undefined if Redis has to decide, and doesn't answer or has lost its data. If it doesn't confirm a call that was answered
 * first, fewer of the next ones are.
 */
async function countInRedis(
  { redis, settings, waitUntil }: BaseContext,
  { at, caller: { organizationId, monthlyLimit, usedCount } }: Authorized,
): Promise<Count | undefined> {
  const key = quotaKey(settings, organizationId)
  const unconfirmed = unconfirmedCalls(key)
  const left = monthlyLimit - usedCount - unconfirmed.size
  const mayAnswer = Math.max(1, Math.floor(left * UNCONFIRMED))
  const add = (calls: number, calledAt: Date, limit?: number) =>
    addCalls(redis, key, { calls, at: calledAt }, limit).catch(ifUnavailable(undefined))
  if (left > monthlyLimit * SCARCE && unconfirmed.size < mayAnswer) {
    const own = { answeredAt: Date.now() }
    unconfirmed.add(own)
    const counting = add(1, at)
    waitUntil(counting.then((reply) => reply && unconfirmed.delete(own)))
    return {
      at,
      used: usedCount + unconfirmed.size,
      takeBack: async () => {
        const reply = await counting
        return reply && (await add(-1, reply.at))
      },
    }
  }
  const reply = await add(1, at, monthlyLimit - unconfirmed.size)
  if (reply?.isCounted) return { ...reply, takeBack: () => add(-1, reply.at) }
  return reply && { at: reply.at, used: Math.max(reply.used, monthlyLimit), refusal: 'QUOTA' }
}

/**
 * Adds to the month's counter unless the limit would be passed. The first call of a month restarts it, and a late call of the
 * month before counts in the new one. Null if Redis doesn't know the organization.
 *
 * KEYS  1 the organization
 * ARGV  1 calls, or a negative number to take calls back  2 the end of their month (ms)  3 the limit, or ""  4 now (ms)
 */
const addScript = defineScript(
  `#!lua flags=allow-key-locking
local known = redis.call('HMGET', KEYS[1], 'used', 'resetDate', 'changedAt')
local used, resetDate = tonumber(known[1] or ''), tonumber(known[2] or '')
local calls, callsReset, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not used or not resetDate then return false end
if callsReset > resetDate then used, resetDate = 0, callsReset end
if callsReset < resetDate then calls = math.max(calls, 0) end
if limit and used + calls > limit then return {0, used, resetDate, known[3]} end
used = math.max(used + calls, 0)
redis.call('HSET', KEYS[1], 'used', used, 'resetDate', resetDate, 'countedAt', ARGV[4])
return {1, used, resetDate, known[3]}
`,
  z.nullable(z.tuple([z.number(), z.number(), z.number(), z.nullable(z.string())])),
)

/** `at` of the reply decides the month that counts them. Throws RedisUnavailable. */
export async function addCalls(
  redis: RedisClient,
  key: string,
  { calls, at }: { calls: number; at: Date },
  limit?: number,
): Promise<{ isCounted: boolean; used: number; at: Date } | undefined> {
  const sentAt = Date.now()
  const end = monthOf(at).end.getTime()
  const reply = await redis.script(addScript, [key], [calls, end, limit ?? '', sentAt])
  if (!reply) return forgetQuota(key)
  const [counted, usedCount, reset, changedAt] = reply
  const count = { usedCount, resetDate: new Date(reset) }
  rememberCount(key, count, sentAt, changedAt)
  return { isCounted: counted === 1, ...quotaAt(count, at) }
}

/** A statement whose answer is lost may be running until then. */
const STATEMENT_END_MS = 8_000
const TAKE_BACK_DELAYS_MS = [2_000, 5_000]

const loadStatements = onceLoaded(() => import('./quota-statements.ts'))

async function countInDatabase(
  ctx: BaseContext,
  { at: now, caller: { organizationId, tokenId } }: Authorized,
  call: CountedCall,
): Promise<Count> {
  const { countCall, takeBackCall } = await loadStatements()
  const db = await ctx.hotDb()
  const sentAt = Date.now()
  const takeBack = () => takeBackCall(db, organizationId, call)
  const counted = await countCall(db, { ...call, organizationId, tokenId, now }).catch((error: unknown) => {
    ctx.waitUntil(sleep(STATEMENT_END_MS).then(() => retry(takeBack, { delaysMs: TAKE_BACK_DELAYS_MS })))
    throw error
  })
  // The organization is deleted.
  if (!counted) return { at: now, used: 0, refusal: 'UNKNOWN_TOKEN' }
  const { isNew, ...count } = counted
  const key = quotaKey(ctx.settings, organizationId)
  rememberCount(key, { usedCount: count.used, resetDate: monthOf(count.at).end }, sentAt)
  // A repeated call with an idempotency key has the same request ID.
  return isNew ? { ...count, takeBack } : count
}
