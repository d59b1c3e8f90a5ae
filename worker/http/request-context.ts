import { createMiddleware } from 'hono/factory'
import { createContext } from '#worker/context.ts'
import type { AppEnv } from './app-env.ts'
import { clientNetwork } from './client-network.ts'

/** Responses can be private, so by default they are never cached. */
export const requestContext = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  const requestId = crypto.randomUUID()
  c.set('startedAt', startedAt)
  c.header('X-Request-Id', requestId)
  c.set(
    'ctx',
    createContext(c.env, requestId, (work) => c.executionCtx.waitUntil(work), {
      network: clientNetwork(c),
      userAgent: c.req.header('User-Agent'),
    }),
  )
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  c.header('Server-Timing', `total;dur=${Date.now() - startedAt}`)
})
