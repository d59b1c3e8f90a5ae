import { Hono, type Context as HonoContext } from 'hono'
import * as z from 'zod'
import { confirmWithGoogleSchema, DISABLED_COOKIE } from '#worker/accounts/contract.ts'
import { startSession } from '#worker/accounts/sessions/routes.ts'
import { AppError } from '#worker/errors.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { CONFIRMATION_SECONDS } from '#worker/http/contract.ts'
import { setHostCookie } from '#worker/http/host-cookie.ts'
import { readSessionCookie } from '#worker/http/session-cookie.ts'
import { signedCookie } from '#worker/http/signed-cookie.ts'
import { logError } from '#worker/lib/log.ts'
import { invitationTokenSchema } from '#worker/organizations/contract.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import {
  beginGoogleSignIn,
  confirmWithGoogle,
  finishGoogleSignIn,
  type GoogleConfirmation,
} from './google-sign-in.ts'
import { signInCookie } from './routes.ts'

const withInvitation = (path: string, invitation: string | undefined) =>
  invitation === undefined ? path : `${path}#${new URLSearchParams({ invitation })}`

const withOutcome = (page: string, outcome: GoogleConfirmation | 'error') =>
  `${page}${page.includes('?') ? '&' : '?'}confirmed=${outcome}`

/** A cookie, because anyone could write a link with their own text in the query. */
const DISABLED_COOKIE_SECONDS = 60

type Attempt = { invitation?: string | undefined; confirm?: string | undefined }

function refuse(c: HonoContext<AppEnv>, error: unknown, { invitation, confirm }: Attempt = {}): Response {
  const isExpected = error instanceof AppError && error.cause === undefined
  if (!isExpected) logError('google sign-in', error, c.get('ctx').requestId)
  if (confirm !== undefined) return c.redirect(withOutcome(confirm, 'error'))
  const isDisabled = error instanceof AppError && error.code === 'ACCOUNT_DISABLED'
  if (!isDisabled) return c.redirect(withInvitation('/auth?error=google', invitation))
  setHostCookie(c, DISABLED_COOKIE, error.message, { seconds: DISABLED_COOKIE_SECONDS, httpOnly: false })
  return c.redirect('/auth?error=disabled')
}

const googleCookie = signedCookie({
  name: 'google',
  audience: 'tinproof-google',
  seconds: 600,
  schema: z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    invitation: z.string().optional(),
    confirm: z.string().optional(),
  }),
})

/** The session that was confirmed with Google, and still needs a code of two-factor sign-in. */
export const googleConfirmationCookie = signedCookie({
  name: 'google-confirmation',
  audience: 'tinproof-google-confirmation',
  seconds: CONFIRMATION_SECONDS,
  schema: z.object({ sid: z.string() }),
})

export const googleRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    const ctx = c.get('ctx')
    const invitation = invitationTokenSchema.safeParse({ token: c.req.query('invitation') }).data?.token
    const confirm = confirmWithGoogleSchema.safeParse(c.req.query()).data?.confirm
    try {
      await enforceRateLimit(ctx, limits.googleByAddress, clientNetwork(c))
      const { url, attempt } = await beginGoogleSignIn(ctx, { asksForAccount: confirm !== undefined })
      await googleCookie.set(c, {
        ...attempt,
        ...(invitation && { invitation }),
        ...(confirm && { confirm }),
      })
      return c.redirect(url)
    } catch (error) {
      return refuse(c, error, { invitation, confirm })
    }
  })
  .get('/callback', async (c) => {
    const ctx = c.get('ctx')
    const attempt = await googleCookie.read(c)
    googleCookie.clear(c)
    if (c.req.query('error') === 'access_denied') {
      return c.redirect(attempt?.confirm ?? withInvitation('/auth', attempt?.invitation))
    }
    try {
      await enforceRateLimit(ctx, limits.googleByAddress, clientNetwork(c))
      const code = c.req.query('code')
      if (!attempt || !code || c.req.query('state') !== attempt.state) {
        throw new AppError('GOOGLE_SIGN_IN_FAILED')
      }
      const sid = await readSessionCookie(c)
      if (attempt.confirm !== undefined && sid !== undefined) {
        const outcome = await confirmWithGoogle(ctx, { code, attempt }, sid)
        if (outcome === 'code') await googleConfirmationCookie.set(c, { sid })
        return c.redirect(withOutcome(attempt.confirm, outcome))
      }
      const result = await finishGoogleSignIn(ctx, { code, attempt })
      if ('pending' in result) {
        await signInCookie.set(c, result.pending)
        return c.redirect(withInvitation(`/auth?step=${result.pending.step}`, attempt.invitation))
      }
      await startSession(c, result)
      return c.redirect(withInvitation('/', attempt.invitation))
    } catch (error) {
      return refuse(c, error, attempt)
    }
  })
