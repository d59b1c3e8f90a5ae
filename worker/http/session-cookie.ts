import type { Context as HonoContext } from 'hono'
import { SESSION_ABSOLUTE_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'
import { bearerOf } from './bearer.ts'
import { clearHostCookie, readSignedCookie, setSignedCookie } from './host-cookie.ts'

export const SESSION_COOKIE = 'session'

const cookie = { name: SESSION_COOKIE, audience: 'tinproof-dashboard', seconds: SESSION_ABSOLUTE_SECONDS }

/** Gives the browser a signed cookie that names the session's row. */
export const setSessionCookie = (c: HonoContext<AppEnv>, sid: string) => setSignedCookie(c, cookie, { sid })

/**
 * The session id of a cookie that we signed and that has not expired; undefined for any other. A call with a bearer
 * token has no session, whatever its cookies: it is exempt from the same-origin rule.
 */
export async function readSessionCookie(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (bearerOf(c) !== undefined) return undefined
  const payload = await readSignedCookie(c, cookie)
  return typeof payload?.sid === 'string' ? payload.sid : undefined
}

export const clearSessionCookie = (c: HonoContext<AppEnv>) => clearHostCookie(c, SESSION_COOKIE)
