import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, query } from '#worker/http/input.ts'
import { assertConfirmed, requireActiveMember, requireUser } from '#worker/http/session.ts'
import { onceLoaded } from '#worker/lib/once.ts'
import { allowAppSchema, consentQuerySchema } from './contract.ts'

const load = onceLoaded(() => import('./authorization-server.ts'))

export const oauthRoutes = new Hono<AppEnv>()
  .get('/consent', requireUser, query(consentQuerySchema), async (c) => {
    const { describeConsent } = await load()
    return c.json(await describeConsent(c.get('ctx'), c.env, c.req.valid('query').request))
  })
  .post('/consent', requireActiveMember, body(allowAppSchema), async (c) => {
    const signedIn = c.get('signedIn')
    assertConfirmed(signedIn)
    const { allowApp } = await load()
    return c.json(await allowApp(c.get('ctx'), c.env, c.req.valid('json'), signedIn.user))
  })
