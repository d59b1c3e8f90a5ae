import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { apiTokens, quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { isDashboardToken } from './dashboard-token.ts'
import { insertNewCalls, type WrittenCall } from './insert-calls.ts'
import { monthOf } from './month.ts'
import { nextCheck } from './quota-statements.ts'
import type { RecordedCall } from './recorded-call.ts'
import { refreshQuotas } from './store-quota.ts'

/** Of one organization. Calls that are already written change nothing. */
export const writeCalls = (ctx: Context, calls: readonly RecordedCall[]) =>
  inTransaction(ctx, async (tx) => {
    const quota = await lockQuota(tx, calls[0]?.organizationId ?? '')
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

export async function writeLocked(
  tx: Transaction,
  quota: LockedQuota,
  calls: readonly RecordedCall[],
): Promise<void> {
  const { organizationId } = quota
  const written = await insertNewCalls(tx, organizationId, await creditDashboard(tx, organizationId, calls))
  await countCalls(tx, quota, written)
  await noteUses(tx, organizationId, written)
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

/** A call of a past month no longer counts; the first one of a new month resets the count. */
async function countCalls(tx: Transaction, quota: LockedQuota, calls: readonly WrittenCall[]): Promise<void> {
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

const LAST_USED_PRECISION_MS = 60_000

/** Skips tokens that the organization doesn't have. In the order of IDs, so that parallel transactions don't deadlock. */
async function noteUses(
  tx: Transaction,
  organizationId: string,
  calls: readonly RecordedCall[],
): Promise<void> {
  const uses = calls
    .filter(({ statusCode, fromDashboard }) => statusCode < 400 && !fromDashboard)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const last = new Map(uses.map((call) => [call.tokenId ?? 0, call]))
  const { id, lastUsedAt } = apiTokens
  for (const [tokenId, { at, callerCountry = null }] of [...last].sort(([one], [other]) => one - other)) {
    const usedAt = new Date(at)
    const isStale = or(
      isNull(lastUsedAt),
      lt(lastUsedAt, new Date(usedAt.getTime() - LAST_USED_PRECISION_MS)),
    )
    await tx
      .update(apiTokens)
      .set({ lastUsedAt: usedAt, lastUsedCountry: callerCountry })
      .where(and(eq(id, tokenId), eq(apiTokens.organizationId, organizationId), isStale))
  }
}
