import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import { defineScript, ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import type { Authorized, Call, Count, CountedCall } from './authorization.ts'
import { countInDatabase } from './count-in-database.ts'
import { forgetStates, rememberState, type TokenOfMonth, unconfirmedCalls } from './known-quotas.ts'
import { isUsedUp, parseState, type QuotaState, stateTexts } from './quota-state.ts'

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
  const isFree = state.organization.tier === 'FREE'
  if (isFree && isUsedUp(state)) return { at: call.at, used: state.used, refusal: 'QUOTA', finish() {} }
  const count = isFree
    ? undefined
    : (countAfterAnswer(ctx, call, state) ?? (await countInRedis(ctx, call, state)))
  return count ?? (await countInDatabase(ctx, call, counted))
}

/** Undefined if too little is left. If Redis doesn't confirm the call, fewer of the next ones are answered first. */
function countAfterAnswer(
  { redis, waitUntil }: BaseContext,
  call: Call,
  { organization: { monthlyLimit }, used }: QuotaState,
): Count | undefined {
  const answered = unconfirmedCalls(call)
  const left = monthlyLimit - used - answered.size
  const allowed = Math.max(1, Math.floor(left * UNCONFIRMED))
  if (left <= monthlyLimit * SCARCE || answered.size >= allowed) return undefined
  const own = { answeredAt: Date.now() }
  answered.add(own)
  const count = async () => {
    const reply = await addCalls(redis, call, 1).catch(ifUnavailable(undefined))
    if (reply?.isCounted) answered.delete(own)
  }
  return {
    at: call.at,
    used: used + answered.size,
    finish: (isAnswered) => void (isAnswered ? waitUntil(count()) : answered.delete(own)),
  }
}

/** Undefined if Redis doesn't answer or has lost its data. */
async function countInRedis(
  { redis, waitUntil }: BaseContext,
  call: Call,
  { organization }: QuotaState,
): Promise<Count | undefined> {
  const limit = organization.monthlyLimit - unconfirmedCalls(call).size
  const reply = await addCalls(redis, call, 1, limit).catch(ifUnavailable(undefined))
  if (reply?.used == null) return undefined
  const { isCounted, used } = reply
  const takeBack = () => waitUntil(addCalls(redis, call, -1).catch(ifUnavailable(undefined)))
  return {
    at: call.at,
    used: isCounted ? used : Math.max(used, organization.monthlyLimit),
    refusal: isCounted ? undefined : 'QUOTA',
    finish: (isAnswered) => {
      if (isCounted && !isAnswered) takeBack()
    },
  }
}

/**
 * Adds to the month's counter, unless it is missing or the limit would be passed.
 *
 * KEYS  1 the organization's month
 * ARGV  1 token hash  2 calls, or a negative number to take calls back  3 the limit, or ""  4 now (ms)
 */
const addScript = defineScript(
  `#!lua flags=allow-key-locking
local key, calls, limit = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call('HGET', key, 'used') or '')
local counts = used and (not limit or used + calls <= limit)
if counts then
  used = math.max(used + calls, 0)
  redis.call('HSET', key, 'used', used, 'countedAt', ARGV[4])
end
return {counts and 1 or 0, used or false, redis.call('HMGET', key, ARGV[1], 'organization', 'used', 'countedAt')}
`,
  z.tuple([z.number(), z.number().nullable(), stateTexts]),
)

/** `used` is null if Redis doesn't know the month. Throws RedisUnavailable. */
export async function addCalls(
  redis: RedisClient,
  call: TokenOfMonth,
  calls: number,
  limit?: number,
): Promise<{ isCounted: boolean; used: number | null }> {
  const args = [call.tokenHash, calls, limit ?? '', Date.now()]
  const [counted, used, texts] = await redis.script(addScript, [call.key], args)
  const state = parseState(texts)
  if (state) rememberState(call, state)
  else forgetStates(call.key)
  return { isCounted: counted === 1, used }
}
