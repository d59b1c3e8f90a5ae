import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { logError } from '#worker/lib/log.ts'
import { retry } from '#worker/lib/retry.ts'
import type { Activity, ActivityFilter } from './contract.ts'
import { csvLine } from './csv.ts'
import { readPage } from './read-page.ts'

/** Five million calls take 5,000 of the 10,000 subrequests that a request may make. */
export const EXPORT_BATCH = 1_000
const RETRY_DELAY = 250

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
])

/** The Workers runtime ends a failed stream as if it were complete (cloudflare/workerd#6818). */
const BROKEN_OFF = csvLine(['The export broke off here. This file is not complete.'])

type Input = ActivityFilter & { organizationId: string }

/**
 * Streams the organization's calls as UTF-8 CSV, newest first. If a read fails twice, the stream ends with an error
 * line and an error.
 */
export async function exportActivity(ctx: Context, input: Input): Promise<ReadableStream<Uint8Array>> {
  const chunks = csvOf(ctx, input, await readBatch(ctx, input))
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}

const readBatch = (ctx: Context, input: Input, before?: number) =>
  readPage(ctx.db, { ...input, before, limit: EXPORT_BATCH })

async function* csvOf(ctx: Context, input: Input, first: Activity[]): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  yield encoder.encode(HEADER + first.map(lineOf).join(''))
  let last = first.length < EXPORT_BATCH ? undefined : first.at(-1)
  while (last) {
    let batch: Activity[]
    try {
      const { id } = last
      batch = await retry(() => readBatch(ctx, input, id), { delays: [RETRY_DELAY] })
    } catch (error) {
      logError('activity export', error, ctx.requestId)
      yield encoder.encode(BROKEN_OFF)
      throw new AppError('SERVICE_UNAVAILABLE')
    }
    yield encoder.encode(batch.map(lineOf).join(''))
    last = batch.length < EXPORT_BATCH ? undefined : batch.at(-1)
  }
}

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
  ])
