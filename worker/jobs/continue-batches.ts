import { and, eq, lt, or } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { now, secondsAgo } from '#db/time.ts'
import { endBatch } from '#worker/batches/end.ts'
import { enqueue } from '#worker/batches/enqueue.ts'
import { findDueBatches } from '#worker/batches/process-chunks.ts'
import { findDueRegisters } from '#worker/batches/process-register.ts'
import { type BatchRecord, lockBatch } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { forEachRow, type JobResult } from './job.ts'

const LIMIT = 100
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
const isAbandoned = and(eq(batches.state, 'receiving'), lt(batches.expiresAt, now))
const isStuck = or(isOverdue, isAbandoned)

async function end(tx: Transaction, batch: BatchRecord): Promise<void> {
  if (batch.state === 'receiving') await tx.delete(batches).where(eq(batches.id, batch.id))
  else await endBatch(tx, batch, { to: 'failed', failureCode: 'OVERDUE' })
}
