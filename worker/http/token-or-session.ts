import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { bearerOf } from './bearer.ts'
import { readHostCookie } from './host-cookie.ts'
import { isFromDashboard } from './same-origin.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

/**
 * Tells a program that calls without an API token, or not as `Authorization: Bearer`, what it lacks: it has no session
 * to sign in to. Throws TOKEN_REQUIRED.
 */
export const tokenOrSession = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== 'POST') return await next()
  const token = bearerOf(c)
  const isPerson = readHostCookie(c, SESSION_COOKIE) !== undefined || isFromDashboard(c)
  if (token === '' || (token === undefined && !isPerson)) {
    throw new AppError('TOKEN_REQUIRED', { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  await next()
})
