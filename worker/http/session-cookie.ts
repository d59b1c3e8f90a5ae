import type { Context as HonoContext } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from './app-env.ts'
import { bearerToken } from './caller.ts'
import { SESSION_ABSOLUTE_SECONDS } from './contract.ts'
import { clearHostCookie, SESSION_COOKIE, setHostCookie } from './host-cookie.ts'
import { signedCookie } from './signed-cookie.ts'

const signed = signedCookie({
  name: SESSION_COOKIE,
  audience: 'tinproof-dashboard',
  seconds: SESSION_ABSOLUTE_SECONDS,
  schema: z.object({ sid: z.string() }),
})

/** Scripts can't read the session's cookie. They can read this one, so the dashboard makes no calls for visitors. */
const HAS_SESSION = 'has-session'

export const sessionCookie: typeof signed = {
  ...signed,
  set: async (c, payload) => {
    await signed.set(c, payload)
    setHostCookie(c, HAS_SESSION, '1', { seconds: SESSION_ABSOLUTE_SECONDS, httpOnly: false })
  },
  clear: (c) => {
    signed.clear(c)
    clearHostCookie(c, HAS_SESSION)
  },
}

/** Ignores the cookie of calls with a bearer token: they skip the same-origin check. */
export const readSessionCookie = async (c: HonoContext<AppEnv>): Promise<string | undefined> =>
  bearerToken(c) === undefined ? (await sessionCookie.read(c))?.sid : undefined
