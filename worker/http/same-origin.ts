import { createMiddleware } from 'hono/factory'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from './app-env.ts'
import { bearerOf } from './bearer.ts'
import { readHostCookie } from './host-cookie.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Keeps other sites from acting with a visitor's cookie: a call that changes something and carries the session
 * must come from our own pages, and no call from another site may start a session.
 * A bearer call is not carried by a browser on its own, and is exempt.
 */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && bearerOf(c) === undefined) {
    const { settings } = c.get('ctx')
    const origin = c.req.header('Origin')
    const site = c.req.header('Sec-Fetch-Site')
    const ours = origin === settings.APP_ORIGIN || site === 'same-origin'
    const fromBrowser = origin !== undefined || site !== undefined
    const hasSession = readHostCookie(c, SESSION_COOKIE) !== undefined
    if (!ours && (hasSession || fromBrowser)) throw new AppError('CROSS_SITE_REQUEST')
  }
  await next()
})
