import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { apiActivities, apiTokens, organizations, quotas } from '#db/schema/index.ts'
import { addToCharts } from '#worker/activity/add-to-charts.ts'
import type { Context } from '#worker/context.ts'
import { ifUnavailable } from '#worker/services/redis.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { nextCheck, tokenEnd } from './count-statement.ts'
import { monthOf, quotaAt, quotaKey } from './month.ts'
import { noteUses } from './note-uses.ts'
import type { CachedOrganization, CachedToken } from './quota-state.ts'
import type { RecordedCall } from './recorded-call.ts'
import { refreshCache } from './refresh-cache.ts'

/** Writes calls of an organization. Those that are already written change nothing. */
export const writeCalls = (ctx: Context, organizationId: string, calls: readonly RecordedCall[]) =>
  inTransaction(ctx, async (tx) => {
    const quota = await lockQuota(tx, organizationId)
    // The organization may be deleted.
    if (quota) await writeLocked(tx, quota, calls)
  })

export type LockedQuota = CachedOrganization & {
  organizationId: string
  /** Of the month that ends at `resetDate`. */
  usedCount: number
  resetDate: Date
}

/** All that is written of an organization's calls waits for this row. */
export async function lockQuota(tx: Transaction, organizationId: string): Promise<LockedQuota | undefined> {
  const [quota] = await tx
    .select({
      organizationId: quotas.organizationId,
      usedCount: quotas.usedCount,
      resetDate: quotas.resetDate,
      monthlyLimit: quotas.monthlyLimit,
      status: organizations.status,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
    })
    .from(quotas)
    .innerJoin(organizations, eq(organizations.id, quotas.organizationId))
    .where(eq(quotas.organizationId, organizationId))
    .for('no key update', { of: quotas })
  return quota
}

/** Writes the rows, counts them, and repairs what Redis has of the organization and its tokens. */
export async function writeLocked(
  tx: Transaction,
  quota: LockedQuota,
  calls: readonly RecordedCall[],
): Promise<void> {
  const tokens = await readTokens(tx, quota.organizationId, calls)
  const written = await insertRows(tx, calls)
  // A batch counts its rows when they have an answer.
  await addToCharts(tx, written.filter(({ rows }) => rows === undefined).map(toCharted))
  const counted = await countCalls(tx, quota, written)
  await noteUses(tx, written.filter(({ tokenId }) => tokens.has(tokenId)).map(toUse))
  const { used, month } = quotaAt(counted, tx.ctx.now)
  const key = quotaKey(tx.ctx.settings, quota.organizationId, month)
  const current = Object.fromEntries(
    calls.map(({ tokenHash, tokenId }) => [tokenHash, tokens.get(tokenId) ?? null]),
  )
  tx.afterCommit(() =>
    refreshCache(tx.ctx, { key, month }, 'repair', { used, organization: quota, tokens: current }).catch(
      ifUnavailable(undefined),
    ),
  )
}

async function readTokens(tx: Transaction, organizationId: string, calls: readonly RecordedCall[]) {
  const ids = new Set(calls.flatMap(({ tokenId }) => (tokenId === null ? [] : [tokenId])))
  const rows = await tx
    .select({ id: apiTokens.id, permissions: apiTokens.permissions, endsAt: tokenEnd })
    .from(apiTokens)
    .where(and(inArray(apiTokens.id, [...ids]), eq(apiTokens.organizationId, organizationId)))
  return new Map<number | null, CachedToken>(
    rows.map(({ id, permissions, endsAt }) => [id, { id, ...permissions, endsAt }]),
  )
}

type Written = RecordedCall & { isCounted: boolean }

/** A row without a response time was counted before the answer, as one call, and gets its outcome now. */
async function insertRows(tx: Transaction, calls: readonly RecordedCall[]): Promise<Written[]> {
  const byId = new Map(calls.map((call) => [call.requestId, call]))
  const rows = await tx
    .insert(apiActivities)
    .values([...byId.values()].map(({ at, ...call }) => ({ ...call, timestamp: new Date(at) })))
    .onConflictDoUpdate({
      target: apiActivities.requestId,
      set: outcomeColumns,
      setWhere: isNull(apiActivities.responseTime),
    })
    .returning({ requestId: apiActivities.requestId, isCounted: sql<boolean>`xmax <> 0` })
  return rows.flatMap(({ requestId, isCounted }) => {
    const call = byId.get(requestId)
    return call ? [{ ...call, isCounted }] : []
  })
}

const outcomeColumns = {
  statusCode: sql`excluded.status_code`,
  outcome: sql`excluded.outcome`,
  responseTime: sql`excluded.response_time`,
  quotaTime: sql`excluded.quota_time`,
  registerTime: sql`excluded.register_time`,
  errorCode: sql`excluded.error_code`,
  spent: sql`excluded.spent`,
}

const toCharted = ({ organizationId, tokenId, country, outcome, at }: Written) => ({
  organizationId,
  tokenId,
  country,
  outcome,
  at: new Date(at),
})

const toUse = ({ tokenId, spent, statusCode, fromDashboard, at }: Written) => ({
  tokenId,
  spent,
  isUse: statusCode < 400 && !fromDashboard,
  at: new Date(at),
})

/** A call of a past month no longer counts; the first one of a new month resets the count. */
async function countCalls(tx: Transaction, quota: LockedQuota, calls: readonly Written[]) {
  const ends = calls.map(({ at }) => monthOf(new Date(at)).end)
  const resetDate = new Date(Math.max(quota.resetDate.getTime(), ...ends.map((end) => end.getTime())))
  const before = resetDate > quota.resetDate ? 0 : quota.usedCount
  const added = calls.filter((_, index) => ends[index]?.getTime() === resetDate.getTime())
  const spent = added.reduce((sum, call) => sum + call.spent - (call.isCounted ? 1 : 0), 0)
  const usedCount = Math.max(0, before + spent)
  await tx
    .update(quotas)
    .set({ usedCount, resetDate, checkAt: nextCheck })
    .where(eq(quotas.organizationId, quota.organizationId))
  return { usedCount, resetDate }
}
