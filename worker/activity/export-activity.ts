import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { csvLine, csvStream } from '#worker/lib/csv-stream.ts'
import { logError } from '#worker/lib/log.ts'
import type { Activity, ActivityFilter } from './contract.ts'
import { readPage } from './read-page.ts'

/** Five million calls take 5,000 of the 10,000 subrequests that a request may make. */
export const EXPORT_BATCH = 1_000

const HEADER = csvLine([
  'Time',
  'Method',
  'Endpoint',
  'Status',
  'Outcome',
  'Response Time (ms)',
  'Country',
  'Token',
  'Request ID',
  'Error Code',
  'Batch Rows',
])

const BROKEN_OFF = csvLine(['The export was interrupted here. This file is incomplete.'])

type Input = ActivityFilter & { organizationId: string }

/** UTF-8 CSV, newest first. If a read fails twice, the stream ends with an error line and an error. */
export const exportActivity = (ctx: Context, input: Input): Promise<ReadableStream<Uint8Array>> =>
  csvStream({
    header: HEADER,
    lineOf,
    brokenOff: BROKEN_OFF,
    size: EXPORT_BATCH,
    read: (last) => readPage(ctx.db, { ...input, before: last?.id, limit: EXPORT_BATCH }),
    onFailure: (error) => {
      logError('activity export', error, ctx.requestId)
      return new AppError('SERVICE_UNAVAILABLE')
    },
  })

const lineOf = (call: Activity) =>
  csvLine([
    call.createdAt,
    call.method,
    call.endpoint,
    call.status,
    call.outcome,
    call.responseTime,
    call.country,
    call.tokenName,
    call.requestId,
    call.errorCode,
    call.rows,
  ])
