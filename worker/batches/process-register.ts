import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { batches, batchLookups, batchPartitions, batchRegisters, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { pick } from '#worker/lib/pick.ts'
import { inTransaction } from '#worker/transaction.ts'
import { decryptBlob, encryptBlob, type LookUpRow } from './blobs.ts'
import { enqueue } from './enqueue.ts'
import { failedSlice, lookUpRows, type Slice, type SliceResult } from './look-up-rows.ts'
import { settleRows } from './settle-rows.ts'
import { isActive, isProcessing, isValidation, lockBatch } from './state.ts'

const MESSAGE_TIME_MS = 3_000
const CLAIM_SECONDS = 20

/** Looks up rows for a few seconds, in slices of one batch after the other. One message at a time has the register. */
export async function processRegister(ctx: Context, register: string): Promise<void> {
  const end = Date.now() + MESSAGE_TIME_MS
  while (Date.now() < end) {
    const slice = await claimSlice(ctx, register)
    if (!slice) break
    await processSlice(ctx, slice)
  }
  const seconds = await secondsUntilDue(ctx, register)
  if (seconds !== undefined) await enqueue(ctx, [{ register }], Math.max(0, Math.ceil(seconds)))
}

/** At the deadline, rows are given up, which needs no register. The conditions need all four tables of the queries below. */
const dueAt = sql`greatest(${batchPartitions.nextAt}, least(${batches.deadlineAt}, ${batchRegisters.nextAt}))`
const isWaiting = and(gt(batchPartitions.waiting, 0), isActive)
const isDue = and(isWaiting, lte(dueAt, now))
const isFree = lt(batchRegisters.leaseUntil, now)

export const findDueRegisters = ({ db }: Context, limit: number) =>
  db
    .selectDistinct({ register: batchRegisters.register })
    .from(batchRegisters)
    .innerJoin(batchPartitions, eq(batchPartitions.register, batchRegisters.register))
    .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(and(isFree, isDue))
    .limit(limit)

async function secondsUntilDue({ db }: Context, register: string): Promise<number | undefined> {
  const [next] = await db
    .select({ seconds: sql<number | null>`extract(epoch from min(${dueAt}) - now())::float` })
    .from(batchRegisters)
    .innerJoin(batchPartitions, eq(batchPartitions.register, batchRegisters.register))
    .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(and(eq(batchRegisters.register, register), isFree, isWaiting))
  return next?.seconds ?? undefined
}

/** The least recently served organization goes first, and its least recently served batch. */
const claimSlice = (ctx: Context, register: string): Promise<Slice | undefined> =>
  inTransaction(ctx, async (tx) => {
    const [free] = await tx
      .select({ turn: batchRegisters.turn })
      .from(batchRegisters)
      .where(and(eq(batchRegisters.register, register), isFree))
      .for('update', { skipLocked: true })
    if (!free) return undefined
    const turn = free.turn + 1
    const organizationServedAt = sql`(
      select max(other.served_at) from ${batchPartitions} other
       where other.register = ${batchPartitions.register} and other.organization_id = ${batchPartitions.organizationId}
    )`
    const isOverdue = sql<boolean>`${batches.deadlineAt} <= now()`
    const [next] = await tx
      .select({
        ...pick(batches, 'id', 'live', 'source', 'fresh', 'maxAge', 'createdAt', 'round', 'isMonitoring'),
        isOverdue,
        isValidation: sql<boolean>`${isValidation}`,
        ...pick(batchPartitions, 'register', 'reason'),
        organizationId: organizations.id,
        ...pick(organizations, 'tier', 'vatNumber'),
      })
      .from(batchRegisters)
      .innerJoin(batchPartitions, eq(batchPartitions.register, batchRegisters.register))
      .innerJoin(batches, eq(batches.id, batchPartitions.batchId))
      .innerJoin(organizations, eq(organizations.id, batches.organizationId))
      .where(and(eq(batchRegisters.register, register), isDue))
      .orderBy(sql`not ${isOverdue}`, organizationServedAt, batchPartitions.servedAt, batches.createdAt)
      .limit(1)
    if (!next) return undefined
    await tx
      .update(batchRegisters)
      .set({ turn, leaseUntil: secondsFromNow(CLAIM_SECONDS) })
      .where(eq(batchRegisters.register, register))
    await tx
      .update(batchPartitions)
      .set({ servedAt: now })
      .where(and(eq(batchPartitions.batchId, next.id), eq(batchPartitions.register, register)))
    return { ...next, turn }
  })

async function processSlice(ctx: Context, slice: Slice): Promise<void> {
  const work = await lookUpNext(ctx, slice).catch((error: unknown) => {
    logError('batch lookups', error, ctx.requestId)
    return undefined
  })
  await saveSlice(ctx, slice, work)
}

type Work = SliceResult & { chunk: number; rows: string }

async function lookUpNext(ctx: Context, slice: Slice): Promise<Work | undefined> {
  const [part] = await ctx.db
    .select(pick(batchLookups, 'chunk', 'rows'))
    .from(batchLookups)
    .where(
      and(
        eq(batchLookups.batchId, slice.id),
        eq(batchLookups.register, slice.register),
        gt(batchLookups.pending, 0),
      ),
    )
    // A chunk whose last rows fail doesn't hold up the others.
    .orderBy(...(slice.reason === 'RATE' ? [] : [desc(batchLookups.pending)]), batchLookups.chunk)
    .limit(1)
  if (!part) return undefined
  const place = { batchId: slice.id, part: `lookups ${slice.register} ${part.chunk}` }
  const rows = await decryptBlob<LookUpRow[]>(ctx, place, part.rows)
  const pending = rows.filter(
    ({ result, givenUpIn }) => result === null || (givenUpIn !== null && givenUpIn < slice.round),
  )
  const result = await lookUpRows(ctx, slice, pending)
  return { ...result, chunk: part.chunk, rows: await encryptBlob(ctx, place, rows) }
}

const saveSlice = (ctx: Context, slice: Slice, work: Work | undefined): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { id, register, turn } = slice
    const { settled, pause, registerPause, reason } = work ?? failedSlice(slice)
    const { rowCount } = await tx
      .update(batchRegisters)
      .set({
        leaseUntil: sql`'-infinity'`,
        nextAt: sql`greatest(${batchRegisters.nextAt}, ${secondsFromNow(registerPause / 1_000)})`,
      })
      .where(and(eq(batchRegisters.register, register), eq(batchRegisters.turn, turn)))
    if (!rowCount) return
    // Not after it was canceled and retried.
    const batch = await lockBatch(tx, and(eq(batches.id, id), isProcessing, eq(batches.round, slice.round)))
    if (!batch) return
    const rows = settled.map(({ row: { cost }, result, givenUpIn }) => ({
      result,
      cost,
      isRetryable: givenUpIn !== null,
    }))
    const unanswered = rows.filter(({ isRetryable }) => isRetryable).length
    const answered = rows.length - unanswered
    const pauseEnd = secondsFromNow(pause / 1_000)
    await tx
      .update(batchPartitions)
      .set({
        waiting: sql`${batchPartitions.waiting} - ${rows.length}::int`,
        nextAt: slice.isOverdue ? pauseEnd : sql`least(${pauseEnd}, ${batch.deadlineAt})`,
        reason,
      })
      .where(and(eq(batchPartitions.batchId, id), eq(batchPartitions.register, register)))
    if (work) {
      const { chunk } = work
      await tx
        .update(batchLookups)
        .set({
          rows: work.rows,
          pending: sql`${batchLookups.pending} - ${rows.length}::int`,
          answered: sql`${batchLookups.answered} + ${answered}::int`,
          unanswered: sql`${batchLookups.unanswered} + ${unanswered}::int`,
        })
        .where(
          and(
            eq(batchLookups.batchId, id),
            eq(batchLookups.register, register),
            eq(batchLookups.chunk, chunk),
          ),
        )
    }
    await settleRows(tx, batch, rows)
  })
