import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import type { Settings } from '#worker/env.ts'
import type { AppEnv } from './app-env.ts'

const ISSUER = 'tinproof'
const AUDIENCE = 'tinproof-google'
const ALGORITHM = 'HS256'
const LIFE_SECONDS = 600

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The invitation that the sign-in is to lead to. */
  invitation: z.string().optional(),
})
type Attempt = z.infer<typeof attemptSchema>

const isSecure = (settings: Settings) => settings.APP_ORIGIN.startsWith('https:')

/** `__Host-` needs https; plain http is for localhost. */
const nameOf = (settings: Settings) => (isSecure(settings) ? '__Host-google' : 'google')

const cookieOptions = (settings: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(settings) }) as const

/** Keeps a sign-in with Google that has begun in the browser that began it, for 10 minutes. */
export async function setGoogleCookie(c: HonoContext<AppEnv>, attempt: Attempt): Promise<void> {
  const { settings } = c.get('ctx')
  const [key] = settings.SESSION_KEYS
  if (!key) throw new Error('SESSION_KEYS is empty')
  const token = await new SignJWT(attempt)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${LIFE_SECONDS}s`)
    .sign(key.secret)
  setCookie(c, nameOf(settings), token, { ...cookieOptions(settings), maxAge: LIFE_SECONDS })
}

/** The sign-in that this browser began, once: the cookie is gone afterwards. Undefined for a cookie that is not ours or over. */
export async function takeGoogleCookie(c: HonoContext<AppEnv>): Promise<Attempt | undefined> {
  const { settings } = c.get('ctx')
  const token = getCookie(c, nameOf(settings))
  deleteCookie(c, nameOf(settings), cookieOptions(settings))
  if (!token) return undefined
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = settings.SESSION_KEYS.find((candidate) => candidate.kid === kid)
        if (!key) throw new joseErrors.JWKSNoMatchingKey()
        return key.secret
      },
      { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, requiredClaims: ['exp'] },
    )
    return attemptSchema.safeParse(payload).data
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined
    throw error
  }
}
