import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { apiActivities, batches } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import { endBatch, endIfIdle, returnCost } from '#worker/batches/end.ts'
import { enqueue } from '#worker/batches/enqueue.ts'
import { findDueBatches } from '#worker/batches/process-chunks.ts'
import { findDueRegisters } from '#worker/batches/process-register.ts'
import { type BatchRecord, inProgress, lockBatch } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { forEachRow, type JobResult } from './job.ts'

const LIMIT = 100
/** Longer than a request may take after all rows were received. */
const START_SECONDS = 120
const UPLOAD_SECONDS = 3_600
/** After the deadline, for a batch that can't be processed, as of a suspended organization. */
const OVERDUE_SECONDS = 86_400

/** Batches whose message was lost, or whose Worker was killed. */
export async function continueBatches(ctx: Context): Promise<JobResult> {
  const due = [await findDueBatches(ctx, LIMIT), await findDueRegisters(ctx, LIMIT)]
  for (const messages of due) await enqueue(ctx, messages)
  const found = await ctx.db.select({ id: batches.id }).from(batches).where(isStuck).limit(LIMIT)
  await forEachRow(found, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const batch = await lockBatch(tx, and(eq(batches.id, id), isStuck))
      if (batch) await end(tx, batch)
    }),
  )
  return {
    counts: { continued: due.flat().length, ended: found.length },
    hasMore: [...due, found].some(({ length }) => length >= LIMIT),
  }
}

const isOverdue = and(eq(batches.state, 'processing'), lt(batches.deadlineAt, secondsAgo(OVERDUE_SECONDS)))
const isUnconfirmed = and(
  isNull(batches.reservedAt),
  or(lt(batches.receivedAt, secondsAgo(START_SECONDS)), lt(batches.createdAt, secondsAgo(UPLOAD_SECONDS))),
)
const isCanceled = and(eq(batches.state, 'canceling'), isNotNull(batches.reservedAt))
const isStuck = and(inProgress, or(isCanceled, isOverdue, isUnconfirmed))

async function end(tx: Transaction, batch: BatchRecord): Promise<void> {
  if (!batch.reservedAt) await undo(tx, batch)
  else if (batch.state === 'canceling') await endIfIdle(tx, batch)
  else await endBatch(tx, batch, { to: 'failed', failureCode: 'OVERDUE' })
}

async function undo(tx: Transaction, batch: BatchRecord): Promise<void> {
  const [reserved] = await tx
    .select({ cost: apiActivities.spent, at: apiActivities.timestamp })
    .from(apiActivities)
    .where(eq(apiActivities.requestId, batch.requestId))
  await returnCost(tx, batch, reserved)
  await tx.delete(batches).where(eq(batches.id, batch.id))
}
