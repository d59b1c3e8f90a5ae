import { and, asc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { batches, batchLookups, batchPartitions, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { decryptBlob, encryptBlob } from './blobs.ts'
import type { RowOptions } from './format-row.ts'
import { lookUpRows, type PartitionRow, type Turn } from './look-up-rows.ts'
import type { LookupRow } from './process-chunk.ts'
import { mayBegin } from './state.ts'
import { countRows, lockWorking, tallyOf } from './tally.ts'

/** Longer than a turn. */
const LEASE_SECONDS = 30
/** A Worker has six connections at once. */
const PARTITIONS_AT_ONCE = 3

export type Partition = RowOptions & {
  register: string
  attempt: number
  reason: string
  weight: number
  organizationId: string
  tier: Tier
  vatNumber: string | null
  round: number
  isOverdue: boolean
}

/** Looks up rows for a few seconds in each partition that is due. Returns false if none is. */
export async function processDuePartitions(ctx: Context, batchId: string): Promise<boolean> {
  const partitions = await claimPartitions(ctx, batchId)
  await Promise.all(partitions.map((partition) => processPartition(ctx, partition)))
  return partitions.length > 0
}

/** How many partitions share the register: its organizations, each with the batches of this one. */
export const partitionWeight = sql<number>`(
  select count(distinct other.organization_id) from ${batchPartitions} other
   where other.register = ${batchPartitions.register} and other.waiting > 0
) * (
  select count(*) from ${batchPartitions} own
   where own.register = ${batchPartitions.register} and own.organization_id = ${batchPartitions.organizationId}
     and own.waiting > 0
)`.mapWith(Number)

async function claimPartitions({ db }: Context, batchId: string): Promise<Partition[]> {
  const due = db
    .select({ register: batchPartitions.register })
    .from(batchPartitions)
    .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
    .where(
      and(
        eq(batchPartitions.batchId, batchId),
        gt(batchPartitions.waiting, 0),
        lt(batchPartitions.leaseUntil, now),
        or(lte(batchPartitions.nextAt, now), lte(batches.deadlineAt, now)),
        mayBegin(db, batchId),
      ),
    )
    .orderBy(asc(batchPartitions.nextAt))
    .limit(PARTITIONS_AT_ONCE)
    .for('update', { of: batchPartitions, skipLocked: true })
  return await db
    .update(batchPartitions)
    .set({ attempt: sql`${batchPartitions.attempt} + 1`, leaseUntil: secondsFromNow(LEASE_SECONDS) })
    .from(batches)
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(
      and(
        eq(batchPartitions.batchId, batchId),
        eq(batches.id, batchId),
        sql`${batchPartitions.register} = any(array(${due}))`,
      ),
    )
    .returning({
      id: batches.id,
      live: batches.live,
      source: batches.source,
      fresh: batches.fresh,
      maxAge: batches.maxAge,
      createdAt: batches.createdAt,
      round: batches.round,
      isOverdue: sql<boolean>`${batches.deadlineAt} <= now()`,
      register: batchPartitions.register,
      attempt: batchPartitions.attempt,
      reason: batchPartitions.reason,
      weight: partitionWeight,
      organizationId: organizations.id,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
    })
}

async function processPartition(ctx: Context, partition: Partition): Promise<void> {
  const ofPartition = and(
    eq(batchLookups.batchId, partition.id),
    eq(batchLookups.register, partition.register),
  )
  const [part] = await ctx.db
    .select({ chunk: batchLookups.chunk, rows: batchLookups.rows })
    .from(batchLookups)
    .where(and(ofPartition, gt(batchLookups.pending, 0)))
    .orderBy(batchLookups.chunk)
    .limit(1)
  if (!part) return
  const place = { batchId: partition.id, part: `lookups ${partition.register} ${part.chunk}` }
  const rows = await decryptBlob<LookupRow[]>(ctx, place, part.rows)
  const pending: PartitionRow[] = rows.filter(
    ({ result, givenUpIn }) => result === null || (givenUpIn !== null && givenUpIn < partition.round),
  )
  const turn = await lookUpRows(ctx, partition, pending)
  await saveTurn(ctx, partition, { chunk: part.chunk, rows: await encryptBlob(ctx, place, rows) }, turn)
}

/** One statement, and only if nobody else has claimed the partition since. */
async function saveTurn(
  ctx: Context,
  { id, register, attempt, round }: Partition,
  part: { chunk: number; rows: string },
  { settled, pause, reason }: Turn,
): Promise<void> {
  const { db } = ctx
  const tally = tallyOf(
    settled.map(({ row, result, givenUpIn }) => ({
      result,
      cost: row.cost,
      isRetryable: givenUpIn !== null,
    })),
  )
  const working = lockWorking(ctx, id)
  const answered = tally.rows - tally.retryable
  const partition = db.$with('partition').as(
    db
      .update(batchPartitions)
      .set({
        waiting: sql`${batchPartitions.waiting} - ${tally.rows}::int`,
        answered: sql`${batchPartitions.answered} + ${answered}::int`,
        leaseUntil: sql`'-infinity'`,
        nextAt: secondsFromNow(pause / 1_000),
        reason,
      })
      .from(working)
      .where(
        and(
          eq(batchPartitions.batchId, id),
          eq(batchPartitions.register, register),
          eq(batchPartitions.attempt, attempt),
        ),
      )
      .returning({ batchId: batchPartitions.batchId }),
  )
  const lookups = db.$with('lookups').as(
    db
      .update(batchLookups)
      .set({
        rows: part.rows,
        pending: sql`${batchLookups.pending} - ${tally.rows}::int`,
        answered: sql`${batchLookups.answered} + ${answered}::int`,
        unanswered: sql`${batchLookups.unanswered} + ${tally.retryable}::int`,
      })
      .from(partition)
      .where(
        and(
          eq(batchLookups.batchId, id),
          eq(batchLookups.register, register),
          eq(batchLookups.chunk, part.chunk),
        ),
      )
      .returning({ batchId: batchLookups.batchId }),
  )
  const { counted, days } = countRows(ctx, id, lookups, { ...tally, round })
  await db.with(working, partition, lookups, counted, days).select().from(counted)
}
