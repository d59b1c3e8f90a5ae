import { type CallOptions, type Http, readJson } from './http.ts'
import type { ListRecords, RecordDetail, RecordList } from './types.ts'

/** For a ZIP file of up to 20,000 records. */
const EXPORT_TIMEOUT_MS = 300_000

/** What validations with `record` kept. */
export class Records {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(recordId: string, options: CallOptions = {}): Promise<RecordDetail> {
    return readJson(this.#http(`/records/${recordId}`, options))
  }

  /** Newest first; `before` is the `next` of the previous page. */
  list(filter: ListRecords = {}, options: CallOptions = {}): Promise<RecordList> {
    return readJson(this.#http('/records', { ...options, query: { ...filter } }))
  }

  /** The records of a period with their signatures, as a ZIP file for an auditor. */
  async export(
    { from, to }: { from?: string; to?: string } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return await this.#http('/records/export', {
      timeout: EXPORT_TIMEOUT_MS,
      ...options,
      query: { from, to },
    })
  }

  /** At once, with its link. */
  async delete(recordId: string, options: CallOptions = {}): Promise<void> {
    await this.#http(`/records/${recordId}`, { ...options, method: 'DELETE', json: {} })
  }
}
