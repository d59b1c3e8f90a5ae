import type { Context as HonoContext } from 'hono'

/** Undefined without the header, empty if it holds no bearer token. */
export function bearerToken(c: HonoContext): string | undefined {
  const header = c.req.header('Authorization')
  if (header === undefined) return undefined
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return token
}
