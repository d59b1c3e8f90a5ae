import { and, asc, eq, gt, gte, lt, or } from 'drizzle-orm'
import { batchChunks, batches, batchLookups } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { decryptBlob, type LookUpRow, type StoredResult } from './blobs.ts'

export const CHUNKS_PER_READ = 4

export type ReadChunk = { number: number; rows: StoredResult[] }

/** Throws if the batch has been deleted, so that nobody takes the missing chunks for its end. */
export async function readChunks(ctx: Context, batchId: string, first: number): Promise<ReadChunk[]> {
  const chunks = await findChunks(ctx, batchId, first)
  if (!chunks) throw new AppError('BATCH_NOT_FOUND')
  return chunks
}

export async function* resultsOf(ctx: Context, batchId: string) {
  for (let first = 0; ; first += CHUNKS_PER_READ) {
    const chunks = await readChunks(ctx, batchId, first)
    for (const { rows } of chunks) yield rows.map(({ result }) => result)
    if (chunks.length < CHUNKS_PER_READ) return
  }
}

/** Undefined if the batch has been deleted. */
export async function findChunks(
  ctx: Context,
  batchId: string,
  first: number,
): Promise<ReadChunk[] | undefined> {
  // The batch comes last: if it exists, its chunks weren't deleted before they were read.
  const [chunks, lookups, [batch]] = await ctx.db.batch([
    ctx.db
      .select({ number: batchChunks.number, results: batchChunks.results })
      .from(batchChunks)
      .where(and(eq(batchChunks.batchId, batchId), gte(batchChunks.number, first)))
      .orderBy(asc(batchChunks.number))
      .limit(CHUNKS_PER_READ),
    ctx.db
      .select({ chunk: batchLookups.chunk, register: batchLookups.register, rows: batchLookups.rows })
      .from(batchLookups)
      .where(
        and(
          eq(batchLookups.batchId, batchId),
          gte(batchLookups.chunk, first),
          lt(batchLookups.chunk, first + CHUNKS_PER_READ),
          or(gt(batchLookups.answered, 0), gt(batchLookups.unanswered, 0)),
        ),
      ),
    ctx.db.select({ id: batches.id }).from(batches).where(eq(batches.id, batchId)),
  ])
  if (!batch) return undefined
  return await Promise.all(
    chunks.map(async ({ number, results }) => {
      const stored = results
        ? await decryptBlob<StoredResult[]>(ctx, { batchId, part: `results ${number}` }, results)
        : []
      const parts = await Promise.all(
        lookups
          .filter(({ chunk }) => chunk === number)
          .map(({ register, rows }) =>
            decryptBlob<LookUpRow[]>(ctx, { batchId, part: `lookups ${register} ${number}` }, rows),
          ),
      )
      const answered = parts
        .flat()
        .flatMap(({ place, row, result }) => (result ? [{ place, cells: row.cells, result }] : []))
      return { number, rows: [...stored, ...answered].sort((one, other) => one.place - other.place) }
    }),
  )
}
