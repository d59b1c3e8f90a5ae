import { createMiddleware } from 'hono/factory'
import { createContext } from '#worker/context.ts'
import type { AppEnv } from './app-env.ts'

/**
 * Gives the request its id and its context, and the answer its `X-Request-Id` and `Server-Timing`. No cache keeps an
 * answer that does not say for how long: it may hold a secret, or what one person alone may see.
 */
export const requestContext = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  const requestId = crypto.randomUUID()
  c.set('startedAt', startedAt)
  c.header('X-Request-Id', requestId)
  c.set(
    'ctx',
    createContext(c.env, requestId, (work) => c.executionCtx.waitUntil(work)),
  )
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  c.header('Server-Timing', `total;dur=${Date.now() - startedAt}`)
})
