import type { Context as HonoContext } from 'hono'
import { VERIFICATION_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'
import { clearHostCookie, readHostCookie, setHostCookie } from './host-cookie.ts'
import { readSignedCookie, setSignedCookie } from './signed-cookie.ts'

const NAME = 'signup'

export const setSignUpCookie = (c: HonoContext<AppEnv>, secret: string) =>
  setHostCookie(c, NAME, secret, { seconds: VERIFICATION_LIFE_SECONDS })

export function readSignUpCookie(c: HonoContext<AppEnv>): string | undefined {
  const secret = readHostCookie(c, NAME)
  return secret !== undefined && /^[0-9A-Za-z]{32}$/.test(secret) ? secret : undefined
}

/** Names the sign-up whose address this browser has verified. */
const proof = { name: 'signup-proof', audience: 'tinproof-signup', seconds: VERIFICATION_LIFE_SECONDS }

export const setProofCookie = (c: HonoContext<AppEnv>, signUpId: number) =>
  setSignedCookie(c, proof, { signUp: signUpId })

export async function readProofCookie(c: HonoContext<AppEnv>): Promise<number | undefined> {
  const payload = await readSignedCookie(c, proof)
  return typeof payload?.signUp === 'number' ? payload.signUp : undefined
}

export const clearProofCookie = (c: HonoContext<AppEnv>) => clearHostCookie(c, proof.name)
