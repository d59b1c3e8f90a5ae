import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { VERIFICATION_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'

const isSecure = (c: HonoContext<AppEnv>) => c.get('ctx').settings.APP_ORIGIN.startsWith('https:')

/** `__Host-` needs https; plain http is for localhost. */
const cookieName = (c: HonoContext<AppEnv>) => (isSecure(c) ? '__Host-signup' : 'signup')

const cookieOptions = (c: HonoContext<AppEnv>) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(c) }) as const

/** Gives the browser the secret that lets it finish a sign-up. */
export function setSignUpCookie(c: HonoContext<AppEnv>, secret: string): void {
  setCookie(c, cookieName(c), secret, { ...cookieOptions(c), maxAge: VERIFICATION_LIFE_SECONDS })
}

export const readSignUpCookie = (c: HonoContext<AppEnv>) => getCookie(c, cookieName(c)) || undefined

export function clearSignUpCookie(c: HonoContext<AppEnv>): void {
  deleteCookie(c, cookieName(c), cookieOptions(c))
}
