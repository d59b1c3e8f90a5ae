import { and, asc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { batches, batchLanes, batchLookups, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { decryptBlob, encryptBlob } from './blobs.ts'
import type { RowOptions } from './format-row.ts'
import { type LaneRow, lookUpRows, type Turn } from './look-up-rows.ts'
import type { LookupRow } from './process-chunk.ts'
import { mayBegin } from './state.ts'
import { countRows, lockWorking, tallyOf } from './tally.ts'

/** Longer than a turn. */
const LEASE_SECONDS = 30
/** A Worker has six connections at once. */
const LANES_AT_ONCE = 3

export type Lane = RowOptions & {
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

/** Looks up rows for a few seconds in each lane that is due. Returns false if none is. */
export async function processDueLanes(ctx: Context, batchId: string): Promise<boolean> {
  const lanes = await claimLanes(ctx, batchId)
  await Promise.all(lanes.map((lane) => processLane(ctx, lane)))
  return lanes.length > 0
}

/** How many lanes share the register: its organizations, each with the batches of this one. */
export const laneWeight = sql<number>`(
  select count(distinct other.organization_id) from ${batchLanes} other
   where other.register = ${batchLanes.register} and other.waiting > 0
) * (
  select count(*) from ${batchLanes} own
   where own.register = ${batchLanes.register} and own.organization_id = ${batchLanes.organizationId}
     and own.waiting > 0
)`.mapWith(Number)

async function claimLanes({ db }: Context, batchId: string): Promise<Lane[]> {
  const due = db
    .select({ register: batchLanes.register })
    .from(batchLanes)
    .innerJoin(batches, eq(batches.id, batchLanes.batchId))
    .where(
      and(
        eq(batchLanes.batchId, batchId),
        gt(batchLanes.waiting, 0),
        lt(batchLanes.leaseUntil, now),
        or(lte(batchLanes.nextAt, now), lte(batches.deadlineAt, now)),
        mayBegin(db, batchId),
      ),
    )
    .orderBy(asc(batchLanes.nextAt))
    .limit(LANES_AT_ONCE)
    .for('update', { of: batchLanes, skipLocked: true })
  return await db
    .update(batchLanes)
    .set({ attempt: sql`${batchLanes.attempt} + 1`, leaseUntil: secondsFromNow(LEASE_SECONDS) })
    .from(batches)
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(
      and(
        eq(batchLanes.batchId, batchId),
        eq(batches.id, batchId),
        sql`${batchLanes.register} = any(array(${due}))`,
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
      register: batchLanes.register,
      attempt: batchLanes.attempt,
      reason: batchLanes.reason,
      weight: laneWeight,
      organizationId: organizations.id,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
    })
}

async function processLane(ctx: Context, lane: Lane): Promise<void> {
  const ofLane = and(eq(batchLookups.batchId, lane.id), eq(batchLookups.register, lane.register))
  const [part] = await ctx.db
    .select({ chunk: batchLookups.chunk, rows: batchLookups.rows })
    .from(batchLookups)
    .where(and(ofLane, gt(batchLookups.pending, 0)))
    .orderBy(batchLookups.chunk)
    .limit(1)
  if (!part) return
  const place = { batchId: lane.id, part: `lookups ${lane.register} ${part.chunk}` }
  const rows = await decryptBlob<LookupRow[]>(ctx, place, part.rows)
  const pending: LaneRow[] = rows.filter(
    ({ result, givenUpIn }) => result === null || (givenUpIn !== null && givenUpIn < lane.round),
  )
  const turn = await lookUpRows(ctx, lane, pending)
  await saveTurn(ctx, lane, { chunk: part.chunk, rows: await encryptBlob(ctx, place, rows) }, turn)
}

/** One statement, and only if nobody else has claimed the lane since. */
async function saveTurn(
  ctx: Context,
  { id, register, attempt, round }: Lane,
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
  const lane = db.$with('lane').as(
    db
      .update(batchLanes)
      .set({
        waiting: sql`${batchLanes.waiting} - ${tally.rows}::int`,
        answered: sql`${batchLanes.answered} + ${answered}::int`,
        leaseUntil: sql`'-infinity'`,
        nextAt: secondsFromNow(pause / 1_000),
        reason,
      })
      .from(working)
      .where(
        and(eq(batchLanes.batchId, id), eq(batchLanes.register, register), eq(batchLanes.attempt, attempt)),
      )
      .returning({ batchId: batchLanes.batchId }),
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
      .from(lane)
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
  await db.with(working, lane, lookups, counted, days).select().from(counted)
}
