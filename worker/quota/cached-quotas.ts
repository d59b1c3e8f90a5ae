import * as z from 'zod/mini'
import type { BaseContext } from '#worker/base-context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import { type MonthCount, quotaAt, quotaKey } from './month.ts'
import { type CachedOrganization, type CachedToken, quotaRecord } from './quota-state.ts'
import type { Quota } from './quota-statements.ts'

const loadStoring = onceLoaded(() => import('./store-quota.ts'))

type TokenOf = { organizationId: string; tokenHash: string }

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
/** A canceled request never confirms its call, and by then PostgreSQL has it. */
const MAX_UNCONFIRMED_MS = 30_000
const MAX_REPLICA_LAG_MS = 1_000
/** With the replicas' lag, a change takes effect within 5 seconds. */
const MAX_AGE_MS = 4_000

type KnownQuota = Pick<Quota, 'organization' | 'tokens'> & {
  count: MonthCount
  readAt: number
  /** Since when Redis has this state. Undefined if it may have another. */
  changedAt: string | null | undefined
  lastCallAt: number
  /** Answered calls that Redis hasn't counted yet. */
  unconfirmed: Set<UnconfirmedCall>
}

type UnconfirmedCall = { answeredAt: number }

const quotas = new BoundedCache<string, KnownQuota>(MAX_ORGANIZATIONS)

/** Undefined if this isolate doesn't know the token, or read it too long ago. */
export function knownQuota(ctx: BaseContext, request: TokenOf): FoundQuota | undefined {
  const key = keyOf(ctx, request)
  const known = quotas.get(key)
  const token = known?.tokens[request.tokenHash]
  if (!known || !token || Date.now() - known.readAt >= MAX_AGE_MS) return undefined
  return { organization: known.organization, token, ...quotaAt(known.count, ctx.now) }
}

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
  const { lastCallAt = 0, unconfirmed = new Set<UnconfirmedCall>() } = known ?? {}
  // What was read may lack the isolate's last counts.
  const isBehind = known && lastCallAt > now.getTime() - MAX_REPLICA_LAG_MS
  const count = isBehind ? laterCount(read, known.count) : read
  const readAt = now.getTime()
  quotas.set(key, { organization, tokens, count, changedAt, readAt, lastCallAt, unconfirmed })
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
  known.count = known.lastCallAt >= sentAt ? laterCount(known.count, count) : count
  known.lastCallAt = Date.now()
  if (changedAt === undefined) return
  if (known.changedAt === changedAt) known.readAt = Math.max(known.readAt, sentAt)
  else forgetQuota(key)
}

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
  for (const call of calls) if (call.answeredAt <= Date.now() - MAX_UNCONFIRMED_MS) calls.delete(call)
  return calls
}

async function loadQuota(
  ctx: BaseContext,
  request: TokenOf,
  { isRedisUp }: { isRedisUp: boolean },
): Promise<FoundQuota | undefined> {
  const { readQuota, storeQuota } = await loadStoring()
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
