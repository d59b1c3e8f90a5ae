import { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { countFailures, handleError, lacksMethod, routeNotFound } from './error-handler.ts'
import { identifyCaller } from './identify.ts'
import { allowAnyOrigin, securityHeaders } from './middleware.ts'
import { requestContext } from './request-context.ts'
import { requestLog } from './request-log.ts'
import { assertTokenOrSession, sameOrigin } from './same-origin.ts'
import { dashboardContext } from './session.ts'

export function apiRoutes<Path extends string>(path: Path) {
  const app = new Hono<AppEnv>({ strict: false }).basePath(path)
  const notFound = routeNotFound(app)
  return app
    .notFound(notFound)
    .onError(handleError)
    .use(requestLog)
    .use(securityHeaders)
    .use(requestContext)
    .use(countFailures)
    .use(allowAnyOrigin)
    .use(dashboardContext)
    .use(async (c, next) => {
      assertTokenOrSession(c)
      await next()
    })
    .use(sameOrigin)
    .use(identifyCaller)
    .use(async (c, next) => (lacksMethod(app, c.req) ? notFound(c) : await next()))
}
