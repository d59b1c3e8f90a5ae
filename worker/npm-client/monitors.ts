import { type CallOptions, type Http, readJson } from './http.ts'
import type {
  CreateMonitor,
  ImportedMonitors,
  Monitor,
  MonitorInterval,
  MonitorList,
  MonitorQuery,
  MonitorWithHistory,
  UpdateMonitor,
} from './types.ts'

/** For a whole file. */
const IMPORT_TIMEOUT_MS = 300_000

/** Numbers that are checked regularly. */
export class Monitors {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** A number that is already monitored is an error with the code `MONITOR_EXISTS`. */
  create(input: CreateMonitor, options: CallOptions = {}): Promise<Monitor> {
    return readJson(this.#http('/monitors', { ...options, method: 'POST', json: input }))
  }

  /** All valid rows of a batch or a CSV file. */
  import(
    input: { every: MonitorInterval } & ({ batchId: string } | { csv: string | Blob }),
    options: CallOptions = {},
  ): Promise<ImportedMonitors> {
    const call = { method: 'POST', timeout: IMPORT_TIMEOUT_MS, ...options } as const
    if ('batchId' in input) return readJson(this.#http('/monitors/import', { ...call, json: input }))
    const body = { type: 'text/csv', content: input.csv }
    return readJson(this.#http('/monitors/import', { ...call, query: { every: input.every }, body }))
  }

  /** Newest first; `before` is the `next` of the previous page. */
  list(query: MonitorQuery = {}, options: CallOptions = {}): Promise<MonitorList> {
    return readJson(this.#http('/monitors', { ...options, query }))
  }

  get(id: string, options: CallOptions = {}): Promise<MonitorWithHistory> {
    return readJson(this.#http(`/monitors/${id}`, options))
  }

  update(id: string, input: UpdateMonitor, options: CallOptions = {}): Promise<Monitor> {
    return readJson(this.#http(`/monitors/${id}`, { ...options, method: 'PATCH', json: input }))
  }

  /** In addition to the regular checks. The result follows within a minute or two. */
  check(id: string, options: CallOptions = {}): Promise<Monitor> {
    return readJson(this.#http(`/monitors/${id}/check`, { ...options, method: 'POST', json: {} }))
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http(`/monitors/${id}`, { ...options, method: 'DELETE', json: {} })
  }
}
