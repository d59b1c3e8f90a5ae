import { Hono, type Context as HonoContext } from 'hono'
import * as z from 'zod'
import {
  completionSchema,
  type OpenedLink,
  type RegistrationPending,
  registrationSchema,
  type SignUpStarted,
  signUpSchema,
  VERIFICATION_LIFE_SECONDS,
  type VerificationStatus,
  verificationCodeSchema,
  verificationLinkSchema,
  verificationStatusSchema,
} from '#worker/accounts/contract.ts'
import { hashNewPassword } from '#worker/accounts/passwords/password.ts'
import { startSession } from '#worker/accounts/sessions/routes.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { readHostCookie, setHostCookie } from '#worker/http/host-cookie.ts'
import { body, query } from '#worker/http/input.ts'
import { signedCookie } from '#worker/http/signed-cookie.ts'
import { customerNetwork } from '#worker/lib/customer-network.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { completeSignUp } from './finish-sign-up.ts'
import { openLink } from './open-link.ts'
import { startSignUp } from './start-sign-up.ts'
import { verificationStatus, verifyCode } from './verify-code.ts'

/** One network uses up only a part of what an address has, so its owner can still sign up. */
async function enforceStartLimits(c: HonoContext<AppEnv>, email: string): Promise<void> {
  const ctx = c.get('ctx')
  const network = clientNetwork(c)
  await enforceRateLimit(ctx, limits.signUpByAddress, network)
  await enforceRateLimit(ctx, limits.signUpByEmailAndAddress, `${email} ${customerNetwork(network)}`)
  await enforceRateLimit(ctx, limits.signUpByEmail, email)
}

const enforceVerificationLimit = (c: HonoContext<AppEnv>) =>
  enforceRateLimit(c.get('ctx'), limits.verificationByAddress, clientNetwork(c))

async function open(c: HonoContext<AppEnv>, link: { email: string; token: string }): Promise<OpenedLink> {
  const { answer, proof, session } = await openLink(c.get('ctx'), link, readSignUpCookie(c))
  if (proof !== undefined) await proofCookie.set(c, { signUp: proof })
  if (session) await startSession(c, session)
  return answer
}

const proofCookie = signedCookie({
  name: 'signup-proof',
  audience: 'tinproof-signup',
  seconds: VERIFICATION_LIFE_SECONDS,
  schema: z.object({ signUp: z.number() }),
})

export const signUpRoutes = new Hono<AppEnv>()
  .post('/register', body(registrationSchema), async (c) => {
    const { password, ...input } = c.req.valid('json')
    await enforceStartLimits(c, input.email)
    const ctx = c.get('ctx')
    const hashPassword = () => hashNewPassword(ctx, password, { email: input.email, field: 'password' })
    const { browserSecret } = await startSignUp(ctx, { ...input, hashPassword }, readSignUpCookie(c))
    setSignUpCookie(c, browserSecret)
    const answer: RegistrationPending = { user: { email: input.email, pending: true }, organization: null }
    return c.json(answer, 202)
  })
  .post('/register/init', body(signUpSchema), async (c) => {
    const input = c.req.valid('json')
    await enforceStartLimits(c, input.email)
    const { browserSecret, ...started } = await startSignUp(c.get('ctx'), input, readSignUpCookie(c))
    setSignUpCookie(c, browserSecret)
    return c.json(started satisfies SignUpStarted)
  })
  .get('/register/verification-status', query(verificationStatusSchema), async (c) => {
    const { email, token } = c.req.valid('query')
    await enforceVerificationLimit(c)
    if (token !== undefined) return c.json<VerificationStatus>(await open(c, { email, token }))
    const question = { email, proof: (await proofCookie.read(c))?.signUp, browserSecret: readSignUpCookie(c) }
    return c.json(await verificationStatus(c.get('ctx'), question))
  })
  .post('/register/verify', body(verificationLinkSchema), async (c) => {
    await enforceVerificationLimit(c)
    return c.json(await open(c, c.req.valid('json')))
  })
  .post('/register/verify-code', body(verificationCodeSchema), async (c) => {
    const input = c.req.valid('json')
    await enforceRateLimit(c.get('ctx'), limits.signUpCodeByAddress, clientNetwork(c))
    await proofCookie.set(c, { signUp: await verifyCode(c.get('ctx'), input, readSignUpCookie(c)) })
    const answer: VerificationStatus = { verified: true, organization: null, finished: false }
    return c.json(answer)
  })
  .post('/register/complete', body(completionSchema), async (c) => {
    const ctx = c.get('ctx')
    const input = c.req.valid('json')
    await enforceRateLimit(ctx, limits.completionByAddress, clientNetwork(c))
    const browser = { secret: readSignUpCookie(c), proof: (await proofCookie.read(c))?.signUp }
    const { sid, ...completed } = await completeSignUp(ctx, input, browser)
    proofCookie.clear(c)
    await startSession(c, { sid, userId: completed.user.id })
    return c.json(completed, 201)
  })

const NAME = 'signup'

const setSignUpCookie = (c: HonoContext<AppEnv>, secret: string) =>
  setHostCookie(c, NAME, secret, { seconds: VERIFICATION_LIFE_SECONDS })

function readSignUpCookie(c: HonoContext<AppEnv>): string | undefined {
  const secret = readHostCookie(c, NAME)
  return secret !== undefined && /^[0-9A-Za-z]{32}$/.test(secret) ? secret : undefined
}
