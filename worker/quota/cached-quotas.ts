import * as z from 'zod'
import type { Db } from '#db/client.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry } from '#worker/lib/time.ts'
import { defineScript, ifUnavailable, type RedisClient, RedisUnavailable } from '#worker/services/redis.ts'
import { monthOf, quotaKey, quotaKeyExpiry } from './month.ts'
import {
  type CachedOrganization,
  type CachedToken,
  organizationRecord,
  parseState,
  type QuotaState,
  stateTexts,
  tokenRecord,
} from './quota-state.ts'
import type { Quota } from './quota-statements.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms. */
export const loadStatements = onceLoaded(() => import('./quota-statements.ts'))

type TokenOf = { organizationId: string; tokenHash: string }

/** `at` decides the month, and `key` names it in Redis. */
export type FoundQuota = QuotaState & { at: Date; key: string }

/**
 * From this isolate, the nearest replica, or PostgreSQL, whose month counts if this machine's clock is behind. Undefined
 * for an unknown token, and for one that only PostgreSQL could know if it may not be asked.
 */
export async function findQuota(
  ctx: BaseContext,
  request: TokenOf,
  { mayLoad }: { mayLoad: boolean },
): Promise<FoundQuota | undefined> {
  const known = knownQuota(ctx, request)
  if (known) return known
  const found = await findOutside(ctx, request, mayLoad)
  if (found) rememberQuota(found, request.tokenHash)
  return found
}

async function findOutside(ctx: BaseContext, request: TokenOf, mayLoad: boolean) {
  const key = keyOf(ctx, request)
  const cached = await readQuota(ctx.redis, key, request.tokenHash)
  if (cached?.state) return { ...cached.state, at: ctx.now, key }
  return mayLoad ? await loadQuota(ctx, request, cached?.organizationText) : undefined
}

const keyOf = ({ settings, now }: BaseContext, { organizationId }: { organizationId: string }) =>
  quotaKey(settings, organizationId, monthOf(now))

const MAX_ORGANIZATIONS = 2_000
const MAX_TOKENS = 20
/** In milliseconds. A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED = 30_000
/** In milliseconds. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000

/** What this isolate knows about an organization's month. */
type KnownQuota = {
  organization: CachedOrganization
  used: number
  tokens: BoundedCache<string, { token: CachedToken; readAt: number }>
  /** Calls that were answered, and that Redis hasn't counted yet. */
  unconfirmed: Set<UnconfirmedCall>
}

type UnconfirmedCall = { answeredAt: number }

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

/** Undefined if this isolate doesn't know the token, or for too long. */
export function knownQuota(ctx: BaseContext, request: TokenOf): FoundQuota | undefined {
  const key = keyOf(ctx, request)
  const known = quotas.get(key)
  const found = known?.tokens.get(request.tokenHash)
  if (!known || !found || Date.now() - found.readAt >= MAX_AGE) return undefined
  return { organization: known.organization, used: known.used, token: found.token, at: ctx.now, key }
}

function rememberQuota({ key, token, organization, used }: FoundQuota, tokenHash: string): void {
  const known = quotas.get(key) ?? { tokens: new BoundedCache(MAX_TOKENS), unconfirmed: new Set() }
  known.tokens.set(tokenHash, { token, readAt: Date.now() })
  quotas.set(key, { ...known, organization, used })
}

/** After a call was counted. */
export function rememberUsed(key: string, used: number): void {
  const known = quotas.get(key)
  if (known) known.used = used
}

export function forgetTokens(key: string): void {
  quotas.get(key)?.tokens.clear()
}

/** Of an organization's month. */
export function unconfirmedCalls(key: string): Set<UnconfirmedCall> {
  const calls = quotas.get(key)?.unconfirmed ?? new Set()
  for (const call of calls) if (call.answeredAt <= Date.now() - MAX_UNCONFIRMED) calls.delete(call)
  return calls
}

/** From the nearest replica, which may be a moment behind. Undefined if Redis doesn't answer. */
async function readQuota(redis: RedisClient, key: string, tokenHash: string) {
  const texts = await redis
    .run(stateTexts, (client) => client.hmget(key, tokenHash, 'organization', 'used'))
    .catch(ifUnavailable(undefined))
  return texts && { state: parseState(texts), organizationText: texts[1] ?? '' }
}

