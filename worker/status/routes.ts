import { type Context, Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/client-network.ts'
import { enforceIsolateLimit, isolateLimits } from '#worker/http/rate-limits.ts'
import { readStatusHistory } from './read-status.ts'
import { statusRss } from './rss.ts'

const CACHE = 'public, max-age=60, stale-if-error=86400'

/** Public. */
export const statusRoutes = new Hono<AppEnv>()
  .get('/status', async (c) => c.json(await read(c)))
  .get('/status.rss', async (c) =>
    c.body(statusRss(await read(c), c.get('ctx').settings.APP_ORIGIN), 200, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
    }),
  )

function read(c: Context<AppEnv>) {
  enforceIsolateLimit(isolateLimits.healthByAddress, clientNetwork(c))
  c.header('Cache-Control', CACHE)
  return readStatusHistory(c.get('ctx'))
}
