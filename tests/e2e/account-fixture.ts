import { randomUUID } from 'node:crypto'
import type { CreatedToken } from '#worker/tokens/contract.ts'
import { test as base, expect } from './fixtures.ts'

type Account = {
  email: string
  organizationId: string
  /** Calls the product's API as this user; the path is below its origin. */
  post: (path: string, body: object) => Promise<Response>
  /** Makes an API token over the API, for a test that needs one to begin with. */
  newToken: (name: string) => Promise<CreatedToken>
  /** Spends validations of the month over the API, all at once. */
  spend: (count: number) => Promise<void>
}

/** As fixtures.ts, and the page's browser is signed in as somebody new with an organization of their own. */
export const test = base.extend<{ account: Account }>({
  account: [
    async ({ context, baseURL }, use) => {
      const { origin } = new URL(baseURL ?? '')
      let cookie = ''
      const post = (path: string, body: object) =>
        fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, cookie },
          body: JSON.stringify(body),
        })
      const email = `${randomUUID()}@tinproof.test`
      const registered = await post('/api/register', { email, password: 'correct horse' })
      expect(registered.status).toBe(201)
      const { organization } = await registered.json()
      const organizationId: string = organization.id
      cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])

      const validate = () =>
        post('/api/tinproof/validate', { countryCode: 'DE', tin: '136695976', organizationId })
      await use({
        email,
        organizationId,
        post,
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
