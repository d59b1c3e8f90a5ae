import { Hono } from 'hono'
import { confirmPasswordSchema } from '#worker/accounts/contract.ts'
import { confirmPassword } from '#worker/accounts/passwords/confirm-password.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { requireUser } from '#worker/http/session.ts'
import { readSecurity } from './read-security.ts'

export const securityRoutes = new Hono<AppEnv>()
  .get('/user/security', requireUser, async (c) =>
    c.json(await readSecurity(c.get('ctx'), c.get('signedIn').user)),
  )
  .post('/user/confirm-password', requireUser, body(confirmPasswordSchema), async (c) => {
    await confirmPassword(c.get('ctx'), c.get('signedIn'), c.req.valid('json').password)
    return c.body(null, 204)
  })
