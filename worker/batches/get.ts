import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { cursorOf, isOlder, newestFirst, pageOf } from '#db/newest-first.ts'
import { apiTokens, batches, batchPartitions, batchRegisters, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { jsonArray } from '#worker/lib/json-array.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { limiterName } from '#worker/registers/sources.ts'
import { type Batch, type BatchList, type BatchState, type listBatchesSchema, noRows } from './contract.ts'
import { engineSeconds, readQueues, readSpeeds, secondsFor } from './estimate.ts'
import { type BatchId, isBatch, isListed, retryableRows } from './state.ts'

export async function readBatch(ctx: Context, id: BatchId): Promise<Batch> {
  const [found] = await readBatches(ctx, isBatch(id), 1)
  if (!found) throw new AppError('BATCH_NOT_FOUND')
  return found.batch
}

type ListInput = z.output<typeof listBatchesSchema> & { organizationId: string; isTest: boolean }

export async function listBatches(
  ctx: Context,
  { organizationId, isTest, state, cursor, limit }: ListInput,
): Promise<BatchList> {
  const where = and(
    eq(batches.organizationId, organizationId),
    isListed,
    state && eq(batches.state, state),
    isTest ? eq(batches.live, false) : undefined,
    isOlder(batches, cursor),
  )
  const { page, next } = pageOf(await readBatches(ctx, where, limit + 1), limit)
  return { batches: page.map(({ batch }) => batch), next }
}

type Listed = { batch: Batch; cursor: string }

async function readBatches(ctx: Context, where: SQL | undefined, limit: number): Promise<Listed[]> {
  const rows = await ctx.db
    .select({
      batch: batches,
      createdBy: users.email,
      tokenName: apiTokens.name,
      cursor: cursorOf(batches),
    })
    .from(batches)
    .leftJoin(users, eq(users.id, batches.createdBy))
    .leftJoin(
      apiTokens,
      and(eq(apiTokens.id, batches.tokenId), eq(apiTokens.organizationId, batches.organizationId)),
    )
    .where(where)
    .orderBy(...newestFirst(batches))
    .limit(limit)
  const working = rows.filter(({ batch }) => batch.state === 'processing').map(({ batch }) => batch.id)
  const waits = await readWaits(ctx, rows[0]?.batch.organizationId ?? '', working)
  return rows.map((row) => ({ batch: describeBatch(ctx, row, waits), cursor: row.cursor }))
}

type Wait = Awaited<ReturnType<typeof readWaits>>[number]

async function readWaits(ctx: Context, organizationId: string, ids: string[]) {
  if (ids.length === 0) return []
  const partitions = await ctx.db
    .select({
      ...pick(batchPartitions, 'batchId', 'register', 'waiting', 'reason'),
      nextAt: sql<Date>`greatest(${batchPartitions.nextAt}, ${batchRegisters.nextAt})`.mapWith(
        batchPartitions.nextAt,
      ),
    })
    .from(batchPartitions)
    .innerJoin(batchRegisters, eq(batchRegisters.register, batchPartitions.register))
    .where(and(inArray(batchPartitions.batchId, ids), gt(batchPartitions.waiting, 0)))
    .orderBy(asc(batchPartitions.register))
  const keys = [...new Set(partitions.map(({ register }) => register))]
  const [speedOf, queueOf] = await Promise.all([readSpeeds(ctx), readQueues(ctx, organizationId, keys)])
  return partitions.map((partition) => {
    const { register, batchId, waiting } = partition
    return { ...partition, seconds: secondsFor(waiting, queueOf(register, batchId), speedOf(register)) }
  })
}

const reasonWords: Readonly<Record<string, string>> = {
  RATE: 'Lookups run as fast as the register allows.',
  BUSY: 'Too many lookups of this register are in progress.',
  TIMEOUT: "The register doesn't respond in time.",
  UNREACHABLE: "The register can't be reached.",
  UNAVAILABLE: 'The register is currently unavailable.',
  THROTTLED: 'The register is receiving too many requests.',
  BLOCKED: 'The register is blocking our requests.',
  UNREADABLE: "We can't read the register's responses.",
  WRONG_NUMBER: 'The register responds with different numbers.',
  PAUSED: 'The register is paused after failures or too many requests.',
}

type Row = { batch: typeof batches.$inferSelect; createdBy: string | null; tokenName: string | null }

function describeBatch(ctx: Context, { batch, createdBy, tokenName }: Row, allWaits: readonly Wait[]): Batch {
  const waits = allWaits
    .filter(({ batchId }) => batchId === batch.id)
    .map((wait) => describeWait(ctx, batch, wait))
  const unread = batch.pendingCount - waits.reduce((sum, { waiting }) => sum + waiting, 0)
  // Until its rows have been read, nobody knows how many of them a register must look up.
  const isRead = !batch.source || unread === 0 || waits.length > 0
  const ends = waits.flatMap(({ estimatedEndAt }) => (estimatedEndAt ? Date.parse(estimatedEndAt) : []))
  const isKnown = isRead && ends.length === waits.length
  const end = Math.min(
    batch.deadlineAt.getTime(),
    Math.max(ctx.now.getTime() + engineSeconds(unread) * 1_000, ...ends),
  )
  const endedAs = (state: BatchState) => (batch.state === state ? batch.endedAt : null)
  return {
    ...pick(batch, 'id', 'name', 'state', 'live', 'source', 'fresh', 'maxAge'),
    rows: batch.rowCount,
    pendingRows: batch.pendingCount,
    counts: { ...noRows, ...batch.counts },
    duplicateRows: batch.duplicateCount,
    cost: { reserved: batch.cost, returned: batch.returnedCost },
    retryableRows: retryableRows(batch, ctx.now),
    registers: waits,
    failure: batch.failureCode === null ? null : describeFailure(batch.failureCode),
    createdBy,
    tokenName,
    ...withIsoDates({
      ...pick(batch, 'createdAt', 'processingAt'),
      completedAt: endedAs('completed'),
      canceledAt: endedAs('canceled'),
      failedAt: endedAs('failed'),
      deadlineAt: batch.deadlineAt,
      estimatedEndAt: batch.state === 'processing' && isKnown ? new Date(end) : null,
      retryUntil: batch.retryUntil,
      expiresAt: batch.state === 'receiving' ? null : batch.expiresAt,
    }),
  }
}

const failures: Readonly<Record<string, string>> = {
  PROCESSING_FAILED:
    "We couldn't process this batch. The cost of its rows without a result was returned to your quota.",
  OVERDUE:
    "The batch didn't finish in time. The cost of its rows without a result was returned to your quota.",
}

const describeFailure = (code: string) => ({ code, message: failures[code] ?? 'The batch failed.' })

function describeWait(
  { now }: Context,
  { deadlineAt }: { deadlineAt: Date },
  { register, waiting, reason, nextAt, seconds }: Wait,
) {
  const isAnswering = reason === 'RATE' || reason === 'BUSY'
  const from = Math.max(now.getTime(), nextAt.getTime())
  const end = Math.min(deadlineAt.getTime(), from + seconds * 1_000)
  return {
    id: register,
    name: limiterName(register),
    waiting,
    reason,
    message: reasonWords[reason] ?? reasonWords.BUSY ?? '',
    nextAt: new Date(from).toISOString(),
    estimatedEndAt: isAnswering ? new Date(end).toISOString() : null,
  }
}

const SIZE = 100

export function exportBatches(ctx: Context, organizationId: string) {
  const read = (last?: Listed) =>
    readBatches(
      ctx,
      and(eq(batches.organizationId, organizationId), isListed, isOlder(batches, last?.cursor)),
      SIZE,
    )
  return jsonArray({ size: SIZE, read }, describe)
}

const describe = ({ batch: { registers: _, estimatedEndAt: __, ...batch } }: Listed) => batch
