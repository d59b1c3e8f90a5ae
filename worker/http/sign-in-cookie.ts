import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import { SECOND_STEP_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'
import { clearHostCookie } from './host-cookie.ts'
import { readSignedCookie, setSignedCookie } from './signed-cookie.ts'

const cookie = { name: 'sign-in', audience: 'tinproof-sign-in', seconds: SECOND_STEP_SECONDS }

const pendingSchema = z.object({
  step: z.enum(['password', 'code']),
  userId: z.number().int(),
  passwordProof: z.string(),
  googleSub: z.string().optional(),
})
type Pending = z.infer<typeof pendingSchema>

/** Binds the rest of a sign-in to the browser that began it. */
export const setSignInCookie = (c: HonoContext<AppEnv>, pending: Pending) =>
  setSignedCookie(c, cookie, pending)

export const readSignInCookie = async (c: HonoContext<AppEnv>): Promise<Pending | undefined> =>
  pendingSchema.safeParse(await readSignedCookie(c, cookie)).data

export const clearSignInCookie = (c: HonoContext<AppEnv>) => clearHostCookie(c, cookie.name)
