import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { bearerOf } from './bearer.ts'
import { readHostCookie } from './host-cookie.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a browser says that one of our own pages made the call. */
export const isFromDashboard = (c: HonoContext<AppEnv>) =>
  c.req.header('Origin') === c.get('ctx').settings.APP_ORIGIN ||
  c.req.header('Sec-Fetch-Site') === 'same-origin'

/**
 * Keeps other sites from acting with a visitor's cookie: a call that changes something and carries the session
 * must come from our own pages, and no call from another site may start a session.
 * A bearer call is not carried by a browser on its own, and is exempt.
 */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && bearerOf(c) === undefined) {
    const isFromBrowser = c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined
    const hasSession = readHostCookie(c, SESSION_COOKIE) !== undefined
    if ((hasSession || isFromBrowser) && !isFromDashboard(c)) throw new AppError('CROSS_SITE_REQUEST')
  }
  await next()
})
