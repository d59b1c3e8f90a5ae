import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { batchChunks, batches, batchLookups, batchPartitions } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { logError } from '#worker/lib/log.ts'
import { pick } from '#worker/lib/pick.ts'
import { returnCalls } from '#worker/quota/reserve-calls.ts'
import type { Transaction } from '#worker/transaction.ts'
import { announceEnd } from './announce-end.ts'
import { decryptBlob, encryptBlob, type LookUpRow } from './blobs.ts'
import { type BatchRecord, plusUnconfirmed, retentionEnd } from './state.ts'

type End = { to: 'canceled' | 'failed'; failureCode?: string }

export async function endBatch(tx: Transaction, batch: BatchRecord, { to, failureCode }: End): Promise<void> {
  const { id, returnedCost, retryableCount, pendingCount } = batch
  const isRetry = batch.round > 0
  const unanswered = isRetry ? pendingCount : 0
  await tx
    .update(batches)
    .set({
      state: to,
      endedAt: now,
      failureCode: failureCode ?? null,
      returnedCost: returnedCost + batch.pendingCost,
      counts: plusUnconfirmed(batch, unanswered),
      retryableCount: retryableCount + unanswered,
      pendingCount: 0,
      pendingCost: 0,
      expiresAt: retentionEnd,
      // The same upload can start another one.
      ...(batch.state === 'receiving' && { idempotencyId: null }),
    })
    .where(eq(batches.id, id))
  await tx
    .update(batchChunks)
    .set({ input: null })
    .where(and(eq(batchChunks.batchId, id), isNotNull(batchChunks.input)))
  await tx
    .update(batchPartitions)
    .set({ waiting: 0 })
    .where(and(eq(batchPartitions.batchId, id), gt(batchPartitions.waiting, 0)))
  // The rows of a retry have a result. `pending` remains for the next one.
  if (!isRetry) await deleteUnansweredRows(tx, id)
  await returnCost(tx, batch)
  if (to === 'failed') await announceEnd(tx, batch, { failureCode })
}

/** A register looks up one chunk after the other, so few are partly answered. */
async function deleteUnansweredRows(tx: Transaction, batchId: string): Promise<void> {
  const { ctx } = tx
  const isPending = and(eq(batchLookups.batchId, batchId), gt(batchLookups.pending, 0))
  await tx
    .delete(batchLookups)
    .where(and(isPending, eq(batchLookups.answered, 0), eq(batchLookups.unanswered, 0)))
  const partlyAnswered = await tx
    .select(pick(batchLookups, 'register', 'chunk', 'rows'))
    .from(batchLookups)
    .where(isPending)
  for (const { register, chunk, rows } of partlyAnswered) {
    const place = { batchId, part: `lookups ${register} ${chunk}` }
    const known = await decryptBlob<LookUpRow[]>(ctx, place, rows).catch((error: unknown) => {
      logError('end a batch', error, ctx.requestId)
      return undefined
    })
    if (!known) continue
    const answered = known.filter(({ result }) => result !== null)
    await tx
      .update(batchLookups)
      .set({ rows: await encryptBlob(ctx, place, answered), pending: 0 })
      .where(and(isPending, eq(batchLookups.register, register), eq(batchLookups.chunk, chunk)))
  }
}

export async function returnCost(
  tx: Transaction,
  { organizationId, pendingCost: calls, reservedAt: at }: BatchRecord,
): Promise<void> {
  if (at && calls > 0) await returnCalls(tx, { organizationId, at, calls })
}
