import { Hono } from 'hono'
import {
  changePasswordSchema,
  codeSchema,
  confirmPasswordSchema,
  type Done,
  forgotPasswordSchema,
  resetPasswordSchema,
  resetTokenSchema,
} from '#worker/accounts/contract.ts'
import { googleConfirmationCookie } from '#worker/accounts/sign-in/google-routes.ts'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { rememberDevice } from '#worker/http/device-cookie.ts'
import { body, params, query } from '#worker/http/input.ts'
import { assertConfirmed, requireConfirmedUser, requireUser } from '#worker/http/session.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { confirmCode, confirmPassword } from './confirm-password.ts'
import { forgotPassword, readResetCooldown } from './forgot-password.ts'
import { changePassword, resetPassword } from './new-password.ts'
import { verifyResetToken } from './reset-tokens.ts'

const RESET = 'Your password has been reset. Sign in with the new one.'

export const passwordRoutes = new Hono<AppEnv>()
  .post('/auth/forgot-password', body(forgotPasswordSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.forgotByAddress, clientNetwork(c))
    return c.json(await forgotPassword(ctx, c.req.valid('json').email))
  })
  .get('/auth/reset-cooldown/:email', params(forgotPasswordSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.resetCooldownByAddress, clientNetwork(c))
    return c.json(await readResetCooldown(ctx, c.req.valid('param').email))
  })
  .get('/auth/verify-reset-token', query(resetTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.resetTokenByAddress, clientNetwork(c))
    return c.json(await verifyResetToken(ctx, c.req.valid('query').token))
  })
  .post('/auth/verify-reset-token', body(resetTokenSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.resetTokenByAddress, clientNetwork(c))
    return c.json(await verifyResetToken(ctx, c.req.valid('json').token))
  })
  .post('/auth/reset-password', body(resetPasswordSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.resetByAddress, clientNetwork(c))
    const { id } = await resetPassword(ctx, c.req.valid('json'))
    await rememberDevice(c, id)
    return c.json({ success: true, message: RESET } satisfies Done)
  })
  .post('/user/change-password', requireUser, body(changePasswordSchema), async (c) => {
    const signedIn = c.get('signedIn')
    // The current password is only one of the factors.
    if (signedIn.user.hasTwoFactor) assertConfirmed(signedIn)
    const done = await changePassword(c.get('ctx'), signedIn, c.req.valid('json'))
    await rememberDevice(c, signedIn.user.id)
    return c.json(done)
  })
  .post('/user/confirm-password', requireUser, body(confirmPasswordSchema), async (c) => {
    await confirmPassword(c.get('ctx'), c.get('signedIn'), c.req.valid('json'))
    return c.body(null, 204)
  })
  .get('/user/confirmation', requireConfirmedUser, (c) => c.body(null, 204))
  .post('/user/confirm-code', requireUser, body(codeSchema), async (c) => {
    const signedIn = c.get('signedIn')
    const confirmed = await googleConfirmationCookie.read(c)
    if (confirmed?.sid !== signedIn.sid) throw new AppError('CONFIRMATION_REQUIRED')
    await confirmCode(c.get('ctx'), signedIn, c.req.valid('json').code)
    googleConfirmationCookie.clear(c)
    return c.body(null, 204)
  })
