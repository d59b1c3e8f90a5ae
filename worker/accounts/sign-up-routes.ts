import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body, query } from '#worker/http/input.ts'
import { clientNetwork, enforceRateLimit, limits } from '#worker/http/rate-limits.ts'
import { setSessionCookie } from '#worker/http/session-cookie.ts'
import { clearSignUpCookie, readSignUpCookie, setSignUpCookie } from '#worker/http/sign-up-cookie.ts'
import { completeSignUp } from './complete-sign-up.ts'
import { completionSchema, type SignUpStarted, signUpSchema, verificationStatusSchema } from './contract.ts'
import { startSignUp } from './start-sign-up.ts'
import { openVerificationLink, verificationStatus } from './verification-status.ts'

export const signUpRoutes = new Hono<AppEnv>()
  .post('/register/init', body(signUpSchema), async (c) => {
    const ctx = c.get('ctx')
    const input = c.req.valid('json')
    await enforceRateLimit(ctx, limits.signUpByAddress, clientNetwork(c))
    await enforceRateLimit(ctx, limits.signUpByEmail, input.email)
    const { browserSecret, ...started } = await startSignUp(ctx, input)
    setSignUpCookie(c, browserSecret)
    return c.json(started satisfies SignUpStarted)
  })
  .get('/register/verification-status', query(verificationStatusSchema), async (c) => {
    const ctx = c.get('ctx')
    const { email, token } = c.req.valid('query')
    await enforceRateLimit(ctx, limits.verificationByAddress, clientNetwork(c))
    await enforceRateLimit(ctx, limits.verificationByEmail, email)
    c.header('Cache-Control', 'no-store')
    const question = { email, browserSecret: readSignUpCookie(c) }
    if (token === undefined) return c.json(await verificationStatus(ctx, question))
    const { browserSecret, ...status } = await openVerificationLink(ctx, { ...question, token })
    if (browserSecret) setSignUpCookie(c, browserSecret)
    return c.json(status)
  })
  .post('/register/complete', body(completionSchema), async (c) => {
    const ctx = c.get('ctx')
    const input = c.req.valid('json')
    await enforceRateLimit(ctx, limits.completionByAddress, clientNetwork(c))
    await enforceRateLimit(ctx, limits.completionByEmail, input.email)
    const browser = { secret: readSignUpCookie(c), userAgent: c.req.header('User-Agent') }
    const { sid, ...completed } = await completeSignUp(ctx, input, browser)
    clearSignUpCookie(c)
    await setSessionCookie(c, sid)
    return c.json(completed, 201)
  })
