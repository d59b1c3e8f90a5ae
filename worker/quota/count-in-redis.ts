import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import {
  ANSWER_SECONDS,
  CLAIM_SECONDS,
  type Claim,
  claimKey,
  formatClaim,
  parseClaim,
  type StoredClaim,
} from '#worker/idempotency/claim.ts'
import { defineScript, ifUnavailable, type RedisClient } from '#worker/services/redis.ts'
import type { CountedCall } from './authorization.ts'
import { type Call, type Decision, refusalOf } from './call.ts'
import { decideInDatabase } from './decide-in-database.ts'
import {
  addUnconfirmed,
  forgetStates,
  rememberState,
  type TokenOfMonth,
  unconfirmedCalls,
} from './known-quotas.ts'
import { type CachedOrganization, parseState, type QuotaState, stateTexts } from './quota-state.ts'

/** A part of the monthly limit. With less left, calls are counted before the answer. */
const SCARCE = 1 / 10
/** A part of what is left: the calls that an isolate may answer before Redis confirms them, but at least one. */
const UNCONFIRMED = 1 / 1_000

/**
 * Adds a call to the month's counter, unless it is missing, the limit would be passed, or the idempotency key is claimed.
 *
 * KEYS  1 the organization's month  2 the idempotency key, if any
 * ARGV  1 token hash  2 calls, or a negative number to take calls back  3 the limit, or ""
 *       4 now (ms)  5 the claim, or ""
 */
const countScript = defineScript(
  `#!lua flags=allow-key-locking
local key, calls, limit = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call('HGET', key, 'used') or '')
local claim = KEYS[2] and redis.call('GET', KEYS[2])
local counts = used and not claim and (not limit or used + calls <= limit)
if counts then
  redis.call('HSET', key, 'used', math.max(used + calls, 0), 'countedAt', ARGV[4])
  if KEYS[2] then redis.call('SET', KEYS[2], ARGV[5], 'EX', ${CLAIM_SECONDS}) end
end
return {counts and 1 or 0, redis.call('HMGET', key, ARGV[1], 'organization', 'used', 'countedAt'), claim or false}
`,
  z.tuple([z.number(), stateTexts, z.string().nullable()]),
)

/** `state` is undefined if Redis doesn't know the token or the month. `stored` is an earlier claim. */
type Reply = { isCounted: boolean; state: QuotaState | undefined; stored: StoredClaim | undefined }
type Count = { calls: number; limit?: number | undefined; claim?: Claim | undefined }

/** Throws RedisUnavailable. */
async function count(redis: RedisClient, call: TokenOfMonth, { calls, limit, claim }: Count): Promise<Reply> {
  const keys = claim ? [call.key, claimKey(claim)] : [call.key]
  const args = [call.tokenHash, calls, limit ?? '', Date.now(), claim ? formatClaim(claim) : '']
  const [counted, texts, claimed] = await redis.script(countScript, keys, args)
  const state = parseState(texts)
  if (state) rememberState(call, state)
  else forgetStates(call.key)
  const stored = claimed === null ? undefined : parseClaim(claimed)
  if (claim && claimed !== null && !stored) {
    // Another release wrote it, or it is damaged.
    await deleteClaim(redis, claim)
    return await count(redis, call, { calls, limit, claim })
  }
  return { isCounted: counted === 1, state, stored }
}

const deleteClaim = (redis: RedisClient, claim: Claim) =>
  redis.run(z.unknown(), (client) => client.del(claimKey(claim)))

/** See SCARCE and UNCONFIRMED. */
export function mayAnswerFirst({ key, counted }: Call, { organization, used }: QuotaState): boolean {
  const unconfirmed = unconfirmedCalls(key)
  const left = organization.monthlyLimit - used - unconfirmed
  const allowed = Math.max(1, Math.floor(left * UNCONFIRMED))
  return !counted?.claim && left > organization.monthlyLimit * SCARCE && unconfirmed < allowed
}

/** Counts the call after its answer. If Redis doesn't confirm that, fewer of the next calls are answered first. */
export function answerFirst(ctx: BaseContext, call: Call, known: Decision): Decision {
  const confirm = addUnconfirmed(call.key)
  const countAnswered = async () => {
    const { isCounted } = await count(ctx.redis, call, { calls: 1 })
    if (isCounted) confirm()
  }
  return {
    ...known,
    used: known.used + unconfirmedCalls(call.key),
    finish: (isAnswered) => {
      if (isAnswered) ctx.waitUntil(countAnswered().catch(ifUnavailable(undefined)))
      else confirm()
    },
  }
}

/** Counts the call before its answer: in Redis, or in PostgreSQL if Redis doesn't answer or has lost its data. */
export async function countFirst(
  ctx: BaseContext,
  call: Call,
  counted: CountedCall,
  { monthlyLimit }: CachedOrganization,
): Promise<Decision | undefined> {
  const { claim } = counted
  const limit = monthlyLimit - unconfirmedCalls(call.key)
  const reply = await count(ctx.redis, call, { calls: 1, limit, claim }).catch(ifUnavailable(undefined))
  const takeBack = () => {
    if (reply?.isCounted) ctx.waitUntil(takeBackInRedis(ctx.redis, call).catch(ifUnavailable(undefined)))
  }
  if (!reply?.state) {
    takeBack()
    return await decideInDatabase(ctx, call, counted)
  }
  const { isCounted, state, stored } = reply
  if (!state.token) {
    takeBack()
    return undefined
  }
  const known = { at: call.at, token: state.token, organization: state.organization, used: state.used }
  const refusal = refusalOf(known, call.permission)
  if (refusal) takeBack()
  return {
    ...known,
    refusal: refusal ?? (isCounted || stored ? undefined : 'QUOTA'),
    stored,
    finish: (isAnswered) => {
      if (!isAnswered) takeBack()
    },
    storeAnswer: claim && ((answer) => storeAnswer(ctx, claim, answer)),
  }
}

/** The idempotency key of a call that failed can be used again. */
async function takeBackInRedis(redis: RedisClient, call: Call): Promise<void> {
  await count(redis, call, { calls: -1 })
  if (call.counted?.claim) await deleteClaim(redis, call.counted.claim)
}

const storeAnswer = ({ redis }: BaseContext, claim: Claim, answer: string) =>
  redis.run(z.unknown(), (client) =>
    client.set(claimKey(claim), formatClaim(claim, answer), { ex: ANSWER_SECONDS }),
  )

/** Of calls that PostgreSQL took back, with a negative number. Throws RedisUnavailable. */
export const addCalls = (redis: RedisClient, key: string, calls: number) =>
  count(redis, { key, tokenHash: '' }, { calls })
