import { eq, sql } from 'drizzle-orm'
import { activityDays, activityHours, batches } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { addToHours } from '#worker/activity/add-hours.ts'
import type { Outcome } from '#worker/activity/contract.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import { type BatchResult, RETRY_DAYS, type RowVerdict } from './contract.ts'
import { endIfIdle } from './end.ts'
import { type BatchRecord, retentionEnd } from './state.ts'

export type Settled = { result: BatchResult; cost: number; isRetryable?: boolean }

/** Counts rows of a locked batch, and ends it with its last row. Retried rows are already paid for. */
export async function settleRows(
  tx: Transaction,
  batch: BatchRecord,
  settled: readonly Settled[],
): Promise<void> {
  const isFirstRound = batch.round === 0
  const count = (verdict: RowVerdict) => settled.filter(({ result }) => result.verdict === verdict).length
  const cost = settled.reduce((sum, row) => sum + row.cost, 0)
  const retryableCount = batch.retryableCount + settled.filter(({ isRetryable }) => isRetryable).length
  const isLast = batch.pendingCount === settled.length
  const retryEnd = retryableCount > 0 ? sql<Date>`now() + make_interval(days => ${RETRY_DAYS})` : null
  const changed = await tx
    .update(batches)
    .set({
      pendingCount: batch.pendingCount - settled.length,
      pendingCost: batch.pendingCost - (isFirstRound ? cost : 0),
      validCount: batch.validCount + count('valid'),
      invalidCount: batch.invalidCount + count('invalid'),
      unknownCount: batch.unknownCount + count('unknown'),
      unreadableCount: batch.unreadableCount + count('unreadable'),
      retryableCount,
      ...(isLast && {
        state: 'completed',
        completedAt: now,
        retryUntil: batch.retryUntil ?? retryEnd,
        deleteAt: retentionEnd,
      }),
    })
    .where(eq(batches.id, batch.id))
    .returning()
    .then(oneRow)
  if (isFirstRound && batch.live && settled.length > 0) await countActivity(tx, batch, settled)
  if (changed.state === 'cancelling') await endIfIdle(tx, changed)
}

const outcomeOf = ({ verdict }: BatchResult): Outcome => (verdict === 'unreadable' ? 'refused' : verdict)

/** Rows are locked in the order of `writeCalls`. */
async function countActivity(
  tx: Transaction,
  { organizationId, tokenId }: BatchRecord,
  settled: readonly Settled[],
): Promise<void> {
  const byOutcome = Map.groupBy(
    settled.map(({ result }) => result),
    outcomeOf,
  )
  const groups = [...byOutcome].sort(([one], [other]) => one.localeCompare(other))
  const day = sql<string>`(now() at time zone 'UTC')::date`
  await tx
    .insert(activityDays)
    .values(groups.map(([outcome, { length: calls }]) => ({ organizationId, day, outcome, calls })))
    .onConflictDoUpdate({
      target: [activityDays.organizationId, activityDays.day, activityDays.outcome],
      set: { calls: sql`${activityDays.calls} + excluded.calls` },
    })
  const hour = sql<Date>`date_trunc('hour', now(), 'UTC')`
  const byCountry = groups.flatMap(([outcome, results]) =>
    [...Map.groupBy(results, ({ countryCode }) => countryCode)].map(([country, { length: calls }]) => ({
      organizationId,
      hour,
      tokenId,
      country,
      outcome,
      calls,
    })),
  )
  await tx
    .insert(activityHours)
    .values(byCountry.sort((one, other) => (one.country ?? 'zz').localeCompare(other.country ?? 'zz')))
    .onConflictDoUpdate(addToHours)
}
