import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { batchChunks, batches, batchPartitions, batchRegisters, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { endBatch } from './end.ts'
import { enqueue } from './enqueue.ts'
import { TURN as LONGEST_TURN } from './pace.ts'
import { processNextChunk } from './process-chunk.ts'
import { processDuePartitions } from './process-partitions.ts'
import { isDue, isFree, mayBegin } from './state.ts'

/** In milliseconds. Then the next message of the queue gets its turn. */
const TURN = 3_000
/** In seconds. */
const LONGEST_WAIT = 30

/**
 * Works on a batch for a few seconds and enqueues the rest. Registers are for a message that finds no chunk, so that the
 * chunks of other batches don't wait for them.
 */
export async function processBatch(ctx: Context, batchId: string): Promise<void> {
  const end = Date.now() + TURN
  const worked = new Set([batchId])
  let hasChunks = false
  while (Date.now() < end && (await processNextChunk(ctx, batchId))) hasChunks = true
  while (Date.now() < end && !hasChunks) {
    const served = await processDuePartitions(ctx, batchId)
    if (served.length === 0) break
    for (const id of served) worked.add(id)
  }
  await endCancelling(ctx, [...worked])
  const [due] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.id, batchId), hasDueWork(ctx)))
  if (due) return await enqueue(ctx, batchId)
  const delay = await claimMessage(ctx, batchId)
  if (delay !== undefined) await enqueue(ctx, batchId, { delaySeconds: Math.max(1, Math.ceil(delay)) })
}

async function endCancelling(ctx: Context, ids: string[]): Promise<void> {
  const cancelling = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(inArray(batches.id, ids), eq(batches.state, 'cancelling')))
  for (const { id } of cancelling) await endBatch(ctx, id, { to: 'cancelled' })
}

/** A condition on `batches`. */
export function hasDueWork({ db }: Context): SQL | undefined {
  const chunk = db
    .select({ one: sql`1` })
    .from(batchChunks)
    .where(
      and(eq(batchChunks.batchId, batches.id), isNotNull(batchChunks.input), lt(batchChunks.leaseUntil, now)),
    )
  const free = db
    .select({ one: sql`1` })
    .from(batchRegisters)
    .where(and(eq(batchRegisters.register, batchPartitions.register), isFree))
  const isOverdue = and(
    gt(batchPartitions.waiting, 0),
    lt(batchPartitions.leaseUntil, now),
    lte(batches.deadlineAt, now),
  )
  const partition = db
    .select({ one: sql`1` })
    .from(batchPartitions)
    .where(and(eq(batchPartitions.batchId, batches.id), or(and(isDue, exists(free)), isOverdue)))
  const active = db
    .select({ one: sql`1` })
    .from(organizations)
    .where(and(eq(organizations.id, batches.organizationId), eq(organizations.status, 'ACTIVE')))
  return and(eq(batches.state, 'processing'), exists(active), or(exists(chunk), exists(partition)))
}

/**
 * In seconds until a partition is due. Each turn of others that comes before its own adds a turn's time, so that about
 * one message comes for each turn. Undefined if another message comes before that.
 */
async function claimMessage({ db }: Context, batchId: string): Promise<number | undefined> {
  const registerAt = sql`case when ${batchRegisters.leaseUntil} > now() then ${secondsFromNow(LONGEST_TURN)}
    else greatest(${batchRegisters.nextAt}, now()) end`
  const before = sql`(
    select count(*) from ${batchPartitions} other
     where other.register = ${batchPartitions.register} and other.waiting > 0
       and (other.served_at, other.batch_id) < (${batchPartitions.servedAt}, ${batchPartitions.batchId})
  )`
  const turnsBefore = sql`least(${secondsFromNow(LONGEST_WAIT)} - now(),
    ${before} * greatest(${registerAt} - now(), ${secondsFromNow(LONGEST_TURN)} - now()))`
  const next = db
    .select({ at: sql`min(greatest(${batchPartitions.nextAt}, ${registerAt} + ${turnsBefore}))` })
    .from(batchPartitions)
    .innerJoin(batchRegisters, eq(batchRegisters.register, batchPartitions.register))
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
