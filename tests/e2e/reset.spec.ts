import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { waitForLink } from './wait-for-link.ts'

const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const newPassword = 'a newer password'

test.beforeEach(async ({ allowConsole, context }) => {
  allowConsole(/401 .*\/api\/(user|organization)/)
  await context.clearCookies()
})

async function openForgot(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Reset Link' })

test('resets a password through the mailbox and signs in with the new one', { tag: '@core' }, async ({
  page,
  account,
  fakes,
}) => {
  await openForgot(page, account.email)
  await expectAccessible(page)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Reset link sent' })).toBeFocused()
  await expect(toast(page, 'Reset link sent')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Wait \d+:\d\d$/ })).toBeDisabled()
  await expectAccessible(page)

  await page.goto(await waitForLink(fakes, account.email, '/reset-password'))
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByText('Password confirmation is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill('something else')
  await page.keyboard.press('Enter')
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password is reset' })).toBeFocused()

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('accepts a link once', { tag: '@any-width' }, async ({ page, account, fakes }) => {
  await openForgot(page, account.email)
  await send(page).click()
  const link = await waitForLink(fakes, account.email, '/reset-password')
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password is reset' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Invalid or expired reset token.')).toBeVisible()
})

test('answers the same for an email without an account', { tag: '@any-width' }, async ({ page }) => {
  await openForgot(page, `nobody.${crypto.randomUUID()}@example.test`)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Reset link sent' })).toBeVisible()
  await expect(toast(page, 'Reset link sent')).toBeVisible()
})

test('keeps the countdown when the view opens again for the same email', { tag: '@any-width' }, async ({
  page,
  account,
}) => {
  await openForgot(page, account.email)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Reset link sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Wait \d+:\d\d$/ })).toBeDisabled()
})

test('counts down the seconds of a refusal', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/429 .*forgot-password\)/)
  await page.clock.install()
  await page.route(/forgot-password$/, (route) =>
    route.fulfill({
      status: 429,
      json: { message: 'Try again in a moment.', code: 'RATE_LIMITED', cooldownSeconds: 62 },
    }),
  )
  await openForgot(page, '')
  await page.getByLabel('Email').fill('somebody@example.test')
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send reset email' })).toContainText(
    'Try again in a moment.',
  )
  await expect(page.getByRole('button', { name: /^Wait 1:0\d$/ })).toBeDisabled()
  await page.clock.fastForward('01:05')
  await expect(send(page)).toBeEnabled()
})

test('requires an email and shows when it could not be sent', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/500 .*forgot-password\)/)
  await page.route(/forgot-password$/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/auth?page=forgot')
  await page.getByLabel('Email').fill('not an address')
  await send(page).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email').fill('somebody@example.test')
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send reset email' })).toContainText(
    'An error occurred. Please try again later.',
  )
})

test('explains a reset link that is incomplete, refused or unanswered', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/503 .*verify-reset-token/)
  await page.goto('/reset-password')
  await expect(page.getByText('Invalid reset link. Please request a new password reset.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/reset-password?token=nothing')
  await expect(page.getByText('Invalid or expired reset token.')).toBeVisible()
  await page.route(/verify-reset-token/, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/reset-password?token=nothing')
  await expect(page.getByText('Failed to verify reset token. Please try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Request a New Link' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

test('shows that a password could not be reset', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/422 .*reset-password\)/)
  await page.route(/verify-reset-token/, (route) =>
    route.fulfill({ json: { success: true, email: 'somebody@example.test', message: '' } }),
  )
  await page.goto('/reset-password?token=anything')
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to reset password' })).toContainText(
    'Invalid or expired reset token.',
  )
})
