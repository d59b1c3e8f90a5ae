import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import type { AppEnv } from './app-env.ts'
import { clearHostCookie, readSignedCookie, setSignedCookie } from './host-cookie.ts'

const cookie = { name: 'google', audience: 'tinproof-google', seconds: 600 }

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The invitation that the sign-in is to lead to. */
  invitation: z.string().optional(),
})
type Attempt = z.infer<typeof attemptSchema>

/** Keeps a sign-in with Google that has begun in the browser that began it, for 10 minutes. */
export const setGoogleCookie = (c: HonoContext<AppEnv>, attempt: Attempt) =>
  setSignedCookie(c, cookie, attempt)

/** The sign-in that this browser began, once: the cookie is gone afterwards. Undefined for a cookie that is not ours or over. */
export async function takeGoogleCookie(c: HonoContext<AppEnv>): Promise<Attempt | undefined> {
  const payload = await readSignedCookie(c, cookie)
  clearHostCookie(c, cookie.name)
  return attemptSchema.safeParse(payload).data
}
