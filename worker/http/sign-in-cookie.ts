import * as z from 'zod'
import { SECOND_STEP_SECONDS } from './contract.ts'
import { signedCookie } from './signed-cookie.ts'

/** Binds the rest of a sign-in to the browser that began it. */
export const signInCookie = signedCookie({
  name: 'sign-in',
  audience: 'tinproof-sign-in',
  seconds: SECOND_STEP_SECONDS,
  schema: z.object({
    step: z.enum(['password', 'code']),
    userId: z.number().int(),
    passwordProof: z.string(),
    googleSub: z.string().optional(),
  }),
})
