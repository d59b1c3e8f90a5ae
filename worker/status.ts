import type { KVNamespace } from '@cloudflare/workers-types'

const types: ReadonlyMap<string, string> = new Map([
  ['/status.json', 'application/json'],
  ['/status.rss', 'application/rss+xml; charset=utf-8'],
])

/** The Worker `tinproof-status`. It imports nothing, so that it answers when the others don't. */
export default {
  async fetch(request: Request, env: { STATUS_FILES: Pick<KVNamespace, 'get'> }): Promise<Response> {
    const { pathname } = new URL(request.url)
    const type = types.get(pathname)
    if (!type) return new Response('Not found.', { status: 404 })
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Use GET.', { status: 405, headers: { Allow: 'GET, HEAD' } })
    const content = await env.STATUS_FILES.get(pathname.slice(1)).catch(() => null)
    if (content === null)
      return new Response('The status is not available yet. Try again in a minute.', {
        status: 503,
        headers: { 'Retry-After': '60', 'Cache-Control': 'no-store' },
      })
    return new Response(content, {
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=60, stale-if-error=86400',
        'Access-Control-Allow-Origin': '*',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  },
}
