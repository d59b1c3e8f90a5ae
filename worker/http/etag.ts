import type { Context as HonoContext, TypedResponse } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Serialized JSON, or 304. It has the type of the JSON: `fetch` answers a 304 from the browser's cache. */
export function jsonWithEtag<Answer>(c: HonoContext<AppEnv>, { json, etag }: { json: string; etag: string }) {
  c.header('ETag', etag)
  const response: Response = matchesEtag(c.req.header('If-None-Match'), etag)
    ? c.body(null, 304)
    : c.body(json, 200, { 'Content-Type': 'application/json' })
  return response as Response & TypedResponse<Answer, 200, 'json'>
}

/** Caches may weaken the tag when they compress. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
}
