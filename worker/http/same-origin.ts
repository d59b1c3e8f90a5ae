import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { bearerToken } from './caller.ts'
import { readHostCookie, SESSION_COOKIE } from './host-cookie.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const isFromDashboard = (c: HonoContext<AppEnv>) =>
  c.req.header('Origin') === c.get('base').settings.APP_ORIGIN ||
  c.req.header('Sec-Fetch-Site') === 'same-origin'

/** CSRF protection. Calls with a bearer token are exempt, because a browser never adds one by itself. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && bearerToken(c) === undefined) {
    const isFromBrowser = c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined
    const hasSession = readHostCookie(c, SESSION_COOKIE) !== undefined
    if ((hasSession || isFromBrowser) && !isFromDashboard(c)) throw new AppError('CROSS_SITE_REQUEST')
  }
  await next()
})

const isBrowser = (c: HonoContext<AppEnv>) =>
  readHostCookie(c, SESSION_COOKIE) !== undefined || isFromDashboard(c)

/** Programs get TOKEN_REQUIRED instead of "Sign in to continue", which is for browsers. */
export function assertTokenOrSession(c: HonoContext<AppEnv>): void {
  const token = bearerToken(c)
  if (token === '' || (token === undefined && !isBrowser(c))) {
    throw new AppError('TOKEN_REQUIRED', { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
}

export const requireTokenOrSession = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'POST') assertTokenOrSession(c)
  await next()
})
