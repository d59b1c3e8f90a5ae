import type { Context as HonoContext } from 'hono'
import { type JWTPayload, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import type { AppEnv } from './app-env.ts'
import { readHostCookie, setHostCookie } from './host-cookie.ts'

const ISSUER = 'tinproof'
const ALGORITHM = 'HS256'

/** `audience` prevents using one cookie as another. */
type SignedCookie = { readonly name: string; readonly audience: string; readonly seconds: number }

export async function setSignedCookie(
  c: HonoContext<AppEnv>,
  { name, audience, seconds }: SignedCookie,
  payload: JWTPayload,
): Promise<void> {
  const [key] = c.get('ctx').settings.SESSION_KEYS
  const token = await new SignJWT(payload)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(key.secret)
  setHostCookie(c, name, token, { seconds })
}

export async function readSignedCookie(
  c: HonoContext<AppEnv>,
  { name, audience }: SignedCookie,
): Promise<JWTPayload | undefined> {
  const { settings } = c.get('ctx')
  const token = readHostCookie(c, name)
  if (!token) return undefined
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = settings.SESSION_KEYS.find((candidate) => candidate.kid === kid)
        if (!key) throw new joseErrors.JWKSNoMatchingKey()
        return key.secret
      },
      { algorithms: [ALGORITHM], issuer: ISSUER, audience, requiredClaims: ['exp'] },
    )
    return payload
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined
    throw error
  }
}
