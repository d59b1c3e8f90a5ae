import type { Context as HonoContext } from 'hono'
import * as z from 'zod'
import type { AppEnv } from './app-env.ts'
import { clearHostCookie } from './host-cookie.ts'
import { readSignedCookie, setSignedCookie } from './signed-cookie.ts'

const cookie = { name: 'google', audience: 'tinproof-google', seconds: 600 }

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  invitation: z.string().optional(),
  confirm: z.string().optional(),
})
type Attempt = z.infer<typeof attemptSchema>

export const setGoogleCookie = (c: HonoContext<AppEnv>, attempt: Attempt) =>
  setSignedCookie(c, cookie, attempt)

export async function consumeGoogleCookie(c: HonoContext<AppEnv>): Promise<Attempt | undefined> {
  const payload = await readSignedCookie(c, cookie)
  clearHostCookie(c, cookie.name)
  return attemptSchema.safeParse(payload).data
}
