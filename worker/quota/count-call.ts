import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import { sleep } from '#worker/lib/time.ts'
import { defineScript, ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import { type Authorized, type Call, type Count, type CountedCall, refusalOf } from './authorization.ts'
import { loadStatements, refreshQuotas } from './cached-quotas.ts'
import { forgetStates, rememberState, rememberUsed, unconfirmedCalls } from './known-quotas.ts'
import { monthOf, quotaKey } from './month.ts'
import type { QuotaState } from './quota-state.ts'

/** A part of the monthly limit. With less left, calls are counted before the answer. */
const SCARCE = 1 / 10
/** A part of what is left: the calls that an isolate may answer before Redis confirms them, but at least one. */
const UNCONFIRMED = 1 / 1_000

/**
 * Counts a call: PostgreSQL those of FREE, Redis those of the others, before the answer, or after it if enough is left.
 * Throws PostgreSQL's error if it has to decide and doesn't answer; then nothing is counted.
 */
export async function countCall(
  ctx: BaseContext,
  { call, state }: Authorized,
  counted: CountedCall,
): Promise<Count> {
  const { organization, used } = state
  if (organization.tier !== 'FREE') {
    const count = countAfterAnswer(ctx, call, state) ?? (await countInRedis(ctx, call, state))
    return count ?? (await countInDatabase(ctx, call, counted))
  }
  if (used >= organization.monthlyLimit) return { at: call.at, used, refusal: 'QUOTA', finish() {} }
  return await countInDatabase(ctx, call, counted)
}

/** Undefined if too little is left. If Redis doesn't confirm the call, fewer of the next ones are answered first. */
function countAfterAnswer(
  { redis, waitUntil }: BaseContext,
  { at, key }: Call,
  { organization: { monthlyLimit }, used }: QuotaState,
): Count | undefined {
  const answered = unconfirmedCalls(key)
  const left = monthlyLimit - used - answered.size
  const allowed = Math.max(1, Math.floor(left * UNCONFIRMED))
  if (left <= monthlyLimit * SCARCE || answered.size >= allowed) return undefined
  const own = { answeredAt: Date.now() }
  answered.add(own)
  const count = async () => {
    const reply = await addCalls(redis, key, 1).catch(ifUnavailable(null))
    if (reply?.isCounted) answered.delete(own)
  }
  return {
    at,
    used: used + answered.size,
    finish: (isAnswered) => void (isAnswered ? waitUntil(count()) : answered.delete(own)),
  }
}

/** Undefined if Redis doesn't answer or has lost its data. */
async function countInRedis(
  { redis, waitUntil }: BaseContext,
  { at, key }: Call,
  { organization: { monthlyLimit } }: QuotaState,
): Promise<Count | undefined> {
  const limit = monthlyLimit - unconfirmedCalls(key).size
  const reply = await addCalls(redis, key, 1, limit).catch(ifUnavailable(null))
  if (!reply) return undefined
  if (!reply.isCounted) return { at, used: Math.max(reply.used, monthlyLimit), refusal: 'QUOTA', finish() {} }
  const takeBack = () => addCalls(redis, key, -1).catch(ifUnavailable(null))
  return { at, used: reply.used, finish: (isAnswered) => void (isAnswered || waitUntil(takeBack())) }
}

/**
 * Adds to the month's counter unless the limit would be passed. Null if Redis doesn't know the month.
 *
 * KEYS  1 the organization's month
 * ARGV  1 calls, or a negative number to take calls back  2 the limit, or ""  3 now (ms)
 */
const addScript = defineScript(
  `#!lua flags=allow-key-locking
local used, calls, limit = tonumber(redis.call('HGET', KEYS[1], 'used') or ''), tonumber(ARGV[1]), tonumber(ARGV[2])
if not used then return false end
if limit and used + calls > limit then return {0, used} end
used = math.max(used + calls, 0)
redis.call('HSET', KEYS[1], 'used', used, 'countedAt', ARGV[3])
return {1, used}
`,
  z.tuple([z.number(), z.number()]).nullable(),
)

/** Throws RedisUnavailable. */
export async function addCalls(
  redis: RedisClient,
  key: string,
  calls: number,
  limit?: number,
): Promise<{ isCounted: boolean; used: number } | null> {
  const reply = await redis.script(addScript, [key], [calls, limit ?? '', Date.now()])
  if (!reply) {
    forgetStates(key)
    return null
  }
  const [counted, used] = reply
  rememberUsed(key, used)
  return { isCounted: counted === 1, used }
}

/** In milliseconds. A statement whose answer is lost may still be running. */
const TAKE_BACK_PAUSES = [2_000, 4_000]

/** PostgreSQL counts and records the call in one statement. Throws its error. */
async function countInDatabase(ctx: BaseContext, call: Call, counted: CountedCall): Promise<Count> {
  const { countCall, isRecorded, readQuotas, takeBackCall } = await loadStatements()
  const { organizationId, tokenHash } = call
  const db = await ctx.hotDb()
  const takeBack = async () => {
    await takeBackCall(db, organizationId, counted)
    await refreshQuotas(ctx, db, [organizationId]).catch(ifUnavailable([]))
  }
  const takeBackLater = async () => {
    for (const pause of TAKE_BACK_PAUSES) {
      await sleep(pause)
      await takeBack().catch(() => {})
    }
  }
  const newlyCounted = await countCall(db, call, counted).catch((error: unknown) => {
    ctx.waitUntil(takeBackLater())
    throw error
  })
  const [quota] = newlyCounted ? [newlyCounted] : await readQuotas(db, [organizationId], call.at)
  const token = quota?.tokens.get(tokenHash)
  if (!quota || !token) return { at: call.at, used: 0, refusal: 'UNKNOWN_TOKEN', finish() {} }
  const { at, organization, used } = quota
  rememberState(
    { tokenHash, key: quotaKey(ctx.settings, organizationId, monthOf(at)) },
    { token, organization, used },
  )
  if (newlyCounted)
    return { at, used, finish: (isAnswered) => void (isAnswered || ctx.waitUntil(takeBack())) }
  // A repeated call with an idempotency key has the same request ID.
  const isCounted = await isRecorded(db, counted)
  const refused = await refusalOf({ token, organization }, { ...call, at })
  const refusal = refused ?? (isCounted ? undefined : 'QUOTA')
  // Parallel calls may have used up the rest meanwhile.
  return {
    at,
    used: refusal === 'QUOTA' ? Math.max(used, organization.monthlyLimit) : used,
    refusal,
    finish() {},
  }
}
