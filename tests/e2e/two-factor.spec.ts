import { TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { enterCredentials } from './steps.ts'

/** A code is accepted once, so a second one is that of the next 30 seconds. */
const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * 30_000 })

const card = (page: Page) => page.getByRole('region', { name: 'Two-Factor Sign-In' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function confirm(page: Page): Promise<void> {
  await expect(dialog(page, 'Confirm your password').getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Turns two-factor sign-in on. Returns the secret and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile?tab=security')
  await card(page).getByRole('button', { name: 'Turn On' }).click()
  await confirm(page)
  const saved = dialog(page, 'Save your recovery codes')
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  const codes = await saved.getByRole('listitem').allInnerTexts()
  await saved.getByRole('button', { name: "I've Saved My Codes" }).click()
  const setup = dialog(page, 'Turn on two-factor sign-in')
  await expect(setup.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await setup.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await setup.getByLabel('6-digit code from the app').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('On', { exact: true })).toBeVisible()
  return { secret, codes }
}

/** Leaves the page first: its requests would fail without the cookie. */
async function dropSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await enterCredentials(page, email, password)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

const onDashboard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

test('turns on, signs in with a recovery code, and turns off again', async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(/40[13] .*\/api\/user/)
  allowConsole(/422 .*\/api\/(login\/two-factor|user\/confirm-password)\)/)
  const { codes } = await turnOn(page)
  await expect(card(page).getByText('10 recovery codes left')).toBeVisible()
  await dropSession(page)

  await enterPassword(page, account.email)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or was already used.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click()
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused()
  await page.keyboard.type(codes[4] ?? '')
  await page.keyboard.press('Enter')
  await onDashboard(page)

  await page.goto('/profile?tab=security')
  await expect(card(page).getByText('9 recovery codes left')).toBeVisible()
  await card(page).getByRole('button', { name: 'Turn Off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click()
  const confirmation = dialog(page, "Confirm it's you")
  await confirmation.getByLabel('Password', { exact: true }).fill(password)
  const code = confirmation.getByLabel('Code from your app, or a recovery code')
  await code.fill('abc')
  await page.keyboard.press('Enter')
  await expect(confirmation.getByText('This code is wrong or was already used.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Two-factor sign-in is off')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Turn On' })).toBeVisible()
})

test.describe('with Google', () => {
  const asGoogle = async (page: Page, email: string) => {
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('links the account after its password, and asks for the code from then on', {
    tag: '@any-width',
  }, async ({ page, account, allowConsole }) => {
    allowConsole(/40[13] .*\/api\/user/)
    allowConsole(/422 .*\/api\/login\/google\)/)
    const { secret } = await turnOn(page)
    await dropSession(page)
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await asGoogle(page, account.email)
    await expect(page.getByRole('heading', { name: 'Link your Google account' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The current password is wrong.').first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await page.keyboard.type(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await onDashboard(page)

    await dropSession(page)
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await asGoogle(page, account.email)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  })

  test('offers a password to an account without one, and confirms with Google', {
    tag: '@any-width',
  }, async ({ page, allowConsole }) => {
    allowConsole(/40[13] .*\/api\/user/)
    const email = `google-${crypto.randomUUID()}@tinproof.test`
    await dropSession(page)
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await asGoogle(page, email)
    await onDashboard(page)
    await page.goto('/profile?tab=security')
    await expect(page.getByRole('heading', { name: 'Set a Password' })).toBeVisible()
    await expect(page.getByLabel('Current password')).toBeHidden()
    await page.getByRole('button', { name: 'Email Me a Link' }).click()
    await expect(page.getByText('Check your email')).toBeVisible()

    await card(page).getByRole('button', { name: 'Turn On' }).click()
    await expect(dialog(page, "Confirm it's you")).toBeVisible()
    await page.getByRole('link', { name: 'Confirm with Google' }).click()
    await asGoogle(page, email)
    await expect(toast(page, 'Confirmed')).toBeVisible()
    await expect(page).toHaveURL('/profile?tab=security')
    await card(page).getByRole('button', { name: 'Turn On' }).click()
    await expect(dialog(page, 'Save your recovery codes')).toBeVisible()
  })
})
