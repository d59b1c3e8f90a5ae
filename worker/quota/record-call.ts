import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry } from '#worker/lib/time.ts'
import type { RecordedCall } from './recorded-call.ts'

/** In milliseconds. Work after a response is canceled after 30 seconds: then the call is lost. */
const PAUSES = [1_500, 3_000, 6_000, 12_000]

const loadWriteCalls = onceLoaded(() => import('./write-calls.ts'))

/** After the answer: sends the call to the queue, or writes it to PostgreSQL if the queue fails. */
export function recordCall(ctx: BaseContext, call: RecordedCall): void {
  ctx.waitUntil(retry(() => send(ctx, call), { delays: PAUSES }))
}

/** For the dashboard, which lists the call at once. */
export const recordCallNow = (ctx: BaseContext, call: RecordedCall): Promise<void> =>
  write(ctx, call).catch(() => recordCall(ctx, call))

async function send(ctx: BaseContext, call: RecordedCall): Promise<void> {
  if (!ctx.callQueue) return await write(ctx, call)
  try {
    await ctx.callQueue.sendBatch([{ body: call }])
  } catch (error) {
    logError('send a call', error, ctx.requestId)
    await write(ctx, call)
  }
}

async function write(ctx: BaseContext, call: RecordedCall): Promise<void> {
  const { writeCalls, withDatabase } = await loadWriteCalls()
  await writeCalls(withDatabase(ctx), call.organizationId, [call])
}
