import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { enterCredentials } from './steps.ts'
import { waitForLink } from './wait-for-link.ts'

test('resets a password through the mailbox, once, and signs in with the new one', async ({
  page,
  context,
  account,
  fakes,
  allowConsole,
}) => {
  allowConsole(/401 .*\/api\/(user|organization)/)
  await context.clearCookies()
  const newPassword = 'a newer password'
  const forgot = page.getByRole('button', { name: 'Forgot password?' })
  const wait = page.getByRole('button', { name: /^Wait \d+:\d\d$/ })
  await page.goto('/auth')
  await page.getByLabel('Email').fill(account.email)
  await forgot.click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page, 'Reset link sent')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reset link sent' })).toBeFocused()
  await expect(wait).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await expect(forgot).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.keyboard.press('Enter')
  await expect(wait).toBeDisabled()

  const link = await waitForLink(fakes, account.email, '/reset-password')
  await page.goto(link)
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
  await enterCredentials(page, account.email, newPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('The link works only once.')).toBeVisible()
})
