import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { batches, batchLookups, batchPartitions, batchRegisters, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { decryptBlob, encryptBlob } from './blobs.ts'
import type { RowOptions } from './format-row.ts'
import { lookUpRows, type PartitionRow, type Turn } from './look-up-rows.ts'
import type { LookupRow } from './process-chunk.ts'
import { isDue, isFree, mayBegin } from './state.ts'
import { countRows, lockWorking, tallyOf } from './tally.ts'

/** In seconds, longer than a turn. */
const LEASE_SECONDS = 20
/** A Worker has six connections at once. */
const REGISTERS_AT_ONCE = 3

export type Partition = RowOptions & {
  register: string
  /** Null without calls to the register. */
  turn: number | null
  attempt: number
  reason: string
  organizationId: string
  tier: Tier
  vatNumber: string | null
  round: number
  isOverdue: boolean
}

/**
 * Looks up rows for a few seconds at each free register that this batch waits for. The turn goes to the organization
 * served least recently, and to its batch served least recently, which can be another batch than this one. So between two
 * turns of an organization, each other organization has at most one. Returns the batches that had a turn.
 */
export async function processDuePartitions(ctx: Context, batchId: string): Promise<string[]> {
  const overdue = await claimOverdue(ctx, batchId)
  const partitions = overdue.length > 0 ? overdue : await claimTurns(ctx, batchId)
  await Promise.all(partitions.map((partition) => processPartition(ctx, partition)))
  return partitions.map(({ id }) => id)
}

const claimed = {
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
  organizationId: organizations.id,
  tier: organizations.tier,
  vatNumber: organizations.vatNumber,
}

const claim = {
  attempt: sql`${batchPartitions.attempt} + 1`,
  leaseUntil: secondsFromNow(LEASE_SECONDS),
  servedAt: now,
}

/** Rows that are given up need no register. */
async function claimOverdue({ db }: Context, batchId: string): Promise<Partition[]> {
  const due = db
    .select({ register: batchPartitions.register })
    .from(batchPartitions)
    .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
    .where(
      and(
        eq(batchPartitions.batchId, batchId),
        gt(batchPartitions.waiting, 0),
        lt(batchPartitions.leaseUntil, now),
        lte(batches.deadlineAt, now),
        mayBegin(db, batchId),
      ),
    )
    .limit(REGISTERS_AT_ONCE)
    .for('update', { of: batchPartitions, skipLocked: true })
  return await db
    .update(batchPartitions)
    .set(claim)
    .from(batches)
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(
      and(
        eq(batchPartitions.batchId, batchId),
        eq(batches.id, batchId),
        sql`${batchPartitions.register} = any(array(${due}))`,
      ),
    )
    .returning({ ...claimed, turn: sql<null>`null` })
}

async function claimTurns({ db }: Context, batchId: string): Promise<Partition[]> {
  const waiting = db
    .select({ register: batchPartitions.register })
    .from(batchPartitions)
    .where(and(eq(batchPartitions.batchId, batchId), isDue, mayBegin(db, batchId)))
  const free = db.$with('free').as(
    db
      .select({ register: batchRegisters.register })
      .from(batchRegisters)
      .where(and(sql`${batchRegisters.register} = any(array(${waiting}))`, isFree))
      .orderBy(asc(batchRegisters.nextAt))
      .limit(REGISTERS_AT_ONCE)
      .for('update', { skipLocked: true }),
  )
  const organizationServedAt = sql`(
    select max(other.served_at) from ${batchPartitions} other
     where other.register = ${batchPartitions.register} and other.organization_id = ${batchPartitions.organizationId}
  )`
  const next = db.$with('next').as(
    db
      .selectDistinctOn([batchPartitions.register], {
        batchId: batchPartitions.batchId,
        register: batchPartitions.register,
      })
      .from(batchPartitions)
      .innerJoin(free, eq(free.register, batchPartitions.register))
      .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
      .innerJoin(organizations, eq(organizations.id, batches.organizationId))
      .where(and(isDue, eq(batches.state, 'processing'), eq(organizations.status, 'ACTIVE')))
      .orderBy(
        batchPartitions.register,
        organizationServedAt,
        batchPartitions.servedAt,
        batchPartitions.startedAt,
      ),
  )
  const turns = db.$with('turns').as(
    db
      .update(batchRegisters)
      .set({ turn: sql`${batchRegisters.turn} + 1`, leaseUntil: secondsFromNow(LEASE_SECONDS) })
      .from(next)
      .where(eq(batchRegisters.register, next.register))
      .returning({
        register: sql<string>`${batchRegisters.register}`.as('turn_register'),
        batchId: sql<string>`${next.batchId}`.as('turn_batch_id'),
        turn: batchRegisters.turn,
      }),
  )
  return await db
    .with(free, next, turns)
    .update(batchPartitions)
    .set(claim)
    .from(turns)
    .innerJoin(batches, eq(batches.id, turns.batchId))
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(and(eq(batchPartitions.batchId, turns.batchId), eq(batchPartitions.register, turns.register)))
    .returning({ ...claimed, turn: turns.turn })
}

async function processPartition(ctx: Context, partition: Partition): Promise<void> {
  try {
    await takeTurn(ctx, partition)
  } catch (error) {
    await endTurn(ctx, partition, 0)
    throw error
  }
}

async function takeTurn(ctx: Context, partition: Partition): Promise<void> {
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
  if (!part) return await endTurn(ctx, partition, 0)
  const place = { batchId: partition.id, part: `lookups ${partition.register} ${part.chunk}` }
  const rows = await decryptBlob<LookupRow[]>(ctx, place, part.rows)
  const pending: PartitionRow[] = rows.filter(
    ({ result, givenUpIn }) => result === null || (givenUpIn !== null && givenUpIn < partition.round),
  )
  const turn = await lookUpRows(ctx, partition, pending)
  await saveTurn(ctx, partition, { chunk: part.chunk, rows: await encryptBlob(ctx, place, rows) }, turn)
  await endTurn(ctx, partition, turn.registerPause)
}

/** `pause` is in milliseconds. If this fails, the lease ends. */
async function endTurn({ db }: Context, { register, turn }: Partition, pause: number): Promise<void> {
  if (turn === null) return
  await db
    .update(batchRegisters)
    .set({ leaseUntil: sql`'-infinity'`, nextAt: secondsFromNow(pause / 1_000) })
    .where(and(eq(batchRegisters.register, register), eq(batchRegisters.turn, turn)))
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
  const { counted, days, hours } = countRows(ctx, id, lookups, { ...tally, round })
  await db.with(working, partition, lookups, counted, days, hours).select().from(counted)
}
