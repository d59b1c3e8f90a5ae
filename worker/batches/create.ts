import { and, eq } from 'drizzle-orm'
import { batchChunks, batches } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError, errorTable, invalidField } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import type { AuthorizationRequest, Caller, Refused } from '#worker/quota/authorization.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { type ReservedCall, reserveCalls } from '#worker/quota/reserve-calls.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { encryptBlob } from './blobs.ts'
import { type Batch, MAX_ROWS, MAX_TEST_ROWS, MAX_UNREADABLE_ROWS } from './contract.ts'
import { endBatch, endIfIdle, type Reserved } from './end.ts'
import { enqueue } from './enqueue.ts'
import { readBatch } from './get.ts'
import type { Upload } from './read-upload.ts'
import { assertRoom, type BatchRecord, inProgress, lockBatch } from './state.ts'
import { type BatchRow, isRepeated } from './upload-contract/batch-row.ts'
import { takeUpload } from './upload-limits.ts'

export const ROWS_PER_CHUNK = 500
const CHUNKS_PER_WRITE = 4
const MAX_CONSUMERS = 4
const CHUNKS_PER_CONSUMER = 20
const LONGEST_DEADLINE = 72 * 3_600

export type BatchCaller = Pick<AuthorizationRequest, 'organizationId' | 'tokenHash' | 'address' | 'ip'> & {
  caller: Caller
  isTest: boolean
  createdBy: number | null
  idempotencyId: string | null
  call: Pick<ReservedCall, 'method' | 'endpoint' | 'callerCountry'> & { startedAt: number }
}

/** Nothing remains of a failed upload. */
export async function createBatch(ctx: Context, creator: BatchCaller, upload: Upload): Promise<Batch> {
  const { id, hasStarted } = await insertBatch(ctx, creator)
  const batch = { organizationId: creator.organizationId, batchId: id }
  if (hasStarted) return readBatch(ctx, batch)
  const received = await receive(ctx, id, creator, upload)
  // If this fails, the calls may be reserved. A cron job checks, returns them and deletes the batch.
  const at = creator.isTest ? ctx.now : await reserve(ctx, id, creator, received)
  if (!(await startBatch(ctx, id, { cost: received.cost, at }))) throw new AppError('BATCH_CANCELED')
  const consumers = Math.min(MAX_CONSUMERS, Math.ceil(received.chunks / CHUNKS_PER_CONSUMER))
  await enqueue(ctx, Array<{ batchId: string }>(consumers).fill({ batchId: id }))
  return readBatch(ctx, batch)
}

/** Takes over from a repeated call whose batch hasn't started because its Worker was killed. */
const insertBatch = (
  ctx: Context,
  { organizationId, caller, createdBy, isTest, idempotencyId }: BatchCaller,
): Promise<{ id: string; hasStarted: boolean }> =>
  inTransaction(ctx, async (tx) => {
    await lockChanger(tx, { organizationId, userId: createdBy })
    const repeated = idempotencyId && (await lockBatch(tx, eq(batches.idempotencyId, idempotencyId)))
    if (repeated) {
      if (repeated.state !== 'receiving') return { id: repeated.id, hasStarted: true }
      await tx
        .update(batches)
        .set({ idempotencyId: null, state: 'canceling', cancelingAt: now })
        .where(eq(batches.id, repeated.id))
      if (!repeated.receivedAt) await endIfIdle(tx, repeated)
    }
    await assertRoom(tx, { organizationId, live: !isTest })
    const id = `batch_${randomBase62(22)}`
    await tx.insert(batches).values({
      id,
      organizationId,
      tokenId: caller.tokenId,
      createdBy,
      requestId: ctx.requestId,
      idempotencyId,
      state: 'receiving',
      live: !isTest,
      source: false,
      fresh: false,
      deadlineAt: secondsFromNow(LONGEST_DEADLINE),
    })
    return { id, hasStarted: false }
  })

type Received = ReturnType<Upload['end']> & {
  rows: number
  chunks: number
  cost: number
  duplicates: number
}

async function receive(ctx: Context, id: string, creator: BatchCaller, upload: Upload): Promise<Received> {
  try {
    const { organizationId, caller, isTest } = creator
    await takeUpload(ctx, { organizationId, tier: caller.tier, isTest }, 'batches')
    const received = await receiveRows(ctx, id, isTest, upload)
    if (await closeUpload(ctx, id, creator, received)) return received
  } catch (error) {
    ctx.waitUntil(ctx.db.delete(batches).where(eq(batches.id, id)))
    throw error
  }
  throw new AppError('BATCH_CANCELED')
}

