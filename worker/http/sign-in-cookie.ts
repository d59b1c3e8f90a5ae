import { pendingSignInSchema } from '#worker/accounts/contract.ts'
import { SECOND_STEP_SECONDS } from './contract.ts'
import { signedCookie } from './signed-cookie.ts'

/** Binds the rest of a sign-in to the browser that began it. */
export const signInCookie = signedCookie({
  name: 'sign-in',
  audience: 'tinproof-sign-in',
  seconds: SECOND_STEP_SECONDS,
  schema: pendingSignInSchema,
})
