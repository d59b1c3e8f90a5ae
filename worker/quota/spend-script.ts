import * as z from 'zod'
import { defineScript, type RedisClient } from '#worker/clients/redis.ts'
import type { Month } from './month.ts'
import {
  type CachedOrganization,
  type CachedToken,
  DELETED_TOKEN,
  type QuotaState,
  quotaKeyExpiry,
  stateAnswer,
} from './quota-state.ts'

/**
 * Spends at the primary and returns the state. A call that was already answered is spent in any case (`force`). Any
 * other call is spent if its token and organization may make it, the month's limit allows it, and the blocks have
 * room for it and for `unconfirmed`, the calls of this isolate that were answered and are not spent yet.
 * A block from PostgreSQL is added first. Its token never replaces a cached one, which is newer.
 *
 * KEYS  the organization's month
 * ARGV  1 token hash  2 cost  3 unconfirmed, or "force"  4 permission  5 now (ms)
 *       6 size of a block to add, or ""  7 its token  8 its organization  9 sum of all blocks  10 expiry of the key (s)
 */
const spendScript = defineScript(
  `#!lua flags=allow-key-locking
local key, cost, now = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[5])
if ARGV[6] ~= '' then
  redis.call('HSETNX', key, ARGV[1], ARGV[7])
  redis.call('HSETNX', key, 'organization', ARGV[8])
  redis.call('HINCRBY', key, 'left', ARGV[6])
  local reserved = tonumber(redis.call('HGET', key, 'reserved') or '0')
  redis.call('HSET', key, 'reserved', math.max(reserved, tonumber(ARGV[9])))
  redis.call('EXPIREAT', key, ARGV[10])
end
local state = redis.call('HMGET', key, ARGV[1], 'organization', 'left', 'reserved')
local left, reserved = tonumber(state[3] or ''), tonumber(state[4] or '')
local function maySpend()
  if not (state[1] and state[2] and left and reserved) or state[1] == '${DELETED_TOKEN}' then return false end
  local token, organization = cjson.decode(state[1]), cjson.decode(state[2])
  local room = cost + tonumber(ARGV[3])
  return (token.endsAt == 0 or token.endsAt > now) and token[ARGV[4]] and organization.status == 'ACTIVE'
    and room <= left and reserved - left + room <= organization.monthlyLimit
end
if cost > 0 and left and (ARGV[3] == 'force' or maySpend()) then
  redis.call('HSET', key, 'left', left - cost, 'spentAt', now)
  return {1, left - cost, {state[1], state[2], left - cost, state[4]}}
end
return {0, left or false, state}
`,
  z.tuple([z.number(), z.number().nullable(), stateAnswer]),
)

type Block = {
  size: number
  token: CachedToken
  organization: CachedOrganization
  reserved: number
  month: Month
}

/** `left` is null if Redis doesn't know the organization's month, `state` undefined if it doesn't know the token either. */
export type SpendResult = { spent: boolean; left: number | null; state: QuotaState | undefined }

type Spend = {
  tokenHash: string
  cost: number
  permission: 'read' | 'validation'
  unconfirmed: number | 'force'
  at: Date
  block?: Block | undefined
}

export async function spendAtPrimary(
  redis: RedisClient,
  key: string,
  { tokenHash, cost, permission, unconfirmed, at, block }: Spend,
): Promise<SpendResult> {
  const added = block
    ? [
        block.size,
        JSON.stringify(block.token),
        JSON.stringify(block.organization),
        block.reserved,
        quotaKeyExpiry(block.month),
      ]
    : ['']
  const args = [tokenHash, cost, unconfirmed, permission, at.getTime(), ...added]
  const [spent, left, state] = await redis.script(spendScript, [key], args)
  return { spent: spent === 1, left, state }
}

/** Gives calls back that were spent and then failed. */
export const giveBack = (redis: RedisClient, key: string, calls: number) =>
  redis.run(z.number(), (client) => client.hincrby(key, 'left', calls))