async function receiveRows(
  ctx: Context,
  batchId: string,
  isTest: boolean,
  upload: Upload,
): Promise<Received> {
  const known = new Set<string>()
  const counts = { rows: 0, chunks: 0, cost: 0, duplicates: 0 }
  const checkRow = rowChecker(isTest)
  let rows: BatchRow[] = []
  let blobs: { number: number; input: string }[] = []
  const write = async () => {
    if (blobs.length > 0) await ctx.db.insert(batchChunks).values(blobs.map((blob) => ({ batchId, ...blob })))
    blobs = []
  }
  const closeChunk = async () => {
    const number = counts.chunks++
    blobs.push({ number, input: await encryptBlob(ctx, { batchId, part: `input ${number}` }, rows) })
    rows = []
    if (blobs.length === CHUNKS_PER_WRITE) await write()
  }
  for await (const read of upload.rows) {
    for (const row of read) {
      counts.rows++
      checkRow(row)
      const isDuplicate = isRepeated(known, row)
      if (isDuplicate) counts.duplicates++
      else if (!isTest) counts.cost += row.cost
      rows.push(isDuplicate || isTest ? { ...row, cost: 0 } : row)
      if (rows.length === ROWS_PER_CHUNK) await closeChunk()
    }
  }
  const end = upload.end()
  if (rows.length > 0) await closeChunk()
  await write()
  if (counts.rows === 0) throw invalidField('items', 'The upload has no rows.')
  return { ...counts, ...end }
}

function rowChecker(isTest: boolean): (row: BatchRow) => void {
  let rows = 0
  let unreadable = 0
  let first = ''
  return ({ line, problem }) => {
    if (++rows > MAX_ROWS) throw new AppError('TOO_MANY_ROWS')
    if (isTest && rows > MAX_TEST_ROWS)
      throw new AppError('TOO_MANY_ROWS', {
        message: `With a test token, a batch can have at most ${inFigures(MAX_TEST_ROWS)} rows.`,
      })
    if (!problem) return
    first ||= `The first is line ${line}: ${problem.message}`
    if (++unreadable > MAX_UNREADABLE_ROWS)
      throw new AppError('TOO_MANY_UNREADABLE_ROWS', {
        message: `${errorTable.TOO_MANY_UNREADABLE_ROWS.message} ${first}`,
      })
  }
}

const inFigures = (count: number) => count.toLocaleString('en-US')

async function lockUpload(
  tx: Transaction,
  id: string,
  reserved?: Reserved,
): Promise<BatchRecord | undefined> {
  const batch = await lockBatch(tx, and(eq(batches.id, id), inProgress))
  if (batch?.state === 'receiving') return batch
  if (batch) await endBatch(tx, batch, { to: 'canceled', reserved })
  return undefined
}

async function closeUpload(
  ctx: Context,
  id: string,
  { organizationId, createdBy, caller }: BatchCaller,
  { options, columns, rows, cost, duplicates }: Received,
): Promise<boolean> {
  const place = { batchId: id, part: 'columns' }
  const encryptedColumns = columns && (await encryptBlob(ctx, place, columns))
  return await inTransaction(ctx, async (tx) => {
    await lockChanger(tx, { organizationId, userId: createdBy })
    if (!(await lockUpload(tx, id))) {
      // Those that arrived after it was canceled.
      await tx.delete(batchChunks).where(eq(batchChunks.batchId, id))
      return false
    }
    await tx
      .update(batches)
      .set({
        name: options.name || null,
        source: options.source !== false && caller.canUseRegisters,
        fresh: options.fresh ?? false,
        maxAge: options.maxAge ?? null,
        columns: encryptedColumns,
        rowCount: rows,
        duplicateCount: duplicates,
        cost,
        deadlineAt: secondsFromNow(options.deadlineHours * 3_600),
        receivedAt: now,
      })
      .where(eq(batches.id, id))
    return true
  })
}

async function reserve(
  ctx: Context,
  id: string,
  { call: { startedAt, ...call }, ...creator }: BatchCaller,
  { rows, cost }: Received,
): Promise<Date> {
  const authorization = await reserveCalls(
    ctx,
    { ...creator, permission: 'read' },
    {
      requestId: ctx.requestId,
      ...call,
      statusCode: 202,
      outcome: null,
      responseTime: Math.max(0, Date.now() - startedAt),
      country: null,
      rows,
      spent: cost,
    },
  )
  if (authorization.authorized) return authorization.at
  await ctx.db.delete(batches).where(eq(batches.id, id))
  throw refused(authorization, cost)
}

const startBatch = (ctx: Context, id: string, reserved: Reserved): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const batch = await lockUpload(tx, id, reserved)
    if (!batch) return false
    const { organizationId, name, rowCount, cost } = batch
    await tx
      .update(batches)
      .set({
        state: 'processing',
        processingAt: now,
        reservedAt: reserved.at,
        pendingCount: rowCount,
        pendingCost: cost,
      })
      .where(eq(batches.id, id))
    const after = { rows: rowCount, cost }
    await audit(tx, { event: 'batch.created', organizationId, subject: name ?? id, after })
    return true
  })

function refused(refusal: Refused, cost: number): AppError {
  const error = refusalError(refusal)
  const { caller } = refusal
  if (refusal.refusal !== 'QUOTA' || !caller) return error
  const remaining = Math.max(0, caller.monthlyLimit - caller.usedCount)
  return new AppError('QUOTA_EXCEEDED', {
    message: `This batch costs ${inFigures(cost)} validation${cost === 1 ? '' : 's'}, but ${left(remaining)} left of the monthly quota.`,
    fields: { cost, remaining, missing: cost - remaining },
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
  })
}

function left(remaining: number): string {
  if (remaining === 0) return 'none are'
  return remaining === 1 ? 'only 1 is' : `only ${inFigures(remaining)} are`
}
