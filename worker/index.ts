import type { ExecutionContext, ScheduledController } from '@cloudflare/workers-types'
import { app } from './app.ts'
import { createContext } from './context.ts'
import { drainCalls } from './jobs/drain-calls.ts'

export default {
  fetch: app.fetch,
  async scheduled(_controller: ScheduledController, env: object, executionCtx: ExecutionContext) {
    const ctx = createContext(env, crypto.randomUUID(), (work) => executionCtx.waitUntil(work))
    const drained = await drainCalls(ctx)
    if (drained > 0) console.log(JSON.stringify({ level: 'info', what: 'drained calls', count: drained }))
  },
}
