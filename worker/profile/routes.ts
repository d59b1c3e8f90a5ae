import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { body } from '#worker/http/input.ts'
import { requireConfirmedUser, requireUser } from '#worker/http/session.ts'
import { sessionCookie } from '#worker/http/session-cookie.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { emailChangeSchema, emailChangeTokenSchema, preferencesSchema, profileSchema } from './contract.ts'
import { deleteAccount, previewAccountDeletion } from './delete-account.ts'
import {
  cancelEmailChange,
  checkEmailChange,
  confirmEmailChange,
  readEmailChange,
  requestEmailChange,
} from './email-change.ts'
import { readPreferences, updatePreferences, updateProfile } from './profile.ts'

export const profileRoutes = new Hono<AppEnv>()
  .get('/user/email-change', requireUser, async (c) =>
    c.json(await readEmailChange(c.get('ctx'), c.get('signedIn').user.id)),
  )
  .post('/user/email-change', requireConfirmedUser, body(emailChangeSchema), async (c) => {
    const ctx = c.get('ctx')
    const signedIn = c.get('signedIn')
    const { email } = c.req.valid('json')
    await enforceRateLimit(ctx, limits.emailChangeByUser, String(signedIn.user.id))
    await enforceRateLimit(ctx, limits.emailChangeByEmail, email)
    return c.json(await requestEmailChange(ctx, signedIn, email), 202)
  })
  .delete('/user/email-change', requireUser, async (c) => {
    await cancelEmailChange(c.get('ctx'), c.get('signedIn').user.id)
    return c.body(null, 204)
  })
  .post('/email-change/check', body(emailChangeTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.emailChangeByAddress, clientNetwork(c))
    return c.json(await checkEmailChange(ctx, c.req.valid('json').token))
  })
  .post('/email-change/confirm', body(emailChangeTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.emailChangeByAddress, clientNetwork(c))
    return c.json(await confirmEmailChange(ctx, c.req.valid('json').token))
  })
  .get('/user/preferences', requireUser, async (c) =>
    c.json(await readPreferences(c.get('ctx'), c.get('signedIn').user.id)),
  )
  .patch('/user/preferences', requireUser, body(preferencesSchema), async (c) =>
    c.json(await updatePreferences(c.get('ctx'), c.get('signedIn').user.id, c.req.valid('json'))),
  )
  .patch('/user', requireUser, body(profileSchema), async (c) =>
    c.json(await updateProfile(c.get('ctx'), c.get('signedIn').user.id, c.req.valid('json'))),
  )
  .get('/user/deletion', requireUser, async (c) =>
    c.json(await previewAccountDeletion(c.get('ctx'), c.get('signedIn').user.id)),
  )
  .delete('/user', requireConfirmedUser, async (c) => {
    await deleteAccount(c.get('ctx'), c.get('signedIn').user.id)
    sessionCookie.clear(c)
    return c.body(null, 204)
  })
