import type { ScheduledController } from '@cloudflare/workers-types'
import type { ExecutionContext } from 'hono'
import { getPath } from 'hono/utils/url'
import { validationRoutes } from './validation/routes.ts'

/** Callers wait for the first request of an isolate, so it loads only what it needs. */
export default {
  async fetch(request: Request, env: object, executionCtx: ExecutionContext): Promise<Response> {
    if (getPath(request).startsWith('/api/tinproof/'))
      return validationRoutes.fetch(request, env, executionCtx)
    const { app } = await import('./app.ts')
    return app.fetch(request, env, executionCtx)
  },
  async scheduled(
    _controller: ScheduledController,
    env: object,
    executionCtx: Pick<ExecutionContext, 'waitUntil'>,
  ) {
    const { createContext } = await import('./context.ts')
    const { runDueJobs } = await import('./jobs/run-due-jobs.ts')
    await runDueJobs(createContext(env, crypto.randomUUID(), (work) => executionCtx.waitUntil(work)))
  },
}
