import { Hono, type Context as HonoContext } from 'hono'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/client-network.ts'
import { body, params } from '#worker/http/input.ts'
import { requireUser } from '#worker/http/session.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '#worker/http/session-cookie.ts'
import { clearSignInCookie, readSignInCookie, setSignInCookie } from '#worker/http/sign-in-cookie.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { type CodeNeeded, confirmPasswordSchema, credentialsSchema, sessionIdSchema } from './contract.ts'
import { describeUser } from './describe-user.ts'
import { endOtherSession, endOtherSessions, endSession } from './sessions/end-sessions.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { finishWithCode, finishWithPassword } from './sign-in/finish-sign-in.ts'
import { type PendingSignIn, type SignedIn, signIn } from './sign-in/sign-in.ts'
import { codeSchema } from './two-factor/contract.ts'

async function startSession(c: HonoContext<AppEnv>, { sid, user }: SignedIn) {
  await setSessionCookie(c, sid)
  if (await readSignInCookie(c)) clearSignInCookie(c)
  return c.json(user)
}

async function askForCode(c: HonoContext<AppEnv>, pending: PendingSignIn) {
  await setSignInCookie(c, pending)
  return c.json({ twoFactorRequired: true } satisfies CodeNeeded, 202)
}

export const accountRoutes = new Hono<AppEnv>()
  .post('/login', body(credentialsSchema), async (c) => {
    const ctx = c.get('ctx')
    const credentials = c.req.valid('json')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const result = await signIn(ctx, credentials)
    if ('pending' in result) return askForCode(c, result.pending)
    return startSession(c, result)
  })
  .post('/login/two-factor', body(codeSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const pending = await readSignInCookie(c)
    if (!pending) throw new AppError('SIGN_IN_EXPIRED')
    const { code } = c.req.valid('json')
    return startSession(c, await finishWithCode(ctx, pending, code))
  })
  .post('/login/google', body(confirmPasswordSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const pending = await readSignInCookie(c)
    if (!pending) throw new AppError('SIGN_IN_EXPIRED')
    const { password } = c.req.valid('json')
    const result = await finishWithPassword(ctx, pending, password)
    if ('pending' in result) return askForCode(c, result.pending)
    return startSession(c, result)
  })
  .post('/logout', async (c) => {
    const sid = await readSessionCookie(c)
    clearSessionCookie(c)
    if (sid) await endSession(c.get('ctx'), sid)
    return c.body(null, 204)
  })
  .get('/user', requireUser, (c) => {
    const { user, membership } = c.get('signedIn')
    return c.json(describeUser(user, membership?.organization.id ?? null))
  })
  .get('/user/sessions', requireUser, async (c) => {
    const { sid, user } = c.get('signedIn')
    c.header('Cache-Control', 'no-store')
    return c.json(await listSessions(c.get('ctx'), { sid, userId: user.id }))
  })
  .delete('/user/sessions/:id', requireUser, params(sessionIdSchema, 'SESSION_NOT_FOUND'), async (c) => {
    const { sid, user } = c.get('signedIn')
    await endOtherSession(c.get('ctx'), { sid, userId: user.id }, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .delete('/user/sessions', requireUser, async (c) => {
    const { sid, user } = c.get('signedIn')
    await endOtherSessions(c.get('ctx'), { sid, userId: user.id })
    return c.body(null, 204)
  })
