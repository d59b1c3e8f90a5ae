import { and, eq, sql } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { batchChunks, batches, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { organizationLock } from '#worker/organizations/lock-organization.ts'
import type { Authorization, AuthorizationRequest, Caller } from '#worker/quota/authorization.ts'
import { type ReservedCall, reserveCalls } from '#worker/quota/reserve-calls.ts'
import { refusalError } from '#worker/validation/refusal-error.ts'
import { encryptBlob } from './blobs.ts'
import { type Batch, type BatchOptions, batchLimits, MAX_ROWS } from './contract.ts'
import { endBatch } from './end.ts'
import { enqueue } from './enqueue.ts'
import { readBatch } from './get.ts'
import type { Columns, Upload } from './read-upload.ts'
import { hasRoom } from './state.ts'
import { type BatchRow, isRepeated } from './upload-contract/batch-row.ts'

export const ROWS_PER_CHUNK = 500
/** In a statement. */
const CHUNKS_PER_WRITE = 4
/** Consumers that work on a large batch at once. */
const MAX_CONSUMERS = 4
const CHUNKS_PER_CONSUMER = 20
/** Until the options are known. */
const LONGEST_DEADLINE = 72 * 3_600

const NO_ID = '00000000-0000-0000-0000-000000000000'

export type BatchCaller = Pick<AuthorizationRequest, 'organizationId' | 'tokenHash' | 'address'> & {
  caller: Caller
  /** Of the sandbox: it costs nothing, and no register is called. */
  isTest: boolean
  createdBy: number | null
  /** The same for a repeated call with an idempotency key. */
  idempotencyId: string | null
  call: Pick<ReservedCall, 'method' | 'endpoint'> & { startedAt: number }
}

type Options = Pick<BatchOptions, 'name' | 'source' | 'fresh' | 'maxAge' | 'deadlineHours'>

/**
 * Stores the rows while they arrive, reserves their whole cost, and starts the batch. Nothing remains of an upload that
 * fails or is refused. Throws BATCH_LIMIT_REACHED, BATCH_CANCELLED, TOO_MANY_ROWS, QUOTA_EXCEEDED.
 */
export async function createBatch(
  ctx: Context,
  creator: BatchCaller,
  upload: Upload<Options>,
): Promise<Batch> {
  const id = await insertBatch(ctx, creator)
  if (!id) return await readRepeated(ctx, creator)
  const received = await orDelete(ctx, id, () => receiveRows(ctx, id, creator, upload))
  const stored = await orDelete(ctx, id, () => closeUpload(ctx, id, received))
  if (!stored) return await endCancelled(ctx, id)
  // If this fails, the calls may be reserved: a cron job finds out, returns them and deletes the batch.
  const reservedAt = creator.isTest ? ctx.now : await reserve(ctx, id, creator, received)
  const started = await startBatch(ctx, id, reservedAt)
  if (!started) return await endCancelled(ctx, id, { cost: received.cost, at: reservedAt })
  const count = Math.min(MAX_CONSUMERS, Math.ceil(received.chunks / CHUNKS_PER_CONSUMER))
  await enqueue(ctx, id, { count })
  return readBatch(ctx, { organizationId: creator.organizationId, batchId: id })
}

/**
 * Undefined if the batch of a repeated call has started. Takes over from one that hasn't: its Worker was killed.
 * Throws BATCH_LIMIT_REACHED.
 */
async function insertBatch(
  ctx: Context,
  { organizationId, caller, createdBy, isTest, idempotencyId }: BatchCaller,
): Promise<string | undefined> {
  const { db } = ctx
  const id = `batch_${randomBase62(22)}`
  const isRepeated = eq(batches.idempotencyId, idempotencyId ?? NO_ID)
  const [, , [repeated], [inserted]] = await db.batch([
    organizationLock(ctx, organizationId),
    db
      .update(batches)
      .set({ idempotencyId: null, state: 'cancelling', cancellingAt: now })
      .where(and(isRepeated, eq(batches.state, 'receiving'))),
    db.select({ id: batches.id }).from(batches).where(isRepeated),
    insertFrom(
      db,
      batches,
      {
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
      },
      (values) =>
        db
          .select(values)
          .from(organizations)
          .where(and(eq(organizations.id, organizationId), hasRoom(db, organizationId))),
    )
      .onConflictDoNothing({ target: batches.idempotencyId })
      .returning({ id: batches.id }),
  ])
  if (repeated) return undefined
  if (inserted) return id
  const limit = batchLimits[caller.tier]
  throw new AppError('BATCH_LIMIT_REACHED', {
    message: `Your plan allows ${limit === 1 ? 'one batch' : `${limit} batches`} at a time. Wait until one ends, or cancel one.`,
    retryAfter: 60,
    fields: { limit },
  })
}

async function readRepeated(ctx: Context, { organizationId, idempotencyId }: BatchCaller): Promise<Batch> {
  const [batch] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(eq(batches.idempotencyId, idempotencyId ?? NO_ID))
  return readBatch(ctx, { organizationId, batchId: batch?.id ?? '' })
}

type Received = {
  options: Options
  columns: Columns | null
  rows: number
  chunks: number
  cost: number
  duplicates: number
  canUseRegisters: boolean
}

async function receiveRows(
  ctx: Context,
  batchId: string,
  { caller: { canUseRegisters }, isTest }: BatchCaller,
  upload: Upload<Options>,
): Promise<Received> {
  const known = new Set<string>()
  const counts = { rows: 0, chunks: 0, cost: 0, duplicates: 0 }
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
      if (++counts.rows > MAX_ROWS) throw new AppError('TOO_MANY_ROWS')
      const isDuplicate = isRepeated(known, row)
      if (isDuplicate) counts.duplicates++
      else if (!isTest) counts.cost += row.cost
      rows.push(isDuplicate || isTest ? { ...row, cost: 0 } : row)
      if (rows.length === ROWS_PER_CHUNK) await closeChunk()
    }
  }
  const { options, columns } = upload.end()
  if (rows.length > 0) await closeChunk()
  await write()
  if (counts.rows === 0) {
    const message = 'The upload has no rows.'
    throw new AppError('INVALID_INPUT', { message, details: [{ path: 'items', message }] })
  }
  return { ...counts, options, columns, canUseRegisters }
}

