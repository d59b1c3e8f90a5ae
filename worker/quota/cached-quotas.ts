import * as z from 'zod'
import type { Db } from '#db/client.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry } from '#worker/lib/time.ts'
import { defineScript, RedisUnavailable, type Script } from '#worker/services/redis.ts'
import { forgetStates } from './known-quotas.ts'
import { monthOf, quotaKey, quotaKeyExpiry } from './month.ts'
import { organizationRecord, tokenRecord } from './quota-state.ts'
import type { Quota } from './quota-statements.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms. */
export const loadStatements = onceLoaded(() => import('./quota-statements.ts'))

/** In milliseconds. By then, the queue has delivered the calls that Redis has counted. */
const QUIET = 120_000

/**
 * An organization's month is a hash: `used`, `countedAt`, `organization`, and each token under its hash. The counter becomes
 * PostgreSQL's, or is only raised while it counts calls that PostgreSQL doesn't know yet.
 *
 * KEYS  1 the organization's month
 * ARGV  1 used calls  2 the latest time of a count that PostgreSQL knows (ms)  3 expiry of the key (s)  4 see below
 *       5… names and texts of the records
 */
const setCounter = `#!lua flags=allow-key-locking
local key = KEYS[1]
local used = tonumber(redis.call('HGET', key, 'used') or '')
local countedAt = tonumber(redis.call('HGET', key, 'countedAt') or '') or 0
local isExact = not used or countedAt <= tonumber(ARGV[2])
redis.call('HSET', key, 'used', isExact and ARGV[1] or math.max(used, tonumber(ARGV[1])), 'countedAt', countedAt)
redis.call('EXPIREAT', key, ARGV[3])
local current, known = { used = true, countedAt = true }, redis.call('HGETALL', key)
for place = 5, #ARGV, 2 do current[ARGV[place]] = ARGV[place + 1] end
`

/** Replaces the records, unless the organization's has changed: ARGV[4] is its text when they were read, or "". */
const storeScript = defineScript(
  `${setCounter}
if (redis.call('HGET', key, 'organization') or '') ~= ARGV[4] then return isExact and 1 or 0 end
for place = 1, #known, 2 do
  if not current[known[place]] then redis.call('HDEL', key, known[place]) end
end
for place = 5, #ARGV, 2 do redis.call('HSET', key, ARGV[place], ARGV[place + 1]) end
return isExact and 1 or 0
`,
  z.number(),
)

/** If a record differs, the organization's becomes ARGV[4], so that the next call loads all of them. */
const refreshScript = defineScript(
  `${setCounter}
for place = 1, #known, 2 do
  local record = current[known[place]]
  if record ~= true and record ~= known[place + 1] then redis.call('HSET', key, 'organization', ARGV[4]) end
end
return isExact and 1 or 0
`,
  z.number(),
)

/** Whether the counter is PostgreSQL's now. */
async function write(
  { redis, settings }: Pick<BaseContext, 'redis' | 'settings'>,
  script: Script<number>,
  { organizationId, organization, used, at, tokens }: Quota,
  argument: string,
): Promise<boolean> {
  const month = monthOf(at)
  // PostgreSQL knows every answered call of FREE.
  const known = organization.tier === 'FREE' ? Date.now() : Date.now() - QUIET
  const records = [...tokens].flatMap(([hash, token]) => [hash, tokenRecord.encode(token)])
  const key = quotaKey(settings, organizationId, month)
  const args = [
    used,
    known,
    quotaKeyExpiry(month),
    argument,
    'organization',
    organizationRecord.encode(organization),
  ]
  return (await redis.script(script, [key], [...args, ...records])) === 1
}

/** `earlier` is the organization's text before PostgreSQL was read. Throws RedisUnavailable. */
export const storeQuota = (ctx: BaseContext, quota: Quota, earlier: string) =>
  write(ctx, storeScript, quota, earlier)

/** Returns the organizations whose counter is PostgreSQL's now. Throws RedisUnavailable. */
export async function refreshQuotas(
  ctx: BaseContext,
  db: Db,
  organizationIds: readonly string[],
): Promise<string[]> {
  const { readQuotas } = await loadStatements()
  const exact: string[] = []
  for (const quota of await readQuotas(db, organizationIds, ctx.now))
    if (await write(ctx, refreshScript, quota, changed())) exact.push(quota.organizationId)
  return exact
}

/** Never the same, so that a slower call can't store what it read before. */
const changed = () => `changed ${crypto.randomUUID()}`

/** In milliseconds: Redis is skipped for a second after a failure. */
const RETRY_DELAYS = [1_500, 3_000, 6_000, 12_000]

/** After a change of the organization or its tokens is committed. The next call loads them from PostgreSQL. */
export async function forgetOrganization(ctx: BaseContext, organizationId: string): Promise<void> {
  const month = monthOf(ctx.now)
  const key = quotaKey(ctx.settings, organizationId, month)
  const forget = async () => {
    forgetStates(key)
    await ctx.redis.run(z.unknown(), (redis) =>
      redis.multi().hset(key, { organization: changed() }).expireat(key, quotaKeyExpiry(month)).exec(),
    )
    forgetStates(key)
  }
  await forget().catch((error: unknown) => {
    if (!(error instanceof RedisUnavailable)) throw error
    ctx.waitUntil(retry(forget, { delays: RETRY_DELAYS }))
  })
}
