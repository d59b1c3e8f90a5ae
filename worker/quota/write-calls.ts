import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { activityDays, apiActivities, apiTokens, quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { addToCharts } from './add-to-charts.ts'
import { refreshQuotas } from './cached-quotas.ts'
import { isDashboardToken } from './dashboard-token.ts'
import { monthOf } from './month.ts'
import { noteUses } from './note-uses.ts'
import { nextCheck } from './quota-statements.ts'
import type { RecordedCall } from './recorded-call.ts'

/** Writes calls of an organization. Those that are already written change nothing. */
export const writeCalls = (ctx: Context, organizationId: string, calls: readonly RecordedCall[]) =>
  inTransaction(ctx, async (tx) => {
    const quota = await lockQuota(tx, organizationId)
    // The organization may be deleted.
    if (quota) await writeLocked(tx, quota, calls)
  })

type LockedQuota = typeof quotas.$inferSelect

/** All that is written of an organization's calls waits for this row. */
export async function lockQuota(tx: Transaction, organizationId: string): Promise<LockedQuota | undefined> {
  const own = eq(quotas.organizationId, organizationId)
  const [quota] = await tx.select().from(quotas).where(own).for('no key update')
  return quota
}

/** Writes the rows, counts them, and refreshes what Redis has of the organization. */
export async function writeLocked(
  tx: Transaction,
  quota: LockedQuota,
  recorded: readonly RecordedCall[],
): Promise<void> {
  const { organizationId } = quota
  const calls = await creditDashboard(tx, organizationId, recorded)
  const { listed, unlisted } = await splitCalls(tx, organizationId, calls)
  const written = await insertRows(tx, listed)
  await addToCharts(tx, [...written.flatMap(toCharted), ...unlisted.flatMap(toCharted)])
  await countCalls(tx, quota, written)
  await noteUses(tx, organizationId, written.map(toUse))
  tx.afterCommit(() =>
    // If this fails, a job does it.
    refreshQuotas(tx.ctx, tx.ctx.db, [organizationId]).catch((error: unknown) =>
      logError('refresh a quota', error, tx.ctx.requestId),
    ),
  )
}

/** A member who chooses a token in the dashboard borrows its permissions: the call is the dashboard's. */
async function creditDashboard(tx: Transaction, organizationId: string, calls: readonly RecordedCall[]) {
  if (!calls.some(({ fromDashboard }) => fromDashboard)) return calls
  const isOwn = and(eq(apiTokens.organizationId, organizationId), isDashboardToken('default'))
  const [own] = await tx.select({ id: apiTokens.id }).from(apiTokens).where(isOwn)
  return calls.map((call) => (own && call.fromDashboard ? { ...call, tokenId: own.id } : call))
}

/** Refused calls cost nothing, so only the first ones of an organization's day get a row. The charts count all. */
export const MAX_LISTED_REFUSALS = 1_000

/** Without a row, nothing tells a second delivery from the first one: it counts again. */
async function splitCalls(tx: Transaction, organizationId: string, calls: readonly RecordedCall[]) {
  const refused = calls.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return { listed: calls, unlisted: [] }
  const { day, outcome, calls: count } = activityDays
  const own = and(eq(activityDays.organizationId, organizationId), eq(outcome, 'refused'))
  const days = await tx
    .select({ day, count })
    .from(activityDays)
    .where(and(own, inArray(day, refused.map(dayOf))))
  const counts = new Map(days.map((each) => [each.day, each.count]))
  const isListed = (call: RecordedCall) => {
    if (call.outcome !== 'refused') return true
    const before = counts.get(dayOf(call)) ?? 0
    counts.set(dayOf(call), before + 1)
    return before < MAX_LISTED_REFUSALS
  }
  const { true: listed = [], false: unlisted = [] } = Object.groupBy(calls, (call) => `${isListed(call)}`)
  // A row of the charts for each country would be one for nearly each call.
  return { listed, unlisted: unlisted.map((call) => ({ ...call, country: null })) }
}

const dayOf = ({ at }: RecordedCall) => at.slice(0, 10)

type Written = RecordedCall & { isCounted: boolean }

/** A row without a response time was counted before the answer, as one call, and gets its outcome now. */
async function insertRows(tx: Transaction, calls: readonly RecordedCall[]): Promise<Written[]> {
  if (calls.length === 0) return []
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
  tokenId: sql`excluded.token_id`,
  statusCode: sql`excluded.status_code`,
  outcome: sql`excluded.outcome`,
  responseTime: sql`excluded.response_time`,
  quotaTime: sql`excluded.quota_time`,
  registerTime: sql`excluded.register_time`,
  errorCode: sql`excluded.error_code`,
  numberHash: sql`excluded.number_hash`,
  spent: sql`excluded.spent`,
}

/** A batch counts its rows when they have an answer. */
const toCharted = ({ organizationId, tokenId, country, outcome, rows, at }: RecordedCall) =>
  rows !== undefined || outcome === null
    ? []
    : [{ organizationId, tokenId, country, outcome, at: new Date(at) }]

const toUse = ({ tokenId, spent, statusCode, fromDashboard, callerCountry, at }: Written) => ({
  tokenId,
  spent,
  isUse: statusCode < 400 && !fromDashboard,
  callerCountry: callerCountry ?? null,
  at: new Date(at),
})

/** A call of a past month no longer counts; the first one of a new month resets the count. */
async function countCalls(tx: Transaction, quota: LockedQuota, calls: readonly Written[]): Promise<void> {
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
}
