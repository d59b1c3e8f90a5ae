import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { bearerToken } from './caller.ts'
import { readHostCookie, SESSION_COOKIE } from './host-cookie.ts'
import { isFromDashboard } from './same-origin.ts'

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
