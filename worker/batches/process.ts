import { and, eq, exists, gt, isNotNull, isNull, lt, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { batchChunks, batches, batchPartitions, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { endBatch } from './end.ts'
import { enqueue } from './enqueue.ts'
import { processNextChunk } from './process-chunk.ts'
import { processDuePartitions } from './process-partitions.ts'
import { mayBegin } from './state.ts'

/** In milliseconds. Then the next message of the queue gets its turn. */
const TURN = 3_000

/** Works on a batch for a few seconds and enqueues the rest. Rows without a register come first. */
export async function processBatch(ctx: Context, batchId: string): Promise<void> {
  const end = Date.now() + TURN
  while (Date.now() < end) {
    if (await processNextChunk(ctx, batchId)) continue
    if (!(await processDuePartitions(ctx, batchId))) break
  }
  await endCancelling(ctx, batchId)
  const [due] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.id, batchId), hasDueWork(ctx)))
  if (due) return await enqueue(ctx, batchId)
  const delay = await claimMessage(ctx, batchId)
  if (delay !== undefined) await enqueue(ctx, batchId, { delaySeconds: Math.max(1, Math.ceil(delay)) })
}

async function endCancelling(ctx: Context, batchId: string): Promise<void> {
  const [cancelling] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.id, batchId), eq(batches.state, 'cancelling')))
  if (cancelling) await endBatch(ctx, batchId, { to: 'cancelled' })
}

/** A condition on `batches`. */
export function hasDueWork({ db }: Context): SQL | undefined {
  const chunk = db
    .select({ one: sql`1` })
    .from(batchChunks)
    .where(
      and(eq(batchChunks.batchId, batches.id), isNotNull(batchChunks.input), lt(batchChunks.leaseUntil, now)),
    )
  const partition = db
    .select({ one: sql`1` })
    .from(batchPartitions)
    .where(
      and(
        eq(batchPartitions.batchId, batches.id),
        gt(batchPartitions.waiting, 0),
        lt(batchPartitions.leaseUntil, now),
        or(lte(batchPartitions.nextAt, now), lte(batches.deadlineAt, now)),
      ),
    )
  const active = db
    .select({ one: sql`1` })
    .from(organizations)
    .where(and(eq(organizations.id, batches.organizationId), eq(organizations.status, 'ACTIVE')))
  return and(eq(batches.state, 'processing'), exists(active), or(exists(chunk), exists(partition)))
}

/** In seconds until the next partition is due. Undefined if another message comes before that. */
async function claimMessage({ db }: Context, batchId: string): Promise<number | undefined> {
  const next = db
    .select({ at: min(batchPartitions.nextAt) })
    .from(batchPartitions)
    .where(and(eq(batchPartitions.batchId, batchId), gt(batchPartitions.waiting, 0), mayBegin(db, batchId)))
  const [claimed] = await db
    .update(batches)
    .set({ messageAt: sql`greatest((${next}), ${secondsFromNow(1)})` })
    .where(
      and(
        eq(batches.id, batchId),
        sql`(${next}) is not null`,
        or(
          isNull(batches.messageAt),
          lte(batches.messageAt, now),
          sql`${batches.messageAt} > (${next}) + interval '2 seconds'`,
        ),
      ),
    )
    .returning({ delay: sql<number>`extract(epoch from ${batches.messageAt} - now())`.mapWith(Number) })
  return claimed?.delay
}
