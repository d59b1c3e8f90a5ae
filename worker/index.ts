import type { ExecutionContext, ScheduledController } from '@cloudflare/workers-types'
import { app } from './app.ts'
import { type Context, createContext, logFailure } from './context.ts'
import { drainCalls } from './jobs/drain-calls.ts'
import { sendMails } from './jobs/send-mails.ts'

export default {
  fetch: app.fetch,
  async scheduled(
    _controller: ScheduledController,
    env: object,
    executionCtx: Pick<ExecutionContext, 'waitUntil'>,
  ) {
    const ctx = createContext(env, crypto.randomUUID(), (work) => executionCtx.waitUntil(work))
    await Promise.all([
      run(ctx, 'calls written late', async () => ({ written: await drainCalls(ctx) })),
      run(ctx, 'mails', () => sendMails(ctx)),
    ])
  },
}

/** Runs one job and logs what it did, if anything. A failure is logged and does not reach the other jobs. */
async function run(ctx: Context, what: string, job: () => Promise<Record<string, number>>): Promise<void> {
  try {
    const counts = await job()
    if (Object.values(counts).some((count) => count > 0))
      console.log(JSON.stringify({ level: 'info', what, requestId: ctx.requestId, ...counts }))
  } catch (error) {
    logFailure(`job: ${what}`, ctx.requestId, error)
  }
}
