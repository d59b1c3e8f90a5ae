import { and, eq, exists, gt, sql } from 'drizzle-orm'
import { batches, batchLookups, batchPartitions, organizations } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { organizationLock } from '#worker/organizations/lock-organization.ts'
import { type BatchChange, findChangeable } from './cancel.ts'
import type { Batch } from './contract.ts'
import { enqueue } from './enqueue.ts'
import { isBatch, readBatch } from './get.ts'
import { hasRoom } from './state.ts'

/**
 * Looks up the rows again that registers didn't answer, for free. Throws BATCH_NOT_FOUND, ROLE_TOO_LOW,
 * NOTHING_TO_RETRY, BATCH_LIMIT_REACHED.
 */
export async function retryBatch(ctx: Context, change: BatchChange): Promise<Batch> {
  const { db } = ctx
  const { organizationId, batchId } = change
  const { subject } = await findChangeable(ctx, change)
  const retryId = crypto.randomUUID()
  const isRetried = exists(
    db
      .select({ one: sql`1` })
      .from(batches)
      .where(and(eq(batches.id, batchId), eq(batches.endId, retryId))),
  )
  const isRetryable = and(
    isBatch(change),
    eq(batches.state, 'completed'),
    gt(batches.retryableCount, 0),
    gt(batches.retryUntil, now),
  )
  const ofBatch = and(eq(batchLookups.batchId, batchId), gt(batchLookups.unanswered, 0), isRetried)
  const unanswered = sql`(select sum(${batchLookups.unanswered}) from ${batchLookups}
    where ${batchLookups.batchId} = ${batchPartitions.batchId} and ${batchLookups.register} = ${batchPartitions.register})`
  const [, [retryable], [retried]] = await db.batch([
    organizationLock(ctx, organizationId),
    db.select({ id: batches.id }).from(batches).where(isRetryable),
    db
      .update(batches)
      .set({
        state: 'processing',
        round: sql`${batches.round} + 1`,
        endId: retryId,
        pendingCount: sql`${batches.retryableCount}`,
        unknownCount: sql`${batches.unknownCount} - ${batches.retryableCount}`,
        retryableCount: 0,
        deadlineAt: sql`now() + (${batches.deadlineAt} - ${batches.createdAt})`,
        processingAt: now,
        deleteAt: null,
        messageAt: null,
      })
      .where(
        and(
          isRetryable,
          exists(
            db
              .select({ one: sql`1` })
              .from(organizations)
              .where(and(eq(organizations.id, organizationId), hasRoom(db, organizationId))),
          ),
        ),
      )
      .returning({ id: batches.id }),
    db
      .update(batchPartitions)
      .set({ waiting: sql`${unanswered}`, answered: 0, reason: 'RATE', nextAt: now, startedAt: now })
      .where(and(eq(batchPartitions.batchId, batchId), sql`${unanswered} > 0`, isRetried)),
    db
      .update(batchLookups)
      .set({ pending: sql`${batchLookups.unanswered}`, unanswered: 0 })
      .where(ofBatch),
    insertAudit(
      ctx,
      { event: 'batch.retried', organizationId, subject },
      batches,
      eq(batches.endId, retryId),
    ),
  ])
  if (!retried) throw new AppError(retryable ? 'BATCH_LIMIT_REACHED' : 'NOTHING_TO_RETRY')
  await enqueue(ctx, batchId)
  return readBatch(ctx, change)
}
