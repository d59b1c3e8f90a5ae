import { retryAfterOf } from './error.ts'
import { type CallOptions, fileCall, type Http, sleep, waitCall } from './http.ts'
import { type ApiPromise, apiPromise, type PagePromise, pagePromise } from './promises.ts'
import type {
  Batch,
  BatchEstimate,
  BatchItem,
  BatchList,
  BatchOptions,
  BatchResult,
  BatchResultsPage,
  BatchState,
  CsvOptions,
  EstimateItem,
  RowResult,
} from './types.ts'

export type CreateBatch = (BatchOptions & { items: readonly BatchItem[] }) | (CsvOptions & CsvFile)

export type CsvFile = {
  /** The file or its text. It needs a column with the numbers. */
  csv: string | Blob | ReadableStream<Uint8Array>
  /** Of a file that isn't in Unicode, such as `windows-1250`. Windows-1252 by default. */
  charset?: string | undefined
}

export const csvBody = ({ csv, charset }: CsvFile) => ({
  type: charset ? `text/csv; charset=${charset}` : 'text/csv',
  content: csv,
})

export type ListBatches = {
  /** Only batches in this state. */
  state?: BatchState | undefined
  /** `next` of the previous page. */
  cursor?: string | undefined
  /** Items per page, 1 to 100. */
  limit?: number | undefined
}

export type WaitOptions = CallOptions & {
  /** Called whenever the batch has changed. */
  onProgress?: ((batch: Batch) => void) | undefined
}

const ended: ReadonlySet<BatchState> = new Set(['completed', 'canceled', 'failed'])
const DEFAULT_POLL_SECONDS = 5

/** Up to 100,000 numbers at once. */
export class Batches {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Starts a batch of up to 100,000 rows, from `items` or from a CSV file. */
  create(input: CreateBatch, options: CallOptions = {}): ApiPromise<Batch> {
    const call = { ...fileCall(options), method: 'POST', isIdempotent: true } as const
    if ('items' in input) return this.#http(['batches'], { ...call, json: input })
    const { csv, charset, ...query } = input
    return this.#http(['batches', 'csv'], { ...call, query, body: csvBody({ csv, charset }) })
  }

  /** Returns a batch with its progress. */
  get(id: string, options: CallOptions = {}): ApiPromise<Batch> {
    return this.#http(['batches', id], options)
  }

  /** Estimates how long a batch would take. A sample of its rows is enough: `rows` is how many an item represents. */
  estimate(
    input: { items: readonly EstimateItem[]; deadlineHours?: number | undefined },
    options: CallOptions = {},
  ): ApiPromise<BatchEstimate> {
    return this.#http(['batches', 'estimate'], { ...options, method: 'POST', json: input })
  }

  /** Lists batches, newest first. */
  list({ cursor, ...filter }: ListBatches = {}, options: CallOptions = {}): PagePromise<BatchList, Batch> {
    return pagePromise({
      load: (cursor) => this.#http<BatchList>(['batches'], { ...options, query: { ...filter, cursor } }),
      cursor,
      itemsOf: ({ batches }) => batches,
    })
  }

  /** Resolves when the batch is completed, canceled or failed. */
  async wait(id: string, { onProgress, ...options }: WaitOptions = {}): Promise<Batch> {
    let etag: string | null = null
    for (;;) {
      const headers: Record<string, string> = etag ? { 'If-None-Match': etag } : {}
      const call = this.#http<Batch | undefined>(['batches', id], { ...waitCall(options), headers })
      const { data, response } = await call.withResponse()
      etag = response.headers.get('ETag') ?? etag
      if (data) {
        onProgress?.(data)
        if (ended.has(data.state)) return data
      }
      await sleep((retryAfterOf(response.headers) || DEFAULT_POLL_SECONDS) * 1_000, options.signal)
    }
  }

  /** Lists the results in the order of the rows. */
  results(
    id: string,
    { result, limit }: { result?: RowResult | undefined; limit?: number | undefined } = {},
    options: CallOptions = {},
  ): PagePromise<BatchResultsPage, BatchResult> {
    const path = ['batches', id, 'results']
    return pagePromise({
      load: (cursor) => this.#http<BatchResultsPage>(path, { ...options, query: { result, limit, cursor } }),
      cursor: undefined,
      itemsOf: ({ results }) => results,
    })
  }

  /** Returns all results as a file, for example to write it to disk. If it breaks off, reading it throws `INCOMPLETE_DOWNLOAD`. */
  download(id: string, format: 'csv' | 'ndjson', options: CallOptions = {}): ApiPromise<Response> {
    return this.#http(['batches', id, 'results', format], { ...fileCall(options), isStream: true })
  }

  /** Ends a batch. Rows that have a result keep it. */
  cancel(id: string, options: CallOptions = {}): ApiPromise<Batch> {
    return this.#change(id, { verb: 'cancel', doneCode: 'BATCH_ENDED' }, options)
  }

  /** Retries the rows whose register didn't respond, free for 7 days. */
  retry(id: string, options: CallOptions = {}): ApiPromise<Batch> {
    return this.#change(id, { verb: 'retry', doneCode: 'NOTHING_TO_RETRY' }, options)
  }

  /** Deletes a batch with its results. */
  delete(id: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#http(['batches', id], { ...options, method: 'DELETE', doneCode: 'BATCH_NOT_FOUND' })
  }

  #change(
    id: string,
    { verb, doneCode }: { verb: string; doneCode: string },
    options: CallOptions,
  ): ApiPromise<Batch> {
    const call = { ...options, method: 'POST', doneCode } as const
    const answer = this.#http<Batch | undefined>(['batches', id, verb], call).withResponse()
    return apiPromise(
      answer.then(({ data, ...rest }) => (data ? { data, ...rest } : this.get(id, options).withResponse())),
    )
  }
}
