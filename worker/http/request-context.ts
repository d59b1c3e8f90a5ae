import { createMiddleware } from 'hono/factory'
import { createContext } from '#worker/context.ts'
import type { AppEnv } from './app-env.ts'

/** Gives the request its id and its context, and the answer its `X-Request-Id` and `Server-Timing`. */
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
  c.header('Server-Timing', `total;dur=${Date.now() - startedAt}`)
})
