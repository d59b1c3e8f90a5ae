import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright/test'
import { createAccount, PASSWORD } from '#tests/dev/create-account.ts'
import type { Settings } from '#tests/fakes/start.ts'
import { createContext } from '#worker/context.ts'
import type { MemberRole } from '#worker/organizations/contract.ts'
import type { CreatedToken } from '#worker/tokens/contract.ts'
import { test as base, expect, setting } from './fixtures.ts'
import { secretsIn, waitForLink } from './wait-for-link.ts'

const SPENT_AT_ONCE = 10

/** A new user with an organization. */
export type TestUser = {
  email: string
  organizationId: string
  /** Calls the API as this user. */
  post: (path: string, body: object) => Promise<Response>
  /** Sets the cookies of this user's session. */
  signIn: (context: BrowserContext) => Promise<void>
}

type Account = TestUser & {
  /** Creates a user who has joined the account's organization. */
  colleague: (role: MemberRole) => Promise<TestUser>
  newToken: (name: string) => Promise<CreatedToken>
  /** Sends validations in parallel. */
  spend: (count: number) => Promise<void>
}

/** The limits are per network, so every user has another address. */
const randomIp = () => `2001:db8:0:${randomUUID().slice(0, 4)}::1`

/** Unset while Playwright lists the tests. The same object each time, so that contexts share their connections. */
let settings: Settings | undefined

/** With `PASSWORD`. */
export async function newUser(email = `${randomUUID()}@tinproof.test`): Promise<TestUser> {
  const { origin } = new URL(setting('TINPROOF_URL'))
  const ip = randomIp()
  settings ??= JSON.parse(setting('TINPROOF_SETTINGS')) as Settings
  const ctx = createContext(settings, randomUUID(), () => {})
  const passwordHash = setting('TINPROOF_PASSWORD_HASH')
  const { cookie, user, organization } = await createAccount(ctx, { email, passwordHash })
  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': ip, origin, cookie },
      body: JSON.stringify(body),
    })
  const [name = '', value = ''] = cookie.split('=')
  const signIn = (context: BrowserContext) =>
    context.addCookies([
      { name, value, url: origin, httpOnly: true, sameSite: 'Lax' },
      { name: 'has-session', value: '1', url: origin, sameSite: 'Lax' },
    ])
  return { email: user.email, organizationId: organization.id, post, signIn }
}

/** Signs the browser in as a new user with an organization. */
export const test = base.extend<{ account: Account }>({
  account: [
    async ({ context, fakes }, use) => {
      const person = await newUser()
      const { organizationId, post } = person
      await person.signIn(context)

      const validate = () =>
        post('/api/tinproof/validate', { countryCode: 'DE', tin: '136695976', organizationId })
      await use({
        ...person,
        colleague: async (role) => {
          const other = await newUser()
          if (role === 'admin') await post('/api/user/confirm-password', { password: PASSWORD })
          const invited = await post('/api/organization/invite', { email: other.email, role, organizationId })
          expect(invited.status).toBe(201)
          const token = secretsIn(await waitForLink(fakes, other.email, '/auth')).get('invitation')
          const joined = await other.post('/api/invitations/accept', { token })
          expect(joined.status).toBe(200)
          return other
        },
        newToken: async (tokenName) => {
          const created = await post('/api/tokens', { name: tokenName, organizationId })
          expect(created.status).toBe(201)
          return await created.json()
        },
        spend: async (count) => {
          // A few at a time: each waits for the same row, for 4 seconds at most.
          for (let left = count; left > 0; left -= SPENT_AT_ONCE) {
            const calls = Array.from({ length: Math.min(left, SPENT_AT_ONCE) }, validate)
            for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
          }
        },
      })
    },
    { auto: true },
  ],
})
