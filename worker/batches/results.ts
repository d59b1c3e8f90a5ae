import type * as z from 'zod'
import { batches } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { csvLine } from '#worker/lib/contract/csv-line.ts'
import { BYTE_ORDER_MARK, type CsvColumns, INCOMPLETE, textStream } from '#worker/lib/csv-stream.ts'
import { decryptBlob, type StoredResult } from './blobs.ts'
import type { BatchResult, BatchResultsPage, batchResultsSchema } from './contract.ts'
import { ROWS_PER_CHUNK } from './create.ts'
import { CHUNKS_PER_READ, type ReadChunk, readChunks } from './read-chunks.ts'
import type { Columns } from './read-upload.ts'
import { type BatchId, isBatch } from './state.ts'

/** Bounds a page whose filter leaves out most rows. */
const MAX_CHUNKS_PER_PAGE = 40

type Options = z.output<typeof batchResultsSchema>
type Input = BatchId & Omit<Options, 'organizationId'>
export type FileFormat = 'csv' | 'ndjson'

export async function readResultsPage(ctx: Context, input: Input): Promise<BatchResultsPage> {
  await findBatch(ctx, input)
  const start = Number(input.cursor ?? 0)
  const first = Math.floor(start / ROWS_PER_CHUNK)
  const end = first + MAX_CHUNKS_PER_PAGE
  const results: BatchResult[] = []
  for (let chunk = first; chunk < end; chunk += CHUNKS_PER_READ) {
    const read = await readChunks(ctx, input.batchId, chunk)
    const wanted = read
      .flatMap(({ number, rows }) =>
        rows.map(({ place, result }) => ({ position: number * ROWS_PER_CHUNK + place, result })),
      )
      .filter(
        ({ position, result }) => position >= start && (!input.result || result.result === input.result),
      )
    const next = wanted[input.limit - results.length]
    results.push(...wanted.slice(0, input.limit - results.length).map(({ result }) => result))
    if (next) return { results, next: String(next.position) }
    if (read.length < CHUNKS_PER_READ) return { results, next: null }
  }
  return { results, next: String(end * ROWS_PER_CHUNK) }
}

export async function streamResults(
  ctx: Context,
  { batchId, result: wanted, ...id }: BatchId & Pick<Options, 'result'>,
  format: FileFormat,
): Promise<ReadableStream<Uint8Array>> {
  const { columns } = await findBatch(ctx, { batchId, ...id })
  const { lineOf, ...writer } = format === 'csv' ? csvWriter(columns) : ndjsonWriter
  return await textStream<ReadChunk>(
    {
      what: 'batch results',
      requestId: ctx.requestId,
      size: CHUNKS_PER_READ,
      read: (last) => readChunks(ctx, batchId, last ? last.number + 1 : 0),
    },
    {
      ...writer,
      lineOf: ({ rows }) =>
        rows
          .filter(({ result }) => !wanted || result.result === wanted)
          .map(lineOf)
          .join(''),
    },
  )
}

type Writer = { header: string; lineOf: (row: StoredResult) => string; brokenOff: string }

async function findBatch(ctx: Context, id: BatchId): Promise<{ columns: Columns | null }> {
  const [batch] = await ctx.db.select({ columns: batches.columns }).from(batches).where(isBatch(id))
  if (!batch) throw new AppError('BATCH_NOT_FOUND')
  const place = { batchId: id.batchId, part: 'columns' }
  return { columns: batch.columns === null ? null : await decryptBlob<Columns>(ctx, place, batch.columns) }
}

const INTERRUPTED = `The download was interrupted here. ${INCOMPLETE}`

const ndjsonWriter: Writer = {
  header: '',
  lineOf: ({ result }) => `${JSON.stringify(result)}\n`,
  brokenOff: `${JSON.stringify({ error: INTERRUPTED })}\n`,
}

const addedColumns: CsvColumns<BatchResult> = [
  ['Result', ({ result }) => result],
  ['Reason', ({ reason }) => reason],
  ['Proof', ({ proof }) => proof],
  ['Formatted TIN', ({ tinInfo }) => tinInfo.formattedTin],
  ['Type', ({ tinInfo }) => tinInfo.label],
  ['Confidence', ({ additionalInfo }) => additionalInfo.confidence ?? null],
  ['Registered name', ({ entity }) => entity.name],
  ['Registered address', ({ entity }) => entity.address],
  ['Name match', ({ additionalInfo }) => additionalInfo.nameMatch ?? null],
  ['Name score', ({ nameComparison }) => nameComparison?.score ?? null],
  ['Address match', ({ addressComparison }) => addressComparison?.match ?? null],
  ['Register', ({ additionalInfo }) => additionalInfo.register ?? null],
  ['Checked at', ({ checkedAt }) => checkedAt],
  ['Accepted in reports', ({ reporting }) => reporting?.message ?? null],
]

const OWN_COLUMNS = ['Line', 'Custom ID', 'Country', 'TIN']

function csvWriter(columns: Columns | null): Writer {
  const delimiter = columns?.delimiter ?? ','
  const own = columns ? padded(columns.header, columns) : OWN_COLUMNS
  return {
    header: `${BYTE_ORDER_MARK}${columns && !columns.header ? '' : csvLine([...own, ...addedColumns.map(([title]) => title)], delimiter)}`,
    lineOf: ({ cells, result }) =>
      csvLine(
        [...ownCells(columns, cells, result), ...addedColumns.map(([, cellOf]) => cellOf(result))],
        delimiter,
      ),
    brokenOff: csvLine([INTERRUPTED], delimiter),
  }
}

const ownCells = (columns: Columns | null, cells: string[] | null, result: BatchResult) =>
  columns ? padded(cells, columns) : [result.line, result.customId, result.countryCode, result.tin]

const padded = (cells: string[] | null, { width }: Columns) =>
  Array.from({ length: width }, (_, place) => cells?.[place] ?? '')
