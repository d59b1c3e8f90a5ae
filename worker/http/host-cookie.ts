import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ApiSettings } from '#worker/env.ts'
import type { AppEnv } from './app-env.ts'

export const SESSION_COOKIE = 'session'

const isSecure = (settings: ApiSettings) => settings.APP_ORIGIN.startsWith('https:')

/** Browsers accept the prefix `__Host-` only over HTTPS; development uses HTTP. */
const hostCookieName = (settings: ApiSettings, name: string) => (isSecure(settings) ? `__Host-${name}` : name)

const options = (settings: ApiSettings) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(settings) }) as const

type CookieSettings = {
  seconds: number
  httpOnly?: boolean
}

export function setHostCookie(
  c: HonoContext<AppEnv>,
  name: string,
  value: string,
  { seconds, httpOnly = true }: CookieSettings,
): void {
  const { settings } = c.get('base')
  setCookie(c, hostCookieName(settings, name), value, { ...options(settings), httpOnly, maxAge: seconds })
}

export function readHostCookie(c: HonoContext<AppEnv>, name: string): string | undefined {
  return getCookie(c, hostCookieName(c.get('base').settings, name)) || undefined
}

export function clearHostCookie(c: HonoContext<AppEnv>, name: string): void {
  const { settings } = c.get('base')
  deleteCookie(c, hostCookieName(settings, name), options(settings))
}
