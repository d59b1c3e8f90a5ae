import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/client-network.ts'
import { optionalUser } from '#worker/http/session.ts'
import { enforceIsolateLimit, isolateLimits } from '#worker/rate-limits.ts'
import { checkHealth } from './check-health.ts'
import { publicSettings } from './public-settings.ts'

export const serviceRoutes = new Hono<AppEnv>()
  .get('/health', async (c) => {
    enforceIsolateLimit(isolateLimits.healthByAddress, clientNetwork(c))
    const [health, user] = await Promise.all([checkHealth(c.get('ctx')), optionalUser(c)])
    const { status, ...details } = health
    return c.json({ status, ...(user?.isPlatformAdmin && details) }, status === 'down' ? 503 : 200)
  })
  .get('/settings', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(publicSettings(c.get('ctx').settings))
  })
