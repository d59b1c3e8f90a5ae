import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import { SESSION_ABSOLUTE_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'
import { bearerToken } from './caller.ts'
import { SESSION_COOKIE } from './host-cookie.ts'
import { signedCookie } from './signed-cookie.ts'

export const sessionCookie = signedCookie({
  name: SESSION_COOKIE,
  audience: 'tinproof-dashboard',
  seconds: SESSION_ABSOLUTE_SECONDS,
  schema: z.object({ sid: z.string() }),
})

/** Ignores the cookie of calls with a bearer token: they skip the same-origin check. */
export const readSessionCookie = async (c: HonoContext<AppEnv>): Promise<string | undefined> =>
  bearerToken(c) === undefined ? (await sessionCookie.read(c))?.sid : undefined
