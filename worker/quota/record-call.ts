import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { retry } from '#worker/lib/time.ts'
import type { RecordedCall } from './recorded-call.ts'

/** In milliseconds. Work after a response is canceled after 30 seconds: then the call is lost. */
const PAUSES = [1_000, 2_000, 4_000, 8_000]

const loadWriteCalls = onceLoaded(() => import('./write-calls.ts'))

/** After the answer: sends the call to the queue, or writes it to PostgreSQL if the queue keeps failing. */
export function recordCall(ctx: BaseContext, call: RecordedCall): void {
  ctx.waitUntil(
    send(ctx, call).catch((error: unknown) => {
      logError('send a call', error, ctx.requestId)
      return write(ctx, call)
    }),
  )
}

/** For the dashboard, which lists the call at once. */
export const recordCallNow = (ctx: BaseContext, call: RecordedCall): Promise<void> =>
  write(ctx, call).catch(() => recordCall(ctx, call))

async function send({ callQueue }: BaseContext, call: RecordedCall): Promise<void> {
  if (!callQueue) throw new Error('No queue is bound')
  await retry(() => callQueue.sendBatch([{ body: call }]), { delays: PAUSES })
}

async function write(ctx: BaseContext, call: RecordedCall): Promise<void> {
  const { writeCalls, withDatabase } = await loadWriteCalls()
  await writeCalls(withDatabase(ctx), call.organizationId, [call])
}
