export type { Batches, CreateBatch, CsvFile, ListBatches, WaitOptions } from './batches.ts'
export { Tinproof } from './client.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
  TinproofError,
} from './error.ts'
export type { Events, ListEvents, ListenOptions } from './events.ts'
export type { CallOptions, ClientOptions } from './http.ts'
export type { Monitors } from './monitors.ts'
export type { ApiPromise, PagePromise, WithResponse } from './promises.ts'
export type { Records } from './records.ts'
export type * from './types.ts'
export type { Validations } from './validations.ts'
export { verifyChain, verifyRecord } from './verify-record.ts'
export { verifyWebhook } from './verify-webhook.ts'
