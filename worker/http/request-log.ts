import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { logLine } from '#worker/lib/log.ts'
import type { AppEnv } from './app-env.ts'
import { cfText } from './caller.ts'

/** Logs the route's pattern, because a path or query can contain a token, an email or a TIN. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now()
  await next()
  logLine('log', 'request', {
    requestId: c.res.headers.get('X-Request-Id') ?? undefined,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    code: c.get('errorCode'),
    milliseconds: Date.now() - startedAt,
    colo: cfText(c.req.raw, 'colo'),
  })
})
