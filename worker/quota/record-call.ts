import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { sleep } from '#worker/lib/time.ts'
import type { RecordedCall } from './recorded-call.ts'

/** In milliseconds. Calls that end within this time are sent together. */
const WINDOW = 100
/** Messages that a queue takes at once. */
const MAX_MESSAGES = 100
/** Calls that wait in this isolate while neither the queue nor PostgreSQL takes them. */
const MAX_WAITING = 10_000
/** In milliseconds. Work after a response is canceled after 30 seconds. */
const PAUSES = [1_500, 3_000]

const loadWriteCalls = onceLoaded(() => import('./write-calls.ts'))

const waiting: RecordedCall[] = []

/** When the calls are sent, in milliseconds since 1970; 0 if none waits. */
let nextSending = 0

/** Sends the call to the queue after its answer, together with others. If their request is canceled, a later call does. */
export function recordCall(ctx: BaseContext, call: RecordedCall): void {
  waiting.push(call)
  const now = Date.now()
  if (now <= nextSending + WINDOW) return
  nextSending = now + WINDOW
  ctx.waitUntil(
    sleep(WINDOW).then(() => {
      nextSending = 0
      return sendWaiting(ctx)
    }),
  )
}

/** For the dashboard, which lists the call at once. */
export async function recordCallNow(ctx: BaseContext, call: RecordedCall): Promise<void> {
  try {
    await write(ctx, [call])
  } catch {
    recordCall(ctx, call)
  }
}

async function sendWaiting(ctx: BaseContext): Promise<void> {
  const pauses = PAUSES.values()
  while (waiting.length > 0) {
    const calls = waiting.splice(0, MAX_MESSAGES)
    try {
      await send(ctx, calls)
    } catch (error) {
      keep(ctx, calls, error)
      const pause = pauses.next()
      if (pause.done) return
      await sleep(pause.value)
    }
  }
}

function keep(ctx: BaseContext, calls: RecordedCall[], error: unknown): void {
  logError(`keep ${calls.length} calls`, error, ctx.requestId)
  const lost = waiting.length + calls.length - MAX_WAITING
  if (lost > 0) logError(`${lost} calls lost`, error, ctx.requestId)
  waiting.unshift(...calls.slice(Math.max(0, lost)))
}

async function send(ctx: BaseContext, calls: readonly RecordedCall[]): Promise<void> {
  try {
    if (ctx.callQueue) return void (await ctx.callQueue.sendBatch(calls.map((body) => ({ body }))))
  } catch (error) {
    logError('send calls', error, ctx.requestId)
  }
  await write(ctx, calls)
}

async function write(base: BaseContext, calls: readonly RecordedCall[]): Promise<void> {
  const { writeCalls, withDatabase } = await loadWriteCalls()
  const ctx = withDatabase(base)
  const organizations = Map.groupBy(calls, ({ organizationId }) => organizationId)
  for (const [organizationId, own] of organizations) await writeCalls(ctx, organizationId, own)
}
