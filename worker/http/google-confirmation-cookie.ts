import * as z from 'zod'
import { CONFIRMATION_SECONDS } from './contract.ts'
import { signedCookie } from './signed-cookie.ts'

/** The session that was confirmed with Google, and still needs a code of two-factor sign-in. */
export const googleConfirmationCookie = signedCookie({
  name: 'google-confirmation',
  audience: 'tinproof-google-confirmation',
  seconds: CONFIRMATION_SECONDS,
  schema: z.object({ sid: z.string() }),
})
