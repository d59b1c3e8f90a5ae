import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import {
  batchChunks,
  batches,
  batchLookups,
  batchPartitions,
  batchRegisters,
  organizations,
} from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { limiterKeyOf } from '#worker/registers/register.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { decryptBlob, encryptBlob, type LookUpRow, type StoredResult } from './blobs.ts'
import { readCachedResults } from './cached-results.ts'
import { endBatch } from './end.ts'
import { enqueue } from './enqueue.ts'
import { formatRow, type RowOptions } from './format-row.ts'
import { type Settled, settleRows } from './settle-rows.ts'
import { type BatchRecord, isActive, isProcessing, lockBatch } from './state.ts'
import type { BatchRow } from './upload-contract/batch-row.ts'

/** After this time, messages for other batches get their turn. */
const MESSAGE_TIME_MS = 3_000
/** Longer than a chunk takes, so that no other consumer repeats it. */
const CLAIM_SECONDS = 30
const MAX_ATTEMPTS = 20

export async function processChunks(ctx: Context, batchId: string): Promise<void> {
  const end = Date.now() + MESSAGE_TIME_MS
  while (Date.now() < end) {
    const chunk = await claimChunk(ctx, batchId)
    if (!chunk) return
    if (chunk.attempt > MAX_ATTEMPTS) return await failBatch(ctx, batchId)
    await processChunk(ctx, chunk)
  }
  await enqueue(ctx, [{ batchId }])
}

const isDue = and(isNotNull(batchChunks.input), lt(batchChunks.leaseUntil, now), isActive)

export const findDueBatches = ({ db }: Context, limit: number) =>
  db
    .selectDistinct({ batchId: batches.id })
    .from(batchChunks)
    .innerJoin(batches, eq(batches.id, batchChunks.batchId))
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(isDue)
    .limit(limit)

type Chunk = RowOptions & { number: number; attempt: number; input: string | null; vatNumber: string | null }

async function claimChunk({ db }: Context, batchId: string): Promise<Chunk | undefined> {
  const next = db
    .select({ number: batchChunks.number })
    .from(batchChunks)
    .innerJoin(batches, eq(batches.id, batchChunks.batchId))
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(and(eq(batchChunks.batchId, batchId), isDue))
    .orderBy(batchChunks.number)
    .limit(1)
    .for('update', { of: batchChunks, skipLocked: true })
  const [chunk] = await db
    .update(batchChunks)
    .set({ attempt: sql`${batchChunks.attempt} + 1`, leaseUntil: secondsFromNow(CLAIM_SECONDS) })
    .from(batches)
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(
      and(eq(batchChunks.batchId, batchId), eq(batches.id, batchId), sql`${batchChunks.number} = (${next})`),
    )
    .returning({
      ...pick(batchChunks, 'number', 'attempt', 'input'),
      ...pick(batches, 'id', 'live', 'source', 'fresh', 'maxAge', 'createdAt'),
      vatNumber: organizations.vatNumber,
    })
  return chunk
}

const failBatch = (ctx: Context, batchId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, and(eq(batches.id, batchId), isProcessing))
    if (batch) await endBatch(tx, batch, { to: 'failed', failureCode: 'PROCESSING_FAILED' })
  })

async function processChunk(ctx: Context, chunk: Chunk): Promise<void> {
  const place = { batchId: chunk.id, part: `input ${chunk.number}` }
  const rows = await decryptBlob<BatchRow[]>(ctx, place, chunk.input ?? '')
  const formatted = rows.map((row, index) => ({ place: index, row, ...formatRow(row, chunk, ctx.settings) }))
  const cached = await readCachedResults(ctx, formatted, chunk.vatNumber)
  const results: StoredResult[] = []
  const settled: Settled[] = []
  const waiting = new Map<string, LookUpRow[]>()
  for (const { place, row, ...each } of formatted) {
    const result = each.kind === 'result' ? each.result : cached.get(place)
    if (result) {
      results.push({ place, cells: row.cells, result })
      settled.push({ result, ...pick(row, 'cost', 'failsWebhook') })
    } else if (each.kind === 'look-up') {
      const register = limiterKeyOf(each.query)
      const lookUp = { place, row, failures: 0, ownFailures: 0, result: null, givenUpIn: null }
      waiting.set(register, [...(waiting.get(register) ?? []), lookUp])
    }
  }
  await saveChunk(ctx, chunk, { results, settled, waiting })
}

type Processed = { results: StoredResult[]; settled: Settled[]; waiting: Map<string, LookUpRow[]> }

async function saveChunk(
  ctx: Context,
  { id: batchId, number, attempt }: Chunk,
  { results, settled, waiting }: Processed,
): Promise<void> {
  const encrypted = await encryptBlob(ctx, { batchId, part: `results ${number}` }, results)
  const lookUps = await Promise.all(
    [...waiting].sort().map(async ([register, rows]) => ({
      batchId,
      register,
      chunk: number,
      rows: await encryptBlob(ctx, { batchId, part: `lookups ${register} ${number}` }, rows),
      pending: rows.length,
    })),
  )
  await inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, and(eq(batches.id, batchId), isProcessing))
    if (!batch) return
    const saved = await tx
      .update(batchChunks)
      .set({ input: null, results: encrypted, leaseUntil: sql`'-infinity'` })
      .where(
        and(
          eq(batchChunks.batchId, batchId),
          eq(batchChunks.number, number),
          eq(batchChunks.attempt, attempt),
          isNotNull(batchChunks.input),
        ),
      )
    if (!saved.rowCount) return
    if (lookUps.length > 0) await addLookUps(tx, batch, lookUps)
    await settleRows(tx, batch, settled)
  })
}

async function addLookUps(
  tx: Transaction,
  { organizationId }: BatchRecord,
  lookUps: readonly (typeof batchLookups.$inferInsert)[],
): Promise<void> {
  const registers = lookUps.map(({ register }) => ({ register }))
  await tx.insert(batchRegisters).values(registers).onConflictDoNothing()
  await tx
    .insert(batchPartitions)
    .values(
      lookUps.map(({ batchId, register, pending }) => ({
        batchId,
        register,
        organizationId,
        waiting: pending,
        reason: 'RATE',
      })),
    )
    .onConflictDoUpdate({
      target: [batchPartitions.batchId, batchPartitions.register],
      set: { waiting: sql`${batchPartitions.waiting} + excluded.waiting` },
    })
  await tx.insert(batchLookups).values([...lookUps])
  tx.afterCommit(() => enqueue(tx.ctx, registers))
}
