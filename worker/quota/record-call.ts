import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { inTime, sleep } from '#worker/lib/time.ts'
import type { RecordedCall } from './recorded-call.ts'

const MAX_UNSENT = 10_000
const MAX_GROUP = 100
/** Work after a response is canceled after 30 seconds. */
const WRITER_MS = 25_000
const PAUSE_MS = 1_000

/** Calls that the queue refused. One request of this isolate writes those of all, so that the others can end. */
const unsent = new Set<RecordedCall>()
let writerEndsAt = 0

const loadReceiveCalls = onceLoaded(() => import('./receive-calls.ts'))

/** After the answer: sends the call to the queue, or writes it to PostgreSQL if the queue fails. */
export function recordCall(ctx: BaseContext, call: RecordedCall): void {
  ctx.waitUntil(sendOrWrite(ctx, call))
}

/** For the dashboard, which lists the call at once. */
export async function recordCallNow(ctx: BaseContext, call: RecordedCall): Promise<void> {
  const { withDatabase, writeCalls } = await loadReceiveCalls()
  await writeCalls(withDatabase(ctx), [call]).catch(() => recordCall(ctx, call))
}

async function sendOrWrite(ctx: BaseContext, call: RecordedCall): Promise<void> {
  try {
    if (!ctx.callQueue) throw new Error('No queue')
    await inTime(ctx.callQueue.sendBatch([{ body: call }]))
  } catch (error) {
    if (unsent.size >= MAX_UNSENT) throw error
    logError('send a call', error, ctx.requestId)
    unsent.add(call)
  }
  if (unsent.size > 0 && Date.now() >= writerEndsAt) await writeUnsent(ctx)
}

async function writeUnsent(ctx: BaseContext): Promise<void> {
  const endsAt = Date.now() + WRITER_MS
  writerEndsAt = endsAt
  const { receiveCalls, withDatabase } = await loadReceiveCalls()
  while (unsent.size > 0 && Date.now() < endsAt) {
    const group = [...unsent].slice(0, MAX_GROUP)
    const messages = group.map((call) => ({
      body: call,
      attempts: 1,
      ack: () => unsent.delete(call),
      // To the end, so that the others don't wait for it.
      retry: () => unsent.delete(call) && unsent.add(call),
    }))
    await receiveCalls(withDatabase(ctx), messages)
    if (group.some((call) => unsent.has(call))) await sleep(PAUSE_MS)
  }
  if (writerEndsAt === endsAt) writerEndsAt = 0
}
