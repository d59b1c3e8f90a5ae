import * as z from 'zod'
import type { BaseContext } from '#worker/base-context.ts'
import { defineScript } from '#worker/services/redis.ts'
import { forgetStates } from './known-quotas.ts'
import { type Month, quotaKeyExpiry } from './month.ts'
import {
  type CachedOrganization,
  type CachedToken,
  DELETED_TOKEN,
  organizationRecord,
  tokenRecord,
} from './quota-state.ts'

/**
 * Raises the month's counter to PostgreSQL's, and brings the records to what PostgreSQL says. To "repair" means that
 * records that differ are only forgotten: they were changed while Redis was down.
 *
 * KEYS  1 the organization's month
 * ARGV  1 "repair" or "load"  2 used calls  3 now (ms)  4 expiry of the key (s)  5… names and texts of fields
 */
const refreshScript = defineScript(
  `#!lua flags=allow-key-locking
local key, repairs = KEYS[1], ARGV[1] == 'repair'
if repairs and redis.call('EXISTS', key) == 0 then return 0 end
local used, repaired = tonumber(redis.call('HGET', key, 'used') or '') or 0, 0
redis.call('HSET', key, 'used', math.max(used, tonumber(ARGV[2])), 'countedAt', ARGV[3])
for place = 5, #ARGV, 2 do
  local field, text = ARGV[place], ARGV[place + 1]
  local known = redis.call('HGET', key, field)
  if text == '${DELETED_TOKEN}' and known ~= text then repaired = repaired + 1; redis.call('HSET', key, field, text)
  elseif known ~= '${DELETED_TOKEN}' and known ~= text then
    if not repairs then redis.call('HSET', key, field, text)
    elseif known then repaired = repaired + redis.call('HDEL', key, field) end
  end
end
redis.call('EXPIREAT', key, ARGV[4])
return repaired
`,
  z.number(),
)

type Truth = {
  used: number
  organization: CachedOrganization
  /** By their hashes; null for deleted ones. */
  tokens: Readonly<Record<string, CachedToken | null>>
}

/** Throws RedisUnavailable. */
export async function refreshCache(
  { redis }: Pick<BaseContext, 'redis'>,
  { key, month }: { key: string; month: Month },
  by: 'repair' | 'load',
  { used, organization, tokens }: Truth,
): Promise<void> {
  const records = Object.entries(tokens).flatMap(([hash, token]) => [
    hash,
    token ? tokenRecord.encode(token) : DELETED_TOKEN,
  ])
  const repaired = await redis.script(
    refreshScript,
    [key],
    [
      by,
      used,
      Date.now(),
      quotaKeyExpiry(month),
      'organization',
      organizationRecord.encode(organization),
      ...records,
    ],
  )
  if (repaired > 0) forgetStates(key)
}
