import { type CallOptions, fileCall, type Http } from './http.ts'
import { type ApiPromise, type PagePromise, pagePromise } from './promises.ts'
import type { ListRecords, RecordDetail, RecordList, RecordSummary } from './types.ts'

/** Signed records of validations. */
export class Records {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Returns a record. */
  get(recordId: string, options: CallOptions = {}): ApiPromise<RecordDetail> {
    return this.#http(['records', recordId], options)
  }

  /** Lists records, newest first. */
  list(
    { cursor, ...filter }: ListRecords = {},
    options: CallOptions = {},
  ): PagePromise<RecordList, RecordSummary> {
    return pagePromise({
      load: (cursor) => this.#http<RecordList>(['records'], { ...options, query: { ...filter, cursor } }),
      cursor,
      itemsOf: ({ records }) => records,
    })
  }

  /** Returns the records of a period with their signatures, as a ZIP file for an auditor. If it breaks off, reading it throws `INCOMPLETE_DOWNLOAD`. */
  export(
    { from, to }: { from?: string | undefined; to?: string | undefined } = {},
    options: CallOptions = {},
  ): ApiPromise<Response> {
    return this.#http(['records', 'export'], { ...fileCall(options), query: { from, to }, isStream: true })
  }

  /** Deletes a record and its link at once. */
  delete(recordId: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#http(['records', recordId], { ...options, method: 'DELETE', doneCode: 'RECORD_NOT_FOUND' })
  }
}
