import * as z from 'zod/mini'
import type { Db } from '#db/client.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { defineScript, ifUnavailable } from '#worker/services/redis.ts'
import { type MonthCount, quotaAt, quotaKey } from './month.ts'
import { type CachedOrganization, type CachedToken, quotaRecord } from './quota-state.ts'
import type { Quota } from './quota-statements.ts'

export const loadStatements = onceLoaded(() => import('./quota-statements.ts'))

type TokenOf = { organizationId: string; tokenHash: string }

/** `at` decides the month. */
export type FoundQuota = {
  organization: CachedOrganization
  token: CachedToken
  used: number
  at: Date
}

/**
 * From this isolate, the nearest replica, or PostgreSQL. Undefined for an unknown token, and for one that only PostgreSQL
 * could know if it may not be asked.
 */
export async function findQuota(
  ctx: BaseContext,
  request: TokenOf,
  { mayLoad }: { mayLoad: boolean },
): Promise<FoundQuota | undefined> {
  const known = knownQuota(ctx, request)
  if (known) return known
  const key = keyOf(ctx, request)
  const fields = await ctx.redis
    .run(cachedFields, (client) => client.hmget(key, 'organization', 'used', 'resetDate', 'changedAt'))
    .catch(ifUnavailable(undefined))
  const [organization, used, end, changedAt] = fields ?? []
  const record = quotaRecord.decode(organization ?? '')
  if (record?.tokens[request.tokenHash] && isCount(used) && isCount(end)) {
    const read = { ...record, usedCount: Number(used), resetDate: new Date(Number(end)), changedAt }
    return rememberQuota(ctx, request, read, key)
  }
  return mayLoad ? await loadQuota(ctx, request, { isRedisUp: fields !== undefined }) : undefined
}

const cachedFields = z.array(z.nullable(z.string()))

const isCount = (text: string | null | undefined) => /^\d+$/.test(text ?? '')

const keyOf = ({ settings }: BaseContext, { organizationId }: TokenOf) => quotaKey(settings, organizationId)

const MAX_ORGANIZATIONS = 2_000
/** In milliseconds. A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED = 30_000
/** In milliseconds: how far a replica may be behind. */
const MAX_LAG = 1_000
/** In milliseconds, unless Redis confirms it. With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE = 4_000

/** What this isolate knows about an organization. */
type KnownQuota = Pick<Quota, 'organization' | 'tokens'> & {
  count: MonthCount
  readAt: number
  /** Since when Redis has this state. Undefined if it may have another. */
  changedAt: string | null | undefined
  /** When a call was last counted. */
  countedAt: number
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
  return { organization: known.organization, token, ...quotaAt(known.count, ctx.now) }
}

/** Without `changedAt` if Redis doesn't have it. */
type ReadQuota = Pick<Quota, 'organization' | 'tokens' | 'usedCount' | 'resetDate'> & {
  changedAt?: string | null | undefined
}

/** Its age begins with the request, however slow the reply was. */
function rememberQuota(
  { now }: BaseContext,
  { tokenHash }: TokenOf,
  { organization, tokens, changedAt, ...read }: ReadQuota,
  key: string,
): FoundQuota | undefined {
  const token = tokens[tokenHash]
  if (!token) return undefined
  const known = quotas.get(key)
  const { countedAt = 0, unconfirmed = new Set<UnconfirmedCall>() } = known ?? {}
  // What was read may lack the isolate's last counts.
  const isBehind = known && countedAt > now.getTime() - MAX_LAG
  const count = isBehind ? laterCount(read, known.count) : read
  const readAt = now.getTime()
  quotas.set(key, { organization, tokens, count, changedAt, readAt, countedAt, unconfirmed })
  return { organization, token, ...quotaAt(count, now) }
}

/**
 * After a call was counted, which began at `sentAt`. If Redis counted it, `changedAt` says whether it still has the state
 * that this isolate knows. So calls that follow each other never wait for Redis.
 */
export function rememberCount(
  key: string,
  count: MonthCount,
  sentAt: number,
  changedAt?: string | null,
): void {
  const known = quotas.get(key)
  if (!known) return
  // Replies to parallel calls arrive in any order.
  known.count = known.countedAt >= sentAt ? laterCount(known.count, count) : count
  known.countedAt = Date.now()
  if (changedAt === undefined) return
  if (known.changedAt === changedAt) known.readAt = Math.max(known.readAt, sentAt)
  else forgetQuota(key)
}

/** Of the later month, or the higher one. */
function laterCount(one: MonthCount, other: MonthCount): MonthCount {
  const months = one.resetDate.getTime() - other.resetDate.getTime()
  return (months || one.usedCount - other.usedCount) > 0 ? one : other
}

export function forgetQuota(key: string): undefined {
  const known = quotas.get(key)
  if (!known) return
  known.readAt = 0
  known.changedAt = undefined
}

export function unconfirmedCalls(key: string): Set<UnconfirmedCall> {
  const calls = quotas.get(key)?.unconfirmed ?? new Set()
  for (const call of calls) if (call.answeredAt <= Date.now() - MAX_UNCONFIRMED) calls.delete(call)
  return calls
}

/** Stores what it loads, unless Redis has just failed. */
async function loadQuota(
  ctx: BaseContext,
  request: TokenOf,
  { isRedisUp }: { isRedisUp: boolean },
): Promise<FoundQuota | undefined> {
  const quota = await readQuota(ctx, request.organizationId)
  if (!quota?.tokens[request.tokenHash]) return undefined
  const key = keyOf(ctx, request)
  const storing = isRedisUp ? storeQuota(ctx, quota).catch(ifUnavailable(undefined)) : undefined
  // Calls of a paid organization are counted in Redis.
  if (quota.organization.tier !== 'FREE')
    return rememberQuota(ctx, request, { ...quota, changedAt: (await storing)?.changedAt }, key)
  if (storing) ctx.waitUntil(storing)
  return rememberQuota(ctx, request, quota, key)
}

export async function readQuota(ctx: BaseContext, organizationId: string): Promise<Quota | undefined> {
  const { readQuotas } = await loadStatements()
  const [quota] = await readQuotas(await ctx.hotDb(), [organizationId])
  return quota
}

/** In milliseconds. By then, the queue has delivered the calls that Redis has counted. */
const QUIET = 120_000

/** In seconds. Who makes no call for so long is read from PostgreSQL again. */
export const KEPT = 40 * 86_400

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
  // PostgreSQL knows every answered call of FREE.
  const knownUntil = organization.tier === 'FREE' ? Date.now() : Date.now() - QUIET
  const text = quotaRecord.encode({ organization, tokens })
  const [isExact, changedAt] = await redis.script(
    storeScript,
    [quotaKey(settings, organizationId)],
    [readAt, usedCount, resetDate.getTime(), text, knownUntil, KEPT],
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
  const { readQuotas } = await loadStatements()
  const exact: string[] = []
  for (const quota of await readQuotas(db, organizationIds))
    if ((await storeQuota(ctx, quota)).isExact) exact.push(quota.organizationId)
  return exact
}
