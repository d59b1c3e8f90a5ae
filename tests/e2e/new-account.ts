import { randomUUID } from 'node:crypto'
import type { CreatedToken } from '#worker/tokens/contract.ts'
import { expect, type Page } from './fixtures.ts'

export type Account = { email: string; organizationId: string }

async function post(page: Page, baseURL: string, path: string, data: object) {
  return await page.request.post(path, { data, headers: { origin: new URL(baseURL).origin } })
}

/** Registers somebody new over the API and signs the page's browser in; nothing is on the screen yet. */
export async function newAccount(page: Page, baseURL: string): Promise<Account> {
  const email = `${randomUUID()}@tinproof.test`
  const response = await post(page, baseURL, '/api/register', { email, password: 'correct horse' })
  expect(response.status()).toBe(201)
  const { organization } = await response.json()
  return { email, organizationId: organization.id }
}

/** Makes an API token over the API, for the tests that need one to begin with. */
export async function newToken(
  page: Page,
  baseURL: string,
  account: Account,
  name: string,
): Promise<CreatedToken> {
  const { organizationId } = account
  const response = await post(page, baseURL, '/api/tokens', { name, organizationId })
  expect(response.status()).toBe(201)
  return await response.json()
}

/** Spends validations of the month over the API, all at once. */
export async function spend(page: Page, baseURL: string, account: Account, count: number): Promise<void> {
  const { organizationId } = account
  const call = () =>
    post(page, baseURL, '/api/tinproof/validate', { countryCode: 'DE', tin: '136695976', organizationId })
  const responses = await Promise.all(Array.from({ length: count }, call))
  expect(responses.filter((response) => response.status() !== 200)).toEqual([])
}
