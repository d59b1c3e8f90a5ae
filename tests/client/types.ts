import type * as z from 'zod'
import type * as batches from '#worker/batches/contract.ts'
import type * as monitors from '#worker/monitors/contract.ts'
import type * as client from '#worker/npm-client/index.ts'
import type * as records from '#worker/records/contract.ts'
import type { RegisterStatus, RegistersAnswer } from '#worker/registers/contract.ts'
import type { CountriesAnswer, ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import type * as webhooks from '#worker/webhooks/contract.ts'

type Extends<Narrow, Wide> = [Narrow] extends [Wide] ? true : false
type Equal<One, Other> = Extends<One, Other> extends true ? Extends<Other, One> : false
/** An optional field may be missing in a type that extends another. */
type Same<One, Other> = Equal<One, Other> extends true ? Equal<keyof One, keyof Other> : false

/** An API token has an organization. */
type Field<Type> = Exclude<keyof Type, 'organizationId' | 'tokenId'>
type SameFields<One, Other> = Equal<Field<One>, Field<Other>>

/** The client's types are written by hand, so that it needs no dependency. A difference is a compile error here. */
export const checks = {
  validateInput: true satisfies Extends<
    client.ValidateInput,
    Omit<ValidateRequest, 'sandbox'> & { sandbox?: string | undefined }
  >,
  validateFields: true satisfies SameFields<client.ValidateInput, ValidateRequest>,
  validation: true satisfies Same<client.Validation, ValidationResponse>,
  countries: true satisfies Same<client.Countries, CountriesAnswer>,
  registers: true satisfies Extends<RegistersAnswer, client.Registers>,
  registerFields: true satisfies SameFields<client.RegisterStatus, RegisterStatus>,
  batch: true satisfies Same<client.Batch, batches.Batch>,
  batchList: true satisfies Same<client.BatchList, batches.BatchList>,
  batchItem: true satisfies Same<client.BatchItem, batches.BatchItem>,
  batchResult: true satisfies Same<client.BatchResult, batches.BatchResult>,
  batchEstimate: true satisfies Same<client.BatchEstimate, batches.BatchEstimate>,
  estimateItem: true satisfies Same<client.EstimateItem, batches.Estimate['items'][number]>,
  webhookEvent: true satisfies Extends<client.WebhookEvent, webhooks.WebhookEvent>,
  webhookType: true satisfies Same<client.WebhookEvent['type'], webhooks.WebhookEvent['type']>,
  eventList: true satisfies Extends<client.EventList, webhooks.EventList>,
  monitor: true satisfies Same<client.MonitorWithHistory, monitors.MonitorWithHistory>,
  monitorList: true satisfies Same<client.MonitorList, monitors.MonitorList>,
  createMonitor: true satisfies Extends<
    Omit<client.CreateMonitor, 'sandbox'>,
    Omit<monitors.CreateMonitor, 'sandbox'>
  >,
  createMonitorFields: true satisfies SameFields<client.CreateMonitor, monitors.CreateMonitor>,
  updateMonitor: true satisfies Extends<client.UpdateMonitor, monitors.UpdateMonitor>,
  updateMonitorFields: true satisfies SameFields<client.UpdateMonitor, monitors.UpdateMonitor>,
  importedMonitors: true satisfies Same<client.ImportedMonitors, monitors.Imported>,
  recordDetail: true satisfies Same<client.RecordDetail, records.RecordDetail>,
  recordList: true satisfies Same<client.RecordList, records.RecordList>,
  signedChain: true satisfies Same<client.SignedChain, records.SignedChain>,
  csvOptions: true satisfies SameFields<client.CsvOptions, batches.UploadOptions>,
  createBatch: true satisfies SameFields<client.BatchOptions & { items: unknown }, batches.CreateBatch>,
  monitorQuery: true satisfies SameFields<client.MonitorQuery, z.output<typeof monitors.listMonitorsSchema>>,
  listRecords: true satisfies SameFields<client.ListRecords, records.ListRecords>,
  batchState: true satisfies Same<client.BatchState, batches.BatchState>,
}
