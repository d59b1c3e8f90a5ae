import type { ExecutionContext, ScheduledController } from '@cloudflare/workers-types'
import { app } from './app.ts'
import { createContext } from './context.ts'
import { runDueJobs } from './jobs/run-due-jobs.ts'

export default {
  fetch: app.fetch,
  async scheduled(
    _controller: ScheduledController,
    env: object,
    executionCtx: Pick<ExecutionContext, 'waitUntil'>,
  ) {
    await runDueJobs(createContext(env, crypto.randomUUID(), (work) => executionCtx.waitUntil(work)))
  },
}
