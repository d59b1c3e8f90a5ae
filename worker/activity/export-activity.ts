import type { Context } from '#worker/context.ts'
import { type CsvColumns, csvExport } from '#worker/lib/csv-stream.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import type { Activity, ActivityFilter } from './contract.ts'
import { listActivity } from './read-page.ts'

/** Five million calls take 5,000 of the 10,000 subrequests that a request may make. */
export const EXPORT_BATCH = 1_000

const columns: CsvColumns<Activity> = [
  ['Time', (call) => call.createdAt],
  ['Method', (call) => call.method],
  ['Endpoint', (call) => call.endpoint],
  ['Status', (call) => call.status],
  ['Result', (call) => call.outcome],
  ['Response Time (ms)', (call) => call.responseTime],
  ['Country', (call) => call.country],
  ['Token', ({ tokenName }) => (tokenName === DEFAULT_TOKEN_NAME ? 'Dashboard' : tokenName)],
  ['Request ID', (call) => call.requestId],
  ['Error Code', (call) => call.errorCode],
  ['Batch Rows', (call) => call.rows],
]

type Input = ActivityFilter & { organizationId: string }

/** If a read fails twice, the stream ends with an error line and an error. */
export const exportActivity = (ctx: Context, input: Input) =>
  csvExport(columns, {
    what: 'activity export',
    requestId: ctx.requestId,
    size: EXPORT_BATCH,
    read: (last) => listActivity(ctx, { ...input, before: last?.id, limit: EXPORT_BATCH }),
  })
