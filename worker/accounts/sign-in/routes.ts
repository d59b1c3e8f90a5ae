import { Hono, type Context as HonoContext } from 'hono'
import {
  type CodeNeeded,
  codeSchema,
  credentialsSchema,
  linkGoogleSchema,
  type PendingSignIn,
  pendingSignInSchema,
} from '#worker/accounts/contract.ts'
import { endSession } from '#worker/accounts/sessions/end-sessions.ts'
import { startSession } from '#worker/accounts/sessions/routes.ts'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { body } from '#worker/http/input.ts'
import { readSessionCookie, sessionCookie } from '#worker/http/session-cookie.ts'
import { signedCookie } from '#worker/http/signed-cookie.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { finishWithCode, finishWithPassword, type SignedIn, signIn } from './sign-in.ts'

/** Binds the rest of a sign-in to the browser that began it. */
export const signInCookie = signedCookie({
  name: 'sign-in',
  audience: 'tinproof-sign-in',
  seconds: 600,
  schema: pendingSignInSchema,
})

async function finish(c: HonoContext<AppEnv>, { sid, user }: SignedIn) {
  await startSession(c, { sid, userId: user.id })
  if (await signInCookie.read(c)) signInCookie.clear(c)
  return c.json(user)
}

async function askForCode(c: HonoContext<AppEnv>, pending: PendingSignIn) {
  await signInCookie.set(c, pending)
  return c.json({ twoFactorRequired: true } satisfies CodeNeeded, 202)
}

export const signInRoutes = new Hono<AppEnv>()
  .post('/login', body(credentialsSchema), async (c) => {
    const ctx = c.get('ctx')
    const credentials = c.req.valid('json')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const result = await signIn(ctx, credentials)
    if ('pending' in result) return askForCode(c, result.pending)
    return finish(c, result)
  })
  .post('/login/two-factor', body(codeSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const pending = await signInCookie.read(c)
    if (!pending) throw new AppError('SIGN_IN_EXPIRED')
    const { code } = c.req.valid('json')
    return finish(c, await finishWithCode(ctx, pending, code))
  })
  .post('/login/google', body(linkGoogleSchema), async (c) => {
    const ctx = c.get('ctx')
    await enforceRateLimit(ctx, limits.signInByAddress, clientNetwork(c))
    const pending = await signInCookie.read(c)
    if (!pending) throw new AppError('SIGN_IN_EXPIRED')
    const { password } = c.req.valid('json')
    const result = await finishWithPassword(ctx, pending, password)
    if ('pending' in result) return askForCode(c, result.pending)
    return finish(c, result)
  })
  .post('/logout', async (c) => {
    const sid = await readSessionCookie(c)
    if (sid) await endSession(c.get('ctx'), sid)
    sessionCookie.clear(c)
    return c.body(null, 204)
  })
