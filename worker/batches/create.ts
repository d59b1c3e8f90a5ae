import { and, eq, isNull } from 'drizzle-orm'
import { batchChunks, batches } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError, errorTable, invalidField } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import type { AuthorizationRequest, Authorized, Caller, Refused } from '#worker/quota/authorization.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { refusalError } from '#worker/quota/refusal-error.ts'
import { type ReservedCall, reserveCalls } from '#worker/quota/reserve-calls.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { encryptBlob } from './blobs.ts'
import { type Batch, MAX_ROWS, MAX_TEST_ROWS, MAX_UNREADABLE_ROWS } from './contract.ts'
import { enqueue } from './enqueue.ts'
import { readBatch } from './get.ts'
import type { Upload } from './read-upload.ts'
import { assertRoom, lockBatch } from './state.ts'
import { type BatchRow, isRepeated } from './upload-contract/batch-row.ts'
import { takeUpload } from './upload-limits.ts'

export const ROWS_PER_CHUNK = 500
const CHUNKS_PER_WRITE = 4
const MAX_CONSUMERS = 4
const CHUNKS_PER_CONSUMER = 20
const LONGEST_DEADLINE = 72 * 3_600
const RENEWAL_MS = 30_000
/** An upload that sends nothing for so long is deleted, because its Worker may have been killed. */
const uploadEnd = secondsFromNow(120 + RENEWAL_MS / 1_000)

export type BatchCaller = Pick<
  AuthorizationRequest,
  'organizationId' | 'tokenHash' | 'clientNetwork' | 'ip'
> & {
  caller: Caller
  isTest: boolean
  createdBy: number | null
  idempotencyId: string | null
  call: Pick<ReservedCall, 'method' | 'endpoint' | 'callerCountry'> & { startedAt: number }
}

/** Nothing remains of a failed upload. */
export async function createBatch(ctx: Context, creator: BatchCaller, upload: Upload): Promise<Batch> {
  const { id, hasStarted } = await insertBatch(ctx, creator)
  if (!hasStarted) await receive(ctx, id, creator, upload)
  return readBatch(ctx, { organizationId: creator.organizationId, batchId: id })
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
      await tx.delete(batches).where(eq(batches.id, repeated.id))
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
      expiresAt: uploadEnd,
    })
    return { id, hasStarted: false }
  })

const isReceiving = (id: string) => and(eq(batches.id, id), eq(batches.state, 'receiving'))

type Received = ReturnType<Upload['end']> & {
  rows: number
  chunks: number
  cost: number
  duplicates: number
}

async function receive(ctx: Context, id: string, creator: BatchCaller, upload: Upload): Promise<void> {
  const { organizationId, caller, isTest } = creator
  let chunks: number | undefined
  try {
    await takeUpload(ctx, { organizationId, tier: caller.tier, isTest }, 'batches')
    const received = await receiveRows(ctx, id, isTest, upload)
    if (await startBatch(ctx, id, creator, received)) chunks = received.chunks
  } catch (error) {
    // It may have started although the answer of the database was lost.
    ctx.waitUntil(ctx.db.delete(batches).where(and(eq(batches.id, id), isNull(batches.processingAt))))
    throw error
  }
  if (chunks === undefined) throw new AppError('BATCH_CANCELED')
  const consumers = Math.min(MAX_CONSUMERS, Math.ceil(chunks / CHUNKS_PER_CONSUMER))
  await enqueue(ctx, Array<{ batchId: string }>(consumers).fill({ batchId: id }))
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
  let renewedAt = Date.now()
  for await (const read of upload.rows) {
    if (Date.now() > renewedAt + RENEWAL_MS) {
      await ctx.db.update(batches).set({ expiresAt: uploadEnd }).where(isReceiving(batchId))
      renewedAt = Date.now()
    }
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

/** Reserves the whole cost with the change that starts the batch. Returns false if it was canceled. */
async function startBatch(
  ctx: Context,
  id: string,
  creator: BatchCaller,
  received: Received,
): Promise<boolean> {
  const { organizationId, createdBy, caller, isTest } = creator
  const { options, columns, rows, cost, duplicates } = received
  const place = { batchId: id, part: 'columns' }
  const encryptedColumns = columns && (await encryptBlob(ctx, place, columns))
  const authorization = isTest ? undefined : await authorize(ctx, { ...creator, permission: 'read' })
  return await inTransaction(ctx, async (tx) => {
    await lockChanger(tx, { organizationId, userId: createdBy })
    if (!(await lockBatch(tx, isReceiving(id)))) {
      // Those that arrived after it was canceled.
      await tx.delete(batchChunks).where(eq(batchChunks.batchId, id))
      return false
    }
    const reservedAt = authorization ? await reserve(tx, authorization, creator, received) : now
    const name = options.name || null
    await tx
      .update(batches)
      .set({
        state: 'processing',
        name,
        source: options.source !== false && caller.canUseRegisters,
        fresh: options.fresh ?? false,
        maxAge: options.maxAge ?? null,
        columns: encryptedColumns,
        rowCount: rows,
        pendingCount: rows,
        duplicateCount: duplicates,
        cost,
        pendingCost: cost,
        deadlineAt: secondsFromNow(options.deadlineHours * 3_600),
        reservedAt,
        processingAt: now,
        expiresAt: null,
      })
      .where(eq(batches.id, id))
    await audit(tx, { event: 'batch.created', organizationId, subject: name ?? id, after: { rows, cost } })
    return true
  })
}

async function reserve(
  tx: Transaction,
  authorization: Authorized | Refused,
  { call: { startedAt, ...call } }: BatchCaller,
  { rows, cost }: Received,
): Promise<Date> {
  const reserved = await reserveCalls(tx, authorization, {
    requestId: tx.ctx.requestId,
    ...call,
    statusCode: 202,
    outcome: null,
    responseTime: Math.max(0, Date.now() - startedAt),
    country: null,
    rows,
    spent: cost,
  })
  if (reserved.authorized) return reserved.at
  throw refused(reserved, cost)
}

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
