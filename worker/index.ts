import type { MessageBatch, ScheduledController } from '@cloudflare/workers-types'
import type { ExecutionContext } from 'hono'
import { getPath } from 'hono/utils/url'
import { apiRoutesAt } from './route-api-call.ts'

export { RegisterLimiter } from './registers/register-limiter.ts'

export default {
  async fetch(request: Request, env: object, executionCtx: ExecutionContext): Promise<Response> {
    const path = getPath(request)
    if (path.startsWith('/api/tinproof/')) return (await apiRoutesAt(path)).fetch(request, env, executionCtx)
    if (path === '/api/mcp') {
      const { mcpRoutes } = await import('./mcp/routes.ts')
      return mcpRoutes.fetch(request, env, executionCtx)
    }
    if (/^\/(api\/oauth\/(token|register)|\.well-known\/oauth-.+)$/.test(path)) {
      const { oauthServerRoutes } = await import('./oauth/server-routes.ts')
      return oauthServerRoutes.fetch(request, env, executionCtx)
    }
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
  async queue(
    batch: MessageBatch<unknown>,
    env: object,
    executionCtx: Pick<ExecutionContext, 'waitUntil'>,
  ): Promise<void> {
    const { createContext } = await import('./context.ts')
    const ctx = createContext(env, crypto.randomUUID(), (work) => executionCtx.waitUntil(work))
    if (batch.queue === 'tinproof-calls') {
      const { receiveCalls } = await import('./quota/receive-calls.ts')
      return await receiveCalls(ctx, batch.messages)
    }
    if (batch.queue === 'tinproof-calls-dead') {
      const { keepDeadCalls } = await import('./quota/receive-calls.ts')
      return await keepDeadCalls(ctx, batch.messages)
    }
    const { receiveMessages } = await import('./receive-messages.ts')
    await receiveMessages(ctx, batch.messages)
  },
}
