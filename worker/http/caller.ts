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

export function cfText(request: Request, name: 'colo' | 'country' | 'city'): string | undefined {
  const value: unknown = Reflect.get(Object(Reflect.get(request, 'cf')), name)
  return typeof value === 'string' ? value : undefined
}

/** ISO code. Null for Tor (`T1`) and addresses without a country (`XX`). */
export function clientCountry(c: HonoContext<AppEnv>): string | null {
  const country = cfText(c.req.raw, 'country')
  return country && /^(?!XX)[A-Z]{2}$/.test(country) ? country : null
}

/** Undefined without the header, empty if it holds no bearer token. */
export function bearerToken(c: HonoContext): string | undefined {
  const header = c.req.header('Authorization')
  if (header === undefined) return undefined
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return token
}
