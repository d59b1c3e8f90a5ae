import type { Context as HonoContext } from 'hono'
import { SESSION_ABSOLUTE_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'
import { bearerToken } from './caller.ts'
import { clearHostCookie, SESSION_COOKIE } from './host-cookie.ts'
import { readSignedCookie, setSignedCookie } from './signed-cookie.ts'

const cookie = { name: SESSION_COOKIE, audience: 'tinproof-dashboard', seconds: SESSION_ABSOLUTE_SECONDS }

export const setSessionCookie = (c: HonoContext<AppEnv>, sid: string) => setSignedCookie(c, cookie, { sid })

/** Ignores the cookie of calls with a bearer token: they skip the same-origin check. */
export async function readSessionCookie(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (bearerToken(c) !== undefined) return undefined
  const payload = await readSignedCookie(c, cookie)
  return typeof payload?.sid === 'string' ? payload.sid : undefined
}

export const clearSessionCookie = (c: HonoContext<AppEnv>) => clearHostCookie(c, SESSION_COOKIE)
