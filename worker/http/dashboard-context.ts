import { createMiddleware } from 'hono/factory'
import { withDatabase } from '#worker/context.ts'
import type { AppEnv } from './app-env.ts'
import { clientNetwork } from './client-network.ts'

export const dashboardContext = createMiddleware<AppEnv>(async (c, next) => {
  const origin = { network: clientNetwork(c), userAgent: c.req.header('User-Agent') }
  c.set('ctx', withDatabase(c.get('base'), origin))
  await next()
})
