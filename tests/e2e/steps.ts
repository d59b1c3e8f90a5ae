import { type Browser, type BrowserContext, type Page, test } from 'playwright/test'
import { PASSWORD } from '#tests/dev/create-account.ts'
import type { FakesClient } from '#tests/fakes/client.ts'
import { expect, setting } from './fixtures.ts'
import { waitForLink } from './wait-for-link.ts'

/** Fills in the form on /auth. */
export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
}

export async function confirmPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

/** Verifies the email of a sign-up in another tab. The first one then continues on its own, so its button may be gone. */
export async function verifyEmail(page: Page, fakes: FakesClient, email: string): Promise<void> {
  const mail = await page.context().newPage()
  await mail.goto(await waitForLink(fakes, email, '/verify'))
  await mail.getByRole('button', { name: 'Verify Email Address' }).click()
  await expect(mail.getByRole('heading', { name: 'Set your password' })).toBeVisible()
  await expect(mail.getByText(/^\d{3} \d{3}$/)).toBeHidden()
  await mail.close()
}

/** Another person's browser, of the same width and color scheme. */
export async function openBrowser(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const { viewport = null, colorScheme = null } = test.info().project.use
  const look = { viewport, colorScheme, reducedMotion: 'reduce' as const }
  const context = await browser.newContext({ baseURL: setting('TINPROOF_URL'), ...look })
  return { context, page: await context.newPage() }
}

/** Signs in with the seeded account, for tests that change nothing. */
export async function signInAsDemo(page: Page): Promise<void> {
  const answer = await page.request.post('/api/login', {
    data: { email: 'demo@tinproof.test', password: 'demo-password' },
    headers: { origin: new URL(setting('TINPROOF_URL')).origin },
  })
  expect(answer.status()).toBe(200)
}

/** Validates with an API token, and returns the HTTP status. */
export async function statusOfCall(token: string): Promise<number> {
  const response = await fetch(new URL('/api/tinproof/validate', setting('TINPROOF_URL')), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ countryCode: 'DE', tin: '136695976' }),
  })
  return response.status
}

export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Whether the navigation is in a menu. */
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768
