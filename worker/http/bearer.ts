import type { Context as HonoContext } from 'hono'

/** The token of `Authorization: Bearer …`; undefined without that header, empty when it holds none. */
export function bearerOf(c: HonoContext): string | undefined {
  const header = c.req.header('Authorization')
  if (header === undefined) return undefined
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(header) ?? []
  return token
}
