import type { Context as HonoContext } from 'hono'
import type { JWTPayload } from 'jose'
import * as z from 'zod/mini'
import { signToken, verifyToken } from '#worker/lib/signed-token.ts'
import type { AppEnv } from './app-env.ts'
import { clearHostCookie, readHostCookie, setHostCookie } from './host-cookie.ts'

type Cookie<Payload> = { name: string; audience: string; seconds: number; schema: z.core.$ZodType<Payload> }

/** `audience` prevents using one cookie as another. */
export function signedCookie<Payload extends JWTPayload>(cookie: Cookie<Payload>) {
  const { name, audience, seconds, schema } = cookie
  const purpose = { issuer: 'tinproof', audience }
  return {
    set: async (c: HonoContext<AppEnv>, payload: Payload): Promise<void> => {
      const expiresAt = new Date(Date.now() + seconds * 1_000)
      const keys = c.get('ctx').settings.SESSION_KEYS
      setHostCookie(c, name, await signToken(keys, payload, { ...purpose, expiresAt }), { seconds })
    },
    read: async (c: HonoContext<AppEnv>): Promise<Payload | undefined> => {
      const token = readHostCookie(c, name)
      if (!token) return undefined
      const { payload } = await verifyToken(c.get('ctx').settings.SESSION_KEYS, token, purpose)
      return z.safeParse(schema, payload).data
    },
    clear: (c: HonoContext<AppEnv>): void => clearHostCookie(c, name),
  }
}
