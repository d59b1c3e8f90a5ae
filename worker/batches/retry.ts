import { and, eq, gt, sql } from 'drizzle-orm'
import { batches, batchLookups, batchPartitions } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction } from '#worker/transaction.ts'
import { type BatchChange, lockChangeable } from './cancel.ts'
import type { Batch } from './contract.ts'
import { enqueue } from './enqueue.ts'
import { readBatch } from './get.ts'
import { assertRoom, isInProgress, plusUnconfirmed, retryableRows } from './state.ts'

const IN_PROGRESS = 'This batch is still in progress. Retry it when it is completed.'

/** Looks up unanswered rows again, for free. */
export async function retryBatch(ctx: Context, change: BatchChange): Promise<Batch> {
  await inTransaction(ctx, async (tx) => {
    const batch = await lockChangeable(tx, change)
    const { id, organizationId, subject } = batch
    if (isInProgress(batch)) throw new AppError('NOTHING_TO_RETRY', { message: IN_PROGRESS })
    const rows = retryableRows(batch, ctx.now)
    if (rows === 0) throw new AppError('NOTHING_TO_RETRY')
    await assertRoom(tx, batch)
    await tx
      .update(batches)
      .set({
        state: 'processing',
        round: batch.round + 1,
        pendingCount: rows,
        counts: plusUnconfirmed(batch, -rows),
        retryableCount: 0,
        deadlineAt: sql`now() + (${batches.deadlineAt} - ${batches.processingAt})`,
        processingAt: now,
        expiresAt: null,
        failureCode: null,
      })
      .where(eq(batches.id, id))
    const unanswered = sql`${batchLookups.pending} + ${batchLookups.unanswered}`
    await tx
      .update(batchLookups)
      .set({
        pending: unanswered,
        // These rows have a result, which remains until they have another.
        answered: sql`greatest(${batchLookups.answered}, ${batchLookups.unanswered})`,
        unanswered: 0,
      })
      .where(and(eq(batchLookups.batchId, id), gt(unanswered, 0)))
    const waiting = sql`(select coalesce(sum(${batchLookups.pending}), 0) from ${batchLookups}
      where ${batchLookups.batchId} = ${batchPartitions.batchId} and ${batchLookups.register} = ${batchPartitions.register})`
    const partitions = await tx
      .update(batchPartitions)
      .set({ waiting, reason: 'RATE', nextAt: now })
      .where(and(eq(batchPartitions.batchId, id), gt(waiting, 0)))
      .returning({ register: batchPartitions.register })
    await audit(tx, { event: 'batch.retried', organizationId, subject })
    tx.afterCommit(() => enqueue(ctx, partitions))
  })
  return readBatch(ctx, change)
}
