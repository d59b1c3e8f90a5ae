import { eq, sql } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { addToCharts } from '#worker/quota/add-to-charts.ts'
import { isoCode } from '#worker/tin/contract/country-aliases.ts'
import type { Transaction } from '#worker/transaction.ts'
import { announceEnd } from './announce-end.ts'
import { type BatchResult, RETRY_DAYS } from './contract.ts'
import { type BatchRecord, retentionEnd } from './state.ts'

export type Settled = {
  result: BatchResult
  cost: number
  isRetryable?: boolean
  failsWebhook?: true | undefined
}

export async function settleRows(
  tx: Transaction,
  batch: BatchRecord,
  settled: readonly Settled[],
): Promise<void> {
  const isFirstRound = batch.round === 0
  const counts = { ...batch.counts }
  for (const { result } of settled) counts[result.result] = (counts[result.result] ?? 0) + 1
  const cost = settled.reduce((sum, row) => sum + row.cost, 0)
  const retryableCount = batch.retryableCount + settled.filter(({ isRetryable }) => isRetryable).length
  const isLast = batch.pendingCount === settled.length
  const retryEnd = retryableCount > 0 ? sql<Date>`now() + make_interval(days => ${RETRY_DAYS})` : null
  await tx
    .update(batches)
    .set({
      pendingCount: batch.pendingCount - settled.length,
      pendingCost: batch.pendingCost - (isFirstRound ? cost : 0),
      counts,
      retryableCount,
      ...(isLast && {
        state: 'completed',
        endedAt: now,
        retryUntil: batch.retryUntil ?? retryEnd,
        expiresAt: retentionEnd,
      }),
    })
    .where(eq(batches.id, batch.id))
  // The charts already contain the call of a waiting validation, and monitoring isn't a call.
  if (isFirstRound && batch.live && batch.answer === null && !batch.isMonitoring)
    await addToCharts(tx, settled.map(toCharted(batch, tx.ctx.now)))
  if (isLast)
    await announceEnd(tx, batch, { result: settled[0]?.result.result, fails: settled[0]?.failsWebhook })
}

/** The country of an unreadable row can be any text. */
const toCharted =
  ({ organizationId, tokenId }: BatchRecord, at: Date) =>
  ({ result: { result, countryCode } }: Settled) => ({
    organizationId,
    tokenId,
    at,
    ...(result === 'unreadable'
      ? { country: null, outcome: 'refused' as const }
      : { country: countryCode && isoCode(countryCode), outcome: result }),
  })
