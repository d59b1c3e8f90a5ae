import { type CallOptions, type Http, readJson, sleep } from './http.ts'
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

export type CreateBatch =
  | (BatchOptions & { items: readonly BatchItem[] })
  | (CsvOptions & { csv: string | Blob | ReadableStream<Uint8Array> })

export type WaitOptions = {
  signal?: AbortSignal
  onProgress?: (batch: Batch) => void
}

const ended: ReadonlySet<BatchState> = new Set(['completed', 'canceled', 'failed'])
/** For a whole file of up to 20 MB. */
const UPLOAD_TIMEOUT_MS = 300_000
/** If the API names none. */
const POLL_AFTER_SECONDS = 5

export class Batches {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Starts a batch of up to 100,000 rows. */
  create(input: CreateBatch, options: CallOptions = {}): Promise<Batch> {
    const call = { method: 'POST', isIdempotent: true, timeout: UPLOAD_TIMEOUT_MS, ...options } as const
    if ('items' in input) return readJson(this.#http('/batches', { ...call, json: input }))
    const { csv, ...query } = input
    return readJson(this.#http('/batches', { ...call, query, body: { type: 'text/csv', content: csv } }))
  }

  get(id: string, options: CallOptions = {}): Promise<Batch> {
    return readJson(this.#http(`/batches/${id}`, options))
  }

  /** How long a batch would take. A sample of its rows is enough: `rows` says how many an item represents. */
  estimate(
    input: { items: readonly EstimateItem[]; deadlineHours?: number },
    options: CallOptions = {},
  ): Promise<BatchEstimate> {
    return readJson(this.#http('/batches/estimate', { ...options, method: 'POST', json: input }))
  }

  /** Newest first; `before` is the `next` of the previous page. */
  list(
    { state, before, limit }: { state?: BatchState; before?: string; limit?: number } = {},
    options: CallOptions = {},
  ): Promise<BatchList> {
    return readJson(this.#http('/batches', { ...options, query: { state, before, limit } }))
  }

  /** Resolves when the batch is completed, canceled or failed. */
  async wait(id: string, { signal, onProgress }: WaitOptions = {}): Promise<Batch> {
    let etag: string | null = null
    for (;;) {
      const response: Response = await this.#http(`/batches/${id}`, {
        ...(signal && { signal }),
        ...(etag && { headers: { 'If-None-Match': etag } }),
      })
      if (response.status !== 304) {
        etag = response.headers.get('ETag')
        const batch: Batch = await response.json()
        onProgress?.(batch)
        if (ended.has(batch.state)) return batch
      }
      const seconds = Number(response.headers.get('Retry-After')) || POLL_AFTER_SECONDS
      await sleep(seconds * 1_000, signal)
    }
  }

  /** All rows in their order, page by page: `for await (const row of tinproof.batches.results(id))`. */
  async *results(
    id: string,
    { only }: { only?: RowResult } = {},
    options: CallOptions = {},
  ): AsyncGenerator<BatchResult, void, undefined> {
    let cursor: string | undefined
    do {
      const page: BatchResultsPage = await readJson(
        this.#http(`/batches/${id}/results`, { ...options, query: { format: 'json', only, cursor } }),
      )
      yield* page.results
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
  }

  /** The whole result as a file, for example to write it to disk. */
  async download(id: string, format: 'csv' | 'ndjson', options: CallOptions = {}): Promise<Response> {
    return await this.#http(`/batches/${id}/results`, {
      timeout: UPLOAD_TIMEOUT_MS,
      ...options,
      query: { format },
    })
  }

  cancel(id: string, options: CallOptions = {}): Promise<Batch> {
    return readJson(this.#http(`/batches/${id}/cancel`, { ...options, method: 'POST', json: {} }))
  }

  /** Looks up the rows without an answer again, for free within 7 days. */
  retry(id: string, options: CallOptions = {}): Promise<Batch> {
    return readJson(this.#http(`/batches/${id}/retry`, { ...options, method: 'POST', json: {} }))
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http(`/batches/${id}`, { ...options, method: 'DELETE', json: {} })
  }
}
