import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { SESSION_ABSOLUTE_SECONDS } from '#worker/accounts/contract.ts'
import type { Settings } from '#worker/env.ts'
import type { AppEnv } from './app-env.ts'
import { bearerOf } from './bearer.ts'

const ISSUER = 'tinproof'
const AUDIENCE = 'tinproof-dashboard'
const ALGORITHM = 'HS256'

const isSecure = (settings: Settings) => settings.APP_ORIGIN.startsWith('https:')

/** `__Host-` needs https; plain http is for localhost. */
export const sessionCookieName = (settings: Settings) => (isSecure(settings) ? '__Host-session' : 'session')

const cookieOptions = (settings: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(settings) }) as const

/** Gives the browser a signed cookie that names the session's row. */
export async function setSessionCookie(c: HonoContext<AppEnv>, sid: string): Promise<void> {
  const { settings } = c.get('ctx')
  const [key] = settings.SESSION_KEYS
  if (!key) throw new Error('SESSION_KEYS is empty')
  const token = await new SignJWT({ sid })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${SESSION_ABSOLUTE_SECONDS}s`)
    .sign(key.secret)
  setCookie(c, sessionCookieName(settings), token, {
    ...cookieOptions(settings),
    maxAge: SESSION_ABSOLUTE_SECONDS,
  })
}

/**
 * The session id of a cookie that we signed and that has not expired; undefined for any other. A call with a bearer
 * token has no session, whatever its cookies: it is exempt from the same-origin rule.
 */
export async function readSessionCookie(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (bearerOf(c) !== undefined) return undefined
  const { settings } = c.get('ctx')
  const token = getCookie(c, sessionCookieName(settings))
  if (!token) return undefined
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = settings.SESSION_KEYS.find((candidate) => candidate.kid === kid)
        if (!key) throw new joseErrors.JWKSNoMatchingKey()
        return key.secret
      },
      { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, requiredClaims: ['exp', 'sid'] },
    )
    return typeof payload.sid === 'string' ? payload.sid : undefined
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined
    throw error
  }
}

export function clearSessionCookie(c: HonoContext<AppEnv>): void {
  const { settings } = c.get('ctx')
  deleteCookie(c, sessionCookieName(settings), cookieOptions(settings))
}
