import { type Cell, csvLine } from './contract/csv-line.ts'
import { logError } from './log.ts'
import { type Pages, pagesOf } from './pages.ts'

export type CsvColumns<Row> = readonly (readonly [title: string, cellOf: (row: Row) => Cell])[]

type Format<Row> = {
  header: string
  lineOf: (row: Row) => string
  /** Added if a read fails twice: the Workers runtime ends a failed stream as if it were complete (cloudflare/workerd#6818). */
  brokenOff: string
}

type Source<Row> = Pages<Row> & { what: string; requestId: string }

/** Excel reads UTF-8 only with it. */
export const BYTE_ORDER_MARK = '\ufeff'

export const INCOMPLETE = 'This file is incomplete.'

export const csvExport = <Row>(columns: CsvColumns<Row>, source: Source<Row>) =>
  textStream(source, {
    header: BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title)),
    lineOf: (row) => csvLine(columns.map(([, cellOf]) => cellOf(row))),
    brokenOff: csvLine([`The export was interrupted here. ${INCOMPLETE}`]),
  })

export async function textStream<Row>(
  source: Source<Row>,
  format: Format<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const chunks = chunksOf(source, format, await pagesOf(source))
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}

async function* chunksOf<Row>(
  { what, requestId }: Source<Row>,
  { header, lineOf, brokenOff }: Format<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  let start = header
  try {
    for await (const rows of pages) {
      yield encoder.encode(start + rows.map(lineOf).join(''))
      start = ''
    }
    if (start) yield encoder.encode(start)
  } catch (error) {
    yield encoder.encode(brokenOff)
    logError(what, error, requestId)
    throw new Error('The rows could not be read')
  }
}
