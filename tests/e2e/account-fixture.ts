import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import type { MemberRole } from '#worker/organizations/contract.ts'
import type { CreatedToken } from '#worker/tokens/contract.ts'
import { test as base, expect } from './fixtures.ts'
import { waitForLink } from './wait-for-link.ts'

/** A new user with an organization. */
type TestUser = {
  email: string
  organizationId: string
  /** Calls the API as this user. */
  post: (path: string, body: object) => Promise<Response>
  /** Sets this user's session cookie. */
  signIn: (context: BrowserContext) => Promise<void>
}

type Account = TestUser & {
  /** Creates a user who has joined the account's organization. */
  colleague: (role: MemberRole) => Promise<TestUser>
  newToken: (name: string) => Promise<CreatedToken>
  /** Sends validations in parallel. */
  spend: (count: number) => Promise<void>
}

/** One network may create 100 accounts an hour, so every user has another address. */
const randomIp = () => `2001:db8:0:${randomUUID().slice(0, 4)}::1`

const cookieNamed = (name: string, { headers }: Response) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

async function signUp(origin: string, fakes: FakesClient): Promise<TestUser> {
  let cookie = ''
  const ip = randomIp()
  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': ip, origin, cookie },
      body: JSON.stringify(body),
    })
  const email = `${randomUUID()}@tinproof.test`
  const registered = await post('/api/register', { email, password: 'correct horse' })
  expect(registered.status).toBe(202)
  cookie = cookieNamed('signup', registered)
  const link = new URL(await waitForLink(fakes, email, '/verify'), origin)
  const opened = await post('/api/register/verify', Object.fromEntries(link.searchParams))
  expect(opened.status).toBe(200)
  const { organization } = await opened.json()
  cookie = cookieNamed('session', opened)
  const [name = '', value = ''] = cookie.split('=')
  const signIn = (context: BrowserContext) =>
    context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  return { email, organizationId: organization.id, post, signIn }
}

/** Signs the browser in as a new user with an organization. */
export const test = base.extend<{ account: Account }>({
  account: [
    async ({ context, baseURL, fakes }, use) => {
      const { origin } = new URL(baseURL ?? '')
      const person = await signUp(origin, fakes)
      const { organizationId, post } = person
      await person.signIn(context)

      const validate = () =>
        post('/api/tinproof/validate', { countryCode: 'DE', tin: '136695976', organizationId })
      await use({
        ...person,
        colleague: async (role) => {
          const other = await signUp(origin, fakes)
          const invited = await post('/api/organization/invite', { email: other.email, role, organizationId })
          expect(invited.status).toBe(201)
          const link = new URL(await waitForLink(fakes, other.email, '/auth'), origin)
          const token = link.searchParams.get('invitation')
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
          const answers = await Promise.all(Array.from({ length: count }, validate))
          expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200))
        },
      })
    },
    { auto: true },
  ],
})
