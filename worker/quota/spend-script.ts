import * as z from 'zod'
import {
  ANSWER_SECONDS,
  CLAIM_SECONDS,
  type Claim,
  claimKey,
  formatClaim,
  parseClaim,
  type StoredClaim,
} from '#worker/idempotency/claim.ts'
import { defineScript, type RedisClient } from '#worker/services/redis.ts'
import type { Call } from './call.ts'
import {
  DELETED_TOKEN,
  organizationRecord,
  parseState,
  type QuotaState,
  quotaKeyExpiry,
  RECORD_VERSION,
  stateTexts,
  tokenRecord,
} from './quota-state.ts'
import type { Reservation } from './reserve.ts'

/**
 * Spends at the primary and returns the state. A call that was already answered is spent in any case (`force`). Any
 * other call is spent if its token and organization may make it, the month's limit allows it, and the blocks have
 * room for it and for `unconfirmed`, the calls of this isolate that were answered and are not spent yet.
 * A block from PostgreSQL is added first. Its token never replaces a cached one, which is newer. `reserved` is the sum
 * of the blocks that arrived: another isolate may be about to add one. With an idempotency key that is already claimed,
 * nothing is spent.
 *
 * KEYS  1 the organization's month  2 the idempotency key, if any
 * ARGV  1 token hash  2 cost  3 unconfirmed, or "force"  4 permission  5 now (ms)  6 the claim, or ""
 *       7 size of a block to add, or ""  8 its token  9 its organization  10 recorded calls
 *       11 sum of all blocks once none is on its way, or 0  12 expiry of the key (s)
 */
const spendScript = defineScript(
  `#!lua flags=allow-key-locking
local key, cost, now = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[5])
if ARGV[7] ~= '' then
  redis.call('HSETNX', key, ARGV[1], ARGV[8])
  redis.call('HSETNX', key, 'organization', ARGV[9])
  redis.call('HINCRBY', key, 'left', ARGV[7])
  local reserved = tonumber(redis.call('HGET', key, 'reserved') or ARGV[10])
  local sum = math.min(reserved + ARGV[7], cjson.decode(ARGV[9]).monthlyLimit)
  redis.call('HSET', key, 'reserved', math.max(reserved, sum, tonumber(ARGV[11])))
  redis.call('EXPIREAT', key, ARGV[12])
end
local state = redis.call('HMGET', key, ARGV[1], 'organization', 'left', 'reserved')
local left, reserved = tonumber(state[3] or ''), tonumber(state[4] or '')
local function maySpend()
  if not (state[1] and state[2] and left and reserved) or state[1] == '${DELETED_TOKEN}' then return false end
  local token, organization = cjson.decode(state[1]), cjson.decode(state[2])
  if token.v ~= ${RECORD_VERSION} or organization.v ~= ${RECORD_VERSION} then return false end
  local room = cost + tonumber(ARGV[3])
  return (token.endsAt == 0 or token.endsAt > now) and token[ARGV[4]] and organization.status == 'ACTIVE'
    and room <= left and reserved - left + room <= organization.monthlyLimit
end
local isReadable, isAllowed = pcall(maySpend)
local claim = KEYS[2] and redis.call('GET', KEYS[2])
if cost > 0 and left and not claim and (ARGV[3] == 'force' or (isReadable and isAllowed)) then
  redis.call('HSET', key, 'left', left - cost, 'spentAt', now)
  if KEYS[2] then redis.call('SET', KEYS[2], ARGV[6], 'EX', ${CLAIM_SECONDS}) end
  return {1, left - cost, {state[1], state[2], tostring(left - cost), state[4]}, false}
end
return {0, left or false, state, claim or false}
`,
  z.tuple([z.number(), z.number().nullable(), stateTexts, z.string().nullable()]),
)

/**
 * Drops what can't be read, unless it has changed meanwhile, and gives back the calls that were spent with it.
 *
 * KEYS  1 the organization's month  2 the idempotency key to delete, if any
 * ARGV  1 calls to give back  2… the names and the texts of fields
 */
const dropScript = defineScript(
  `#!lua flags=allow-key-locking
for place = 2, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[place]) == ARGV[place + 1] then redis.call('HDEL', KEYS[1], ARGV[place]) end
end
if tonumber(ARGV[1]) > 0 then redis.call('HINCRBY', KEYS[1], 'left', ARGV[1]) end
if KEYS[2] then redis.call('DEL', KEYS[2]) end
return 1
`,
  z.number(),
)

/**
 * `left` is null if Redis doesn't know the organization's month, `state` undefined if it doesn't know the token either.
 * `stored` is an earlier claim of the idempotency key.
 */
export type SpendReply = {
  isSpent: boolean
  left: number | null
  state: QuotaState | undefined
  stored: StoredClaim | undefined
}

/** A block is the last one if no other is on its way. */
type Options = { unconfirmed: number | 'force'; block?: (Reservation & { isLast: boolean }) | undefined }

export async function spendAtPrimary(
  redis: RedisClient,
  { key, tokenHash, cost, permission, at, claim }: Call,
  { unconfirmed, block }: Options,
): Promise<SpendReply> {
  const added = block
    ? [
        block.size,
        tokenRecord.encode(block.token),
        organizationRecord.encode(block.organization),
        block.used,
        block.isLast ? block.reserved : 0,
        quotaKeyExpiry(block.month),
      ]
    : ['']
  const keys = claim ? [key, claimKey(claim)] : [key]
  const args = [
    tokenHash,
    cost,
    unconfirmed,
    permission,
    at.getTime(),
    claim ? formatClaim(claim) : '',
    ...added,
  ]
  const [spent, left, texts, claimText] = await redis.script(spendScript, keys, args)
  const { state, unreadable } = parseState(tokenHash, texts)
  const stored = claimText === null ? undefined : parseClaim(claimText)
  const isClaimReadable = claimText === null || stored !== undefined
  const isSpent = spent === 1
  if (unreadable.length === 0 && isClaimReadable) return { isSpent, left, state, stored }
  const isReturned = isSpent && unconfirmed !== 'force'
  const returned = isReturned ? cost : 0
  await redis.script(dropScript, isReturned || !isClaimReadable ? keys : [key], [returned, ...unreadable])
  return { isSpent: isSpent && !isReturned, left: left === null ? null : left + returned, state, stored }
}

/** Gives calls back that were spent and then failed. Their idempotency key can be used again. */
export const giveBack = (redis: RedisClient, key: string, calls: number, claim?: Claim) =>
  redis.run(z.unknown(), (client) => {
    if (!claim) return client.hincrby(key, 'left', calls)
    return client.multi().hincrby(key, 'left', calls).del(claimKey(claim)).exec()
  })

export const storeAnswerInRedis = (redis: RedisClient, claim: Claim, answer: string) =>
  redis.run(z.unknown(), (client) =>
    client.set(claimKey(claim), formatClaim(claim, answer), { ex: ANSWER_SECONDS }),
  )
