import { and, eq, exists, gt, isNotNull, isNull, lt, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { batchChunks, batches, batchLanes, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { endBatch } from './end.ts'
import { processNextChunk } from './process-chunk.ts'
import { processDueLanes } from './process-lanes.ts'
import { ring } from './ring.ts'
import { mayBegin } from './state.ts'

/** In milliseconds. Then the next message of the queue gets its turn. */
const TURN = 3_000

/** Works on a batch for a few seconds and rings again for the rest. Rows without a register come first. */
export async function processBatch(ctx: Context, batchId: string): Promise<void> {
  const end = Date.now() + TURN
  while (Date.now() < end) {
    if (await processNextChunk(ctx, batchId)) continue
    if (!(await processDueLanes(ctx, batchId))) break
  }
  await endCancelling(ctx, batchId)
  const [due] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.id, batchId), hasDueWork(ctx)))
  if (due) return await ring(ctx, batchId)
  const delay = await claimRing(ctx, batchId)
  if (delay !== undefined) await ring(ctx, batchId, { delaySeconds: Math.max(1, Math.ceil(delay)) })
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
  const lane = db
    .select({ one: sql`1` })
    .from(batchLanes)
    .where(
      and(
        eq(batchLanes.batchId, batches.id),
        gt(batchLanes.waiting, 0),
        lt(batchLanes.leaseUntil, now),
        or(lte(batchLanes.nextAt, now), lte(batches.deadlineAt, now)),
      ),
    )
  const active = db
    .select({ one: sql`1` })
    .from(organizations)
    .where(and(eq(organizations.id, batches.organizationId), eq(organizations.status, 'ACTIVE')))
  return and(eq(batches.state, 'processing'), exists(active), or(exists(chunk), exists(lane)))
}

/** In seconds until the next lane is due. Undefined if another message comes before that. */
async function claimRing({ db }: Context, batchId: string): Promise<number | undefined> {
  const next = db
    .select({ at: min(batchLanes.nextAt) })
    .from(batchLanes)
    .where(and(eq(batchLanes.batchId, batchId), gt(batchLanes.waiting, 0), mayBegin(db, batchId)))
  const [claimed] = await db
    .update(batches)
    .set({ ringAt: sql`greatest((${next}), ${secondsFromNow(1)})` })
    .where(
      and(
        eq(batches.id, batchId),
        sql`(${next}) is not null`,
        or(
          isNull(batches.ringAt),
          lte(batches.ringAt, now),
          sql`${batches.ringAt} > (${next}) + interval '2 seconds'`,
        ),
      ),
    )
    .returning({ delay: sql<number>`extract(epoch from ${batches.ringAt} - now())`.mapWith(Number) })
  return claimed?.delay
}
