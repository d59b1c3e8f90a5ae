import { type CsvFile, csvBody } from './batches.ts'
import { type CallOptions, fileCall, type Http } from './http.ts'
import { type ApiPromise, type PagePromise, pagePromise } from './promises.ts'
import type {
  CreateMonitor,
  CsvColumns,
  ImportedMonitors,
  Monitor,
  MonitorInterval,
  MonitorList,
  MonitorQuery,
  MonitorWithHistory,
  UpdateMonitor,
} from './types.ts'

/** Numbers that are checked regularly. */
export class Monitors {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Monitors a number. If it's already monitored, the error has the code `MONITOR_EXISTS`. */
  create(input: CreateMonitor, options: CallOptions = {}): ApiPromise<Monitor> {
    return this.#http(['monitors'], { ...options, method: 'POST', json: input, isIdempotent: true })
  }

  /** Monitors all valid rows of a batch or a CSV file. */
  import(
    input: { every: MonitorInterval } & ({ batchId: string } | (CsvColumns & CsvFile)),
    options: CallOptions = {},
  ): ApiPromise<ImportedMonitors> {
    const call = { ...fileCall(options), method: 'POST' } as const
    if ('batchId' in input) return this.#http(['monitors', 'import'], { ...call, json: input })
    const { csv, charset, ...query } = input
    return this.#http(['monitors', 'import', 'csv'], { ...call, query, body: csvBody({ csv, charset }) })
  }

  /** Lists monitors, newest first. */
  list(
    { cursor, ...filter }: MonitorQuery = {},
    options: CallOptions = {},
  ): PagePromise<MonitorList, Monitor> {
    return pagePromise({
      load: (cursor) => this.#http<MonitorList>(['monitors'], { ...options, query: { ...filter, cursor } }),
      cursor,
      itemsOf: ({ monitors }) => monitors,
    })
  }

  /** Returns a monitor with the history of its number. */
  get(id: string, options: CallOptions = {}): ApiPromise<MonitorWithHistory> {
    return this.#http(['monitors', id], options)
  }

  /** Changes, pauses or resumes a monitor. */
  update(id: string, input: UpdateMonitor, options: CallOptions = {}): ApiPromise<Monitor> {
    return this.#http(['monitors', id], { ...options, method: 'PATCH', json: input })
  }

  /** Checks the number in addition to the regular checks. The result follows within a minute or two. */
  check(id: string, options: CallOptions = {}): ApiPromise<Monitor> {
    return this.#http(['monitors', id, 'check'], { ...options, method: 'POST' })
  }

  /** Deletes a monitor with its history. */
  delete(id: string, options: CallOptions = {}): ApiPromise<void> {
    return this.#http(['monitors', id], { ...options, method: 'DELETE', doneCode: 'MONITOR_NOT_FOUND' })
  }
}