/** Redis is skipped if it has just failed. */
async function loadQuota(
  ctx: BaseContext,
  { organizationId, tokenHash }: TokenOf,
  organizationText: string | undefined,
): Promise<FoundQuota | undefined> {
  const { readQuotas } = await loadStatements()
  const [quota] = await readQuotas(await ctx.hotDb(), [organizationId], ctx.now)
  const token = quota?.tokens.get(tokenHash)
  if (!quota || !token) return undefined
  const { organization, used, at } = quota
  if (organizationText !== undefined) {
    const stored = storeQuota(ctx, quota, organizationText).catch(ifUnavailable(false))
    // Calls of a paid organization are counted in Redis.
    if (organization.tier === 'FREE') ctx.waitUntil(stored)
    else await stored
  }
  return { token, organization, used, at, key: quotaKey(ctx.settings, organizationId, monthOf(at)) }
}

/** In milliseconds. By then, the queue has delivered the calls that Redis has counted. */
const QUIET = 120_000

/**
 * An organization's month is a hash: `used`, `countedAt`, `organization`, and each token under its hash. The counter becomes
 * PostgreSQL's, or is only raised while it counts calls that PostgreSQL doesn't know yet. The records are replaced if the
 * organization's hasn't changed since they were read; else a difference makes the next call load all of them.
 *
 * KEYS  1 the organization's month
 * ARGV  1 used calls  2 the latest time of a count that PostgreSQL knows (ms)  3 expiry of the key (s)
 *       4 the organization's text when the records were read  5 its text after a difference  6… names and texts of the records
 */
const storeScript = defineScript(
  `#!lua flags=allow-key-locking
local key, current = KEYS[1], { used = true, countedAt = true }
local used = tonumber(redis.call('HGET', key, 'used') or '')
local countedAt = tonumber(redis.call('HGET', key, 'countedAt') or '') or 0
local isExact = not used or countedAt <= tonumber(ARGV[2])
redis.call('HSET', key, 'used', isExact and ARGV[1] or math.max(used, tonumber(ARGV[1])), 'countedAt', countedAt)
redis.call('EXPIREAT', key, ARGV[3])
local isUnchanged = (redis.call('HGET', key, 'organization') or '') == ARGV[4]
for place = 6, #ARGV, 2 do
  current[ARGV[place]] = ARGV[place + 1]
  if isUnchanged then redis.call('HSET', key, ARGV[place], ARGV[place + 1]) end
end
local known = redis.call('HGETALL', key)
for place = 1, #known, 2 do
  local record = current[known[place]]
  if isUnchanged and not record then redis.call('HDEL', key, known[place]) end
  if not isUnchanged and record ~= true and record ~= known[place + 1] then
    redis.call('HSET', key, 'organization', ARGV[5])
  end
end
return isExact and 1 or 0
`,
  z.number(),
)

/** No organization has this text. */
const NO_TEXT = '-'

/** Returns whether the counter is PostgreSQL's now. Throws RedisUnavailable. */
export async function storeQuota(
  { redis, settings }: Pick<BaseContext, 'redis' | 'settings'>,
  { organizationId, organization, used, at, tokens }: Quota,
  organizationText: string,
): Promise<boolean> {
  const month = monthOf(at)
  // PostgreSQL knows every answered call of FREE.
  const knownUntil = organization.tier === 'FREE' ? Date.now() : Date.now() - QUIET
  const reply = await redis.script(
    storeScript,
    [quotaKey(settings, organizationId, month)],
    [
      used,
      knownUntil,
      quotaKeyExpiry(month),
      organizationText,
      changed(),
      ...['organization', organizationRecord.encode(organization)],
      ...[...tokens].flatMap(([hash, token]) => [hash, tokenRecord.encode(token)]),
    ],
  )
  return reply === 1
}

/** Returns the organizations whose counter is PostgreSQL's now. Throws RedisUnavailable. */
export async function refreshQuotas(
  ctx: BaseContext,
  db: Db,
  organizationIds: readonly string[],
): Promise<string[]> {
  const { readQuotas } = await loadStatements()
  const exact: string[] = []
  for (const quota of await readQuotas(db, organizationIds, ctx.now))
    if (await storeQuota(ctx, quota, NO_TEXT)) exact.push(quota.organizationId)
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
    forgetTokens(key)
    await ctx.redis.run(z.unknown(), (redis) =>
      redis.multi().hset(key, { organization: changed() }).expireat(key, quotaKeyExpiry(month)).exec(),
    )
    forgetTokens(key)
  }
  await forget().catch((error: unknown) => {
    if (!(error instanceof RedisUnavailable)) throw error
    ctx.waitUntil(retry(forget, { delays: RETRY_DELAYS }))
  })
}
