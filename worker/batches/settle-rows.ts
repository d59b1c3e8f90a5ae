import { eq, sql } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { addToCharts } from '#worker/activity/add-to-charts.ts'
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
  if (isFirstRound && batch.live) await addToCharts(tx, settled.map(toCharted(batch, tx.ctx.now)))
  if (changed.state === 'cancelling') await endIfIdle(tx, changed)
}

const toCharted =
  ({ organizationId, tokenId }: BatchRecord, at: Date) =>
  ({ result: { verdict, countryCode: country } }: Settled) => ({
    organizationId,
    tokenId,
    country,
    outcome: verdict === 'unreadable' ? ('refused' as const) : verdict,
    at,
  })
