import * as z from 'zod/mini'
import type { Db } from '#db/client.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { defineScript } from '#worker/services/redis.ts'
import { quotaKey } from './month.ts'
import { quotaRecord } from './quota-state.ts'
import { type Quota, readQuotas } from './quota-statements.ts'

export async function readQuota(ctx: BaseContext, organizationId: string): Promise<Quota | undefined> {
  const [quota] = await readQuotas(await ctx.hotDb(), [organizationId])
  return quota
}

/** By then, the queue has delivered the calls that Redis has counted. */
const QUIET_MS = 120_000

export const KEPT_SECONDS = 40 * 86_400

/**
 * An organization is a hash: `used` calls of the month that ends at `resetDate` (ms), `countedAt`, `organization` with its
 * tokens, `changedAt`, since when that is stored, and `readAt`. What PostgreSQL answered earlier than what is stored changes
 * nothing, so a slow reader can't undo a change. The counter becomes PostgreSQL's, or is only raised while it counts calls that
 * PostgreSQL doesn't know yet. Neither count is of use in a later month.
 *
 * KEYS  1 the organization
 * ARGV  1 when PostgreSQL was read (its clock, µs)  2 used calls  3 the end of their month (ms)  4 the organization's text
 *       5 the latest time of a count that PostgreSQL knows (ms)  6 how long the key is kept (s)
 */
const storeScript = defineScript(
  `#!lua flags=allow-key-locking
local known = redis.call('HMGET', KEYS[1], 'readAt', 'used', 'resetDate', 'countedAt', 'organization', 'changedAt')
local readAt, used, resetDate, countedAt = tonumber(known[1] or '') or 0, tonumber(known[2] or '') or 0, tonumber(known[3] or '') or 0, tonumber(known[4] or '') or 0
if readAt > tonumber(ARGV[1]) then return {0, false} end
local read, readReset = tonumber(ARGV[2]), tonumber(ARGV[3])
if readReset > resetDate then used, resetDate = 0, readReset elseif readReset < resetDate then read = 0 end
local isExact = countedAt <= tonumber(ARGV[5])
if isExact then used = read else used = math.max(used, read) end
local changedAt = known[5] == ARGV[4] and known[6] or ARGV[1]
redis.call('HSET', KEYS[1], 'readAt', ARGV[1], 'used', used, 'resetDate', resetDate, 'countedAt', countedAt, 'organization', ARGV[4], 'changedAt', changedAt)
redis.call('EXPIRE', KEYS[1], ARGV[6])
return {isExact and 1 or 0, changedAt}
`,
  z.tuple([z.number(), z.nullable(z.string())]),
)

/** `isExact`: the counter is PostgreSQL's now. `changedAt` is null if Redis has a later one. Throws RedisUnavailable. */
export async function storeQuota(
  { redis, settings }: Pick<BaseContext, 'redis' | 'settings'>,
  { organizationId, organization, tokens, usedCount, resetDate, readAt }: Quota,
): Promise<{ isExact: boolean; changedAt: string | null }> {
  const text = quotaRecord.encode({ organization, tokens })
  const [isExact, changedAt] = await redis.script(
    storeScript,
    [quotaKey(settings, organizationId)],
    [readAt, usedCount, resetDate.getTime(), text, Date.now() - QUIET_MS, KEPT_SECONDS],
  )
  return { isExact: isExact === 1, changedAt }
}

/**
 * After PostgreSQL was changed, or when Redis may differ. Returns the organizations whose counter is PostgreSQL's now.
 * Throws RedisUnavailable, and PostgreSQL's error.
 */
export async function refreshQuotas(
  ctx: BaseContext,
  db: Db,
  organizationIds: readonly string[],
): Promise<string[]> {
  const exact: string[] = []
  for (const quota of await readQuotas(db, organizationIds))
    if ((await storeQuota(ctx, quota)).isExact) exact.push(quota.organizationId)
  return exact
}
