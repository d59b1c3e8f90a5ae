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
import { limiterKeyOf } from '#worker/registers/register.ts'
import { decryptBlob, encryptBlob } from './blobs.ts'
import { readCachedResults } from './cached-results.ts'
import type { BatchResult } from './contract.ts'
import { endBatch } from './end.ts'
import { formatRow, type RowOptions } from './format-row.ts'
import { mayBegin } from './state.ts'
import { countRows, lockWorking, tallyOf } from './tally.ts'
import type { BatchRow } from './upload-contract/batch-row.ts'

/** Longer than a chunk takes, so that no other consumer repeats it. */
const LEASE_SECONDS = 30
/** Of workers that were killed or failed. */
const MAX_ATTEMPTS = 20

/** A row with its answer. `place` counts the rows of the chunk. */
export type StoredResult = { place: number; cells: string[] | null; result: BatchResult }
/** A row that needs a register. One that got no answer has a result, too, and the round in which it was given up. */
export type LookupRow = {
  place: number
  row: BatchRow
  tries: number
  result: BatchResult | null
  givenUpIn: number | null
}

type Chunk = RowOptions & { number: number; attempt: number; input: string; vatNumber: string | null }

/** Checks the formats of the next chunk's rows. Rows that need a register move to its partition. */
export async function processNextChunk(ctx: Context, batchId: string): Promise<boolean> {
  const chunk = await claimChunk(ctx, batchId)
  if (!chunk) return false
  if (chunk.attempt > MAX_ATTEMPTS) {
    await endBatch(ctx, batchId, { to: 'failed', failureCode: 'PROCESSING_FAILED' })
    return false
  }
  const place = { batchId, part: `input ${chunk.number}` }
  const rows = await decryptBlob<BatchRow[]>(ctx, place, chunk.input)
  const formatted = rows.map((row, index) => ({ place: index, row, ...formatRow(row, chunk, ctx.settings) }))
  const cached = await readCachedResults(ctx, formatted, chunk.vatNumber)
  const settled: StoredResult[] = []
  const waiting = new Map<string, LookupRow[]>()
  for (const each of formatted) {
    const result = each.kind === 'result' ? each.result : cached.get(each.place)
    if (result) settled.push({ place: each.place, cells: each.row.cells, result })
    else if (each.kind === 'lookup') {
      const { register, request } = each.query
      const partition = limiterKeyOf({ register, request })
      const lookup = { place: each.place, row: each.row, tries: 0, result: null, givenUpIn: null }
      waiting.set(partition, [...(waiting.get(partition) ?? []), lookup])
    }
  }
  await saveChunk(ctx, batchId, chunk, { settled, waiting, costs: rows.map(({ cost }) => cost) })
  return true
}

async function claimChunk({ db }: Context, batchId: string): Promise<Chunk | undefined> {
  const next = db
    .select({ number: batchChunks.number })
    .from(batchChunks)
    .where(
      and(
        eq(batchChunks.batchId, batchId),
        isNotNull(batchChunks.input),
        lt(batchChunks.leaseUntil, now),
        mayBegin(db, batchId),
      ),
    )
    .orderBy(batchChunks.number)
    .limit(1)
    .for('update', { skipLocked: true })
  const [chunk] = await db
    .update(batchChunks)
    .set({ attempt: sql`${batchChunks.attempt} + 1`, leaseUntil: secondsFromNow(LEASE_SECONDS) })
    .from(batches)
    .innerJoin(organizations, eq(organizations.id, batches.organizationId))
    .where(
      and(eq(batchChunks.batchId, batchId), eq(batches.id, batchId), sql`${batchChunks.number} = (${next})`),
    )
    .returning({
      number: batchChunks.number,
      attempt: batchChunks.attempt,
      input: batchChunks.input,
      id: batches.id,
      live: batches.live,
      source: batches.source,
      fresh: batches.fresh,
      maxAge: batches.maxAge,
      createdAt: batches.createdAt,
      vatNumber: organizations.vatNumber,
    })
  return chunk?.input ? { ...chunk, input: chunk.input } : undefined
}

type Processed = { settled: StoredResult[]; waiting: Map<string, LookupRow[]>; costs: number[] }

/** One statement, and only if nobody else has claimed the chunk since. */
async function saveChunk(
  ctx: Context,
  batchId: string,
  { number, attempt }: Chunk,
  { settled, waiting, costs }: Processed,
): Promise<void> {
  const { db } = ctx
  const tally = tallyOf(settled.map(({ place, result }) => ({ result, cost: costs[place] ?? 0 })))
  const working = lockWorking(ctx, batchId)
  const chunk = db.$with('chunk').as(
    db
      .update(batchChunks)
      .set({
        input: null,
        results: await encryptBlob(ctx, { batchId, part: `results ${number}` }, settled),
        leaseUntil: sql`'-infinity'`,
      })
      .from(working)
      .where(
        and(
          eq(batchChunks.batchId, batchId),
          eq(batchChunks.number, number),
          eq(batchChunks.attempt, attempt),
          isNotNull(batchChunks.input),
        ),
      )
      .returning({ batchId: batchChunks.batchId }),
  )
  const { counted, days, hours } = countRows(ctx, batchId, chunk, { ...tally, round: 0 })
  if (waiting.size === 0) {
    await db.with(working, chunk, counted, days, hours).select().from(counted)
    return
  }
  const parts = await Promise.all(
    [...waiting].map(async ([register, rows]) => ({
      register,
      waiting: rows.length,
      rows: await encryptBlob(ctx, { batchId, part: `lookups ${register} ${number}` }, rows),
    })),
  )
  const part = sql`jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as (register text, waiting integer, rows text)`
  const partitions = db.$with('partitions', { batchId: batchPartitions.batchId }).as(sql`
    insert into ${batchPartitions} (batch_id, register, organization_id, waiting, reason)
    select ${batches.id}, register, ${batches.organizationId}, waiting, 'RATE'
      from ${chunk}, ${batches}, ${part} where ${eq(batches.id, batchId)} order by register
    on conflict (batch_id, register) do update set waiting = ${batchPartitions.waiting} + excluded.waiting
    returning batch_id`)
  const registers = db.$with('registers', { register: batchRegisters.register }).as(sql`
    insert into ${batchRegisters} (register) select register from ${part} order by register
    on conflict do nothing returning register`)
  const lookups = db.$with('lookups', { batchId: batchLookups.batchId }).as(sql`
    insert into ${batchLookups} (batch_id, register, chunk, rows, pending)
    select ${batchId}, register, ${number}::int, rows, waiting from ${chunk}, ${part}
    returning batch_id`)
  await db.with(working, chunk, counted, days, hours, partitions, registers, lookups).select().from(counted)
}