async function orDelete<T>(ctx: Context, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    ctx.waitUntil(ctx.db.delete(batches).where(eq(batches.id, id)))
    throw error
  }
}

/** False if the batch was canceled. */
async function closeUpload(ctx: Context, id: string, received: Received): Promise<boolean> {
  const { options, columns, rows, cost, duplicates, canUseRegisters } = received
  const stored = await ctx.db
    .update(batches)
    .set({
      name: options.name || null,
      source: options.source !== false && canUseRegisters,
      fresh: options.fresh ?? false,
      maxAge: options.maxAge ?? null,
      columns: columns && (await encryptBlob(ctx, { batchId: id, part: 'columns' }, columns)),
      rowCount: rows,
      duplicateCount: duplicates,
      cost,
      deadlineAt: secondsFromNow(options.deadlineHours * 3_600),
      receivedAt: now,
    })
    .where(and(eq(batches.id, id), eq(batches.state, 'receiving')))
    .returning({ id: batches.id })
  return stored.length > 0
}

/** Returns when they were reserved. */
async function reserve(
  ctx: Context,
  id: string,
  { call: { method, endpoint, startedAt }, ...creator }: BatchCaller,
  { rows, cost }: Received,
): Promise<Date> {
  const authorization = await reserveCalls(
    ctx,
    { ...creator, permission: 'read', cost },
    {
      requestId: ctx.requestId,
      method,
      endpoint,
      statusCode: 202,
      outcome: 'unknown',
      responseTime: Math.max(0, Date.now() - startedAt),
      country: null,
      rows,
    },
  )
  if (authorization.authorized) return authorization.at
  await ctx.db.delete(batches).where(eq(batches.id, id))
  throw refused(authorization, cost)
}

async function startBatch(ctx: Context, id: string, reservedAt: Date): Promise<boolean> {
  const started = ctx.db.$with('started').as(
    ctx.db
      .update(batches)
      .set({
        state: 'processing',
        processingAt: now,
        reservedAt,
        pendingCount: sql`${batches.rowCount}`,
        pendingCost: sql`${batches.cost}`,
      })
      .where(and(eq(batches.id, id), eq(batches.state, 'receiving')))
      .returning({
        id: batches.id,
        organizationId: batches.organizationId,
        name: batches.name,
        after: sql`jsonb_build_object('rows', ${batches.rowCount}, 'cost', ${batches.cost})`.as(
          'started_after',
        ),
      }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'batch.created',
      organizationId: sql`${started.organizationId}`,
      subject: sql`coalesce(${started.name}, ${started.id})`,
      after: sql`${started.after}`,
    },
    started,
  )
  const rows = await ctx.db.with(started, audit).select({ id: started.id }).from(started)
  return rows.length > 0
}

async function endCancelled(
  ctx: Context,
  batchId: string,
  reserved?: { cost: number; at: Date },
): Promise<never> {
  await endBatch(ctx, batchId, { to: 'cancelled', reserved })
  throw new AppError('BATCH_CANCELLED')
}

type Refused = Extract<Authorization, { authorized: false }>

function refused({ refusal, wait, at, caller }: Refused, cost: number): AppError {
  const error = refusalError(refusal, wait, at)
  if (refusal !== 'QUOTA' || !caller) return error
  const left = Math.max(0, caller.monthlyLimit - caller.usedCount)
  return new AppError('QUOTA_EXCEEDED', {
    message: `This batch costs ${cost.toLocaleString('en-US')} validations, but only ${left.toLocaleString('en-US')} are left of the monthly quota.`,
    fields: { cost, left, missing: cost - left },
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
  })
}
