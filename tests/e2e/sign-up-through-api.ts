import type { APIRequestContext } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import type { User } from '#worker/accounts/contract.ts'
import { expect } from './fixtures.ts'
import { secretsIn, waitForLink } from './wait-for-link.ts'

/** Signs up without the screens: registers with a password and opens the link of the email in the same browser. */
export async function signUpThroughApi(
  request: APIRequestContext,
  fakes: FakesClient,
  credentials: { email: string; password: string },
): Promise<User> {
  const { origin } = new URL(process.env.TINPROOF_URL ?? '')
  const registered = await request.post(`${origin}/api/register`, { headers: { origin }, data: credentials })
  expect(registered.status()).toBe(202)
  const secrets = secretsIn(await waitForLink(fakes, credentials.email, '/verify'))
  const opened = await request.get(`${origin}/api/register/verification-status?${secrets}`)
  expect(await opened.json()).toMatchObject({ verified: true, finished: true })
  return await (await request.get(`${origin}/api/user`)).json()
}
