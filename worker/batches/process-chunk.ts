import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  batchChunks,
  batches,
  batchLookups,
  batchPartitions,
  batchRegisters,
  organizations,
} from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { ifUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { answerKey, decodeAnswer, isFreshEnough } from '#worker/registers/cached-answer.ts'
import { limiterKeyOf } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import type { BatchRow } from './batch-row.ts'
import { decryptBlob, encryptBlob } from './blobs.ts'
import type { BatchResult } from './contract.ts'
import { endBatch } from './end.ts'
import { type FormattedRow, formatRow, type RowOptions, toResult } from './format-row.ts'
import { mayBegin } from './state.ts'
import { countRows, lockWorking, tallyOf } from './tally.ts'

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
  const cached = await readCached(ctx, formatted, chunk.vatNumber)
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

const cachedTexts = z.array(z.string().nullable())

/** All in one trip. While Redis is down, none is known. */
async function readCached(
  { redis, settings, now: at }: Context,
  rows: readonly ({ place: number; row: BatchRow } & FormattedRow)[],
  vatNumber: string | null,
): Promise<Map<number, BatchResult>> {
  const results = new Map<number, BatchResult>()
  const lookups = rows.filter((row) => row.kind === 'lookup')
  if (lookups.length === 0) return results
  const [{ secret }] = settings.ANSWER_KEYS
  const keys = lookups.map(({ query: { request, register } }) =>
    answerKey(secret, { ...request, requester: toRequester(register, vatNumber) }),
  )
  const texts = await redis.run(cachedTexts, (client) => client.mget(...keys)).catch(ifUnavailable([]))
  for (const [index, { place, row, response, query }] of lookups.entries()) {
    const cached = decodeAnswer(texts[index] ?? '')
    if (!cached || row.problem || !isFreshEnough(cached, query.oldest, Date.now())) continue
    const lookUp = { cached, isStale: false, failures: [] }
    const { identifier } = query.request
    results.set(
      place,
      toResult(row, addSourceResult(response, { identifier, lookUp, name: query.name, now: at })),
    )
  }
  return results
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
