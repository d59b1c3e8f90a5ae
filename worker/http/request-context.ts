import { createMiddleware } from 'hono/factory'
import { createBaseContext } from '#worker/base-context.ts'
import type { AppEnv } from './app-env.ts'

/** Responses can be private, so by default they are never cached. */
export const requestContext = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  const requestId = crypto.randomUUID()
  c.set('startedAt', startedAt)
  c.header('X-Request-Id', requestId)
  c.set(
    'base',
    createBaseContext(c.env, requestId, (work) => c.executionCtx.waitUntil(work)),
  )
  await next()
  // `c.header` would copy the response.
  const { headers } = c.res
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  headers.set('Server-Timing', `total;dur=${Date.now() - startedAt}`)
})
