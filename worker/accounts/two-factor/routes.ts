import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { requireConfirmedUser } from '#worker/http/session.ts'
import { enableTwoFactorSchema } from './contract.ts'
import { disableTwoFactor, enableTwoFactor, replaceRecoveryCodes, setUpTwoFactor } from './set-up.ts'

export const twoFactorRoutes = new Hono<AppEnv>()
  .post('/setup', requireConfirmedUser, async (c) =>
    c.json(await setUpTwoFactor(c.get('ctx'), c.get('signedIn').user), 201),
  )
  .post('/enable', requireConfirmedUser, body(enableTwoFactorSchema), async (c) => {
    await enableTwoFactor(c.get('ctx'), c.get('signedIn'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .post('/recovery-codes', requireConfirmedUser, async (c) =>
    c.json(await replaceRecoveryCodes(c.get('ctx'), c.get('signedIn').user), 201),
  )
  .delete('/', requireConfirmedUser, async (c) => {
    await disableTwoFactor(c.get('ctx'), c.get('signedIn').user)
    return c.body(null, 204)
  })
