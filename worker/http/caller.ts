import type { Context as HonoContext } from 'hono'
import { expandIPv6 } from 'hono/utils/ipaddr'
import type { AppEnv } from './app-env.ts'

export const clientIp = (c: HonoContext<AppEnv>): string => c.req.header('CF-Connecting-IP') ?? 'unknown'

/** The caller's IPv4 address or IPv6 /64, the smallest block that one subscriber gets. */
export function clientNetwork(c: HonoContext<AppEnv>): string {
  const address = clientIp(c)
  if (address.includes('.') || !address.includes(':')) return address
  const groups = expandIPv6(address.toLowerCase()).split(':')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Undefined without the header, empty if it holds no bearer token. */
export function bearerToken(c: HonoContext): string | undefined {
  const header = c.req.header('Authorization')
  if (header === undefined) return undefined
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return token
}
