import type { Context as HonoContext } from 'hono'
import type { JWTPayload } from 'jose'
import { signToken, verifyToken } from '#worker/lib/signed-token.ts'
import type { AppEnv } from './app-env.ts'
import { readHostCookie, setHostCookie } from './host-cookie.ts'

const ISSUER = 'tinproof'

/** `audience` prevents using one cookie as another. */
type SignedCookie = { readonly name: string; readonly audience: string; readonly seconds: number }

export async function setSignedCookie(
  c: HonoContext<AppEnv>,
  { name, audience, seconds }: SignedCookie,
  payload: JWTPayload,
): Promise<void> {
  const expiresAt = new Date(Date.now() + seconds * 1_000)
  const purpose = { issuer: ISSUER, audience, expiresAt }
  const token = await signToken(c.get('ctx').settings.SESSION_KEYS, payload, purpose)
  setHostCookie(c, name, token, { seconds })
}

export async function readSignedCookie(
  c: HonoContext<AppEnv>,
  { name, audience }: SignedCookie,
): Promise<JWTPayload | undefined> {
  const token = readHostCookie(c, name)
  if (!token) return undefined
  const { payload } = await verifyToken(c.get('ctx').settings.SESSION_KEYS, token, {
    issuer: ISSUER,
    audience,
  })
  return payload
}
