import * as z from 'zod'
import type { Db } from '#db/client.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry } from '#worker/lib/time.ts'
import { defineScript, ifUnavailable, RedisUnavailable } from '#worker/services/redis.ts'
import { monthOf, quotaKey, quotaKeyExpiry } from './month.ts'
import { type CachedOrganization, type CachedToken, quotaRecord } from './quota-state.ts'
import type { Quota } from './quota-statements.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms. */
export const loadStatements = onceLoaded(() => import('./quota-statements.ts'))

type TokenOf = { organizationId: string; tokenHash: string }

/** `at` decides the month, and `key` names it in Redis. */
export type FoundQuota = {
  organization: CachedOrganization
  token: CachedToken
  used: number
  at: Date
  key: string
}

/**
 * From this isolate, the nearest replica, or PostgreSQL, whose month counts if this machine's clock is behind. Undefined
 * for an unknown token, and for one that only PostgreSQL could know if it may not be asked.
 */
export async function findQuota(
  ctx: BaseContext,
  request: TokenOf,
  { mayLoad }: { mayLoad: boolean },
): Promise<FoundQuota | undefined> {
  const { redis, now } = ctx
  const known = knownQuota(ctx, request)
  if (known) return known
  const key = keyOf(ctx, request)
  const texts = await redis
    .run(cachedTexts, (client) => client.hmget(key, 'organization', 'used'))
    .catch(ifUnavailable(undefined))
  const [organizationText, usedText] = texts?.map((text) => text ?? '') ?? []
  const cached = quotaRecord.decode(organizationText ?? '')
  if (cached?.tokens[request.tokenHash] && /^\d+$/.test(usedText ?? ''))
    return rememberQuota({ ...cached, used: Number(usedText), at: now, key }, request.tokenHash)
  return mayLoad ? await loadQuota(ctx, request, organizationText) : undefined
}

/** Null if the field is missing. */
const cachedTexts = z.array(z.string().nullable())

const keyOf = ({ settings, now }: BaseContext, { organizationId }: { organizationId: string }) =>
  quotaKey(settings, organizationId, monthOf(now))

const MAX_ORGANIZATIONS = 2_000
/** In milliseconds. A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED = 30_000
/** In milliseconds. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000

/** What this isolate knows about an organization's month. */
type KnownQuota = Pick<Quota, 'organization' | 'tokens' | 'used'> & {
  readAt: number
  /** Calls that were answered, and that Redis hasn't counted yet. */
  unconfirmed: Set<UnconfirmedCall>
}

type UnconfirmedCall = { answeredAt: number }

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

/** Undefined if this isolate doesn't know the token, or for too long. */
export function knownQuota(ctx: BaseContext, request: TokenOf): FoundQuota | undefined {
  const key = keyOf(ctx, request)
  const known = quotas.get(key)
  const token = known?.tokens[request.tokenHash]
  if (!known || !token || Date.now() - known.readAt >= MAX_AGE) return undefined
  return { organization: known.organization, used: known.used, token, at: ctx.now, key }
}

type ReadQuota = Omit<Quota, 'organizationId'> & { key: string }

function rememberQuota({ key, at, ...quota }: ReadQuota, tokenHash: string): FoundQuota | undefined {
  const { organization, tokens, used } = quota
  const token = tokens[tokenHash]
  if (!token) return undefined
  const unconfirmed = quotas.get(key)?.unconfirmed ?? new Set()
  quotas.set(key, { organization, tokens, used, readAt: Date.now(), unconfirmed })
  return { organization, token, used, at, key }
}

/** After a call was counted. */
export function rememberUsed(key: string, used: number): void {
  const known = quotas.get(key)
  if (known) known.used = used
}

export function forgetQuota(key: string): undefined {
  const known = quotas.get(key)
  if (known) known.readAt = 0
}

/** Of an organization's month. */
export function unconfirmedCalls(key: string): Set<UnconfirmedCall> {
  const calls = quotas.get(key)?.unconfirmed ?? new Set()
  for (const call of calls) if (call.answeredAt <= Date.now() - MAX_UNCONFIRMED) calls.delete(call)
  return calls
}

/** Redis is skipped if it has just failed: then it gave no text. */
async function loadQuota(
  ctx: BaseContext,
  { organizationId, tokenHash }: TokenOf,
  organizationText: string | undefined,
): Promise<FoundQuota | undefined> {
  const { readQuotas } = await loadStatements()
  const [quota] = await readQuotas(await ctx.hotDb(), [organizationId], ctx.now)
  if (!quota?.tokens[tokenHash]) return undefined
  if (organizationText !== undefined) {
    const stored = storeQuota(ctx, quota, organizationText).catch(ifUnavailable(false))
    // Calls of a paid organization are counted in Redis.
    if (quota.organization.tier === 'FREE') ctx.waitUntil(stored)
    else await stored
  }
  return rememberQuota(
    { ...quota, key: quotaKey(ctx.settings, organizationId, monthOf(quota.at)) },
    tokenHash,
  )
}

/** In milliseconds. By then, the queue has delivered the calls that Redis has counted. */
const QUIET = 120_000

/**
 * An organization's month is a hash: `used`, `countedAt` and `organization`, with its tokens. The counter becomes
 * PostgreSQL's, or is only raised while it counts calls that PostgreSQL doesn't know yet. The organization is replaced if it
 * hasn't changed since it was read; else a difference makes the next call load it.
 *
 * KEYS  1 the organization's month
 * ARGV  1 used calls  2 the latest time of a count that PostgreSQL knows (ms)  3 expiry of the key (s)
 *       4 the organization's text when PostgreSQL was read  5 its text now  6 its text after a difference
 */
const storeScript = defineScript(
  `#!lua flags=allow-key-locking
local known = redis.call('HMGET', KEYS[1], 'used', 'countedAt', 'organization')
local used, countedAt, text = ARGV[1], tonumber(known[2] or '') or 0, known[3] or ''
local isExact = countedAt <= tonumber(ARGV[2])
if not isExact then used = math.max(used, tonumber(known[1] or '') or 0) end
if text == ARGV[4] then text = ARGV[5] elseif text ~= ARGV[5] then text = ARGV[6] end
redis.call('HSET', KEYS[1], 'used', used, 'countedAt', countedAt, 'organization', text)
redis.call('EXPIREAT', KEYS[1], ARGV[3])
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
  const text = quotaRecord.encode({ organization, tokens })
  const isExact = await redis.script(
    storeScript,
    [quotaKey(settings, organizationId, month)],
    [used, knownUntil, quotaKeyExpiry(month), organizationText, text, changed()],
  )
  return isExact === 1
}

/**
 * After PostgreSQL's count was changed, or when it may differ. Returns the organizations whose counter is PostgreSQL's now.
 * Throws RedisUnavailable.
 */
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
    forgetQuota(key)
    await ctx.redis.run(z.unknown(), (redis) =>
      redis.multi().hset(key, { organization: changed() }).expireat(key, quotaKeyExpiry(month)).exec(),
    )
    forgetQuota(key)
  }
  await forget().catch((error: unknown) => {
    if (!(error instanceof RedisUnavailable)) throw error
    ctx.waitUntil(retry(forget, { delays: RETRY_DELAYS }))
  })
}
