import type { Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { newUser } from './account-fixture.ts'
import { expect, expectAccessible, test, toast } from './fixtures.ts'
import { enterCredentials } from './steps.ts'

// Chromium logs every response of 400 and above.
const noUser = /401 .*\/api\/(user|organization)/

async function signOut(page: Page): Promise<void> {
  // A read that is still on its way would be refused.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(toast(page, 'Logged out')).toContainText('You have been successfully logged out')
  await expect(page).toHaveURL(/\/auth$/)
}

test.beforeEach(({ allowConsole }) => allowConsole(noUser))

test('signs in by keyboard after a wrong password, signs out, and signs in again', {
  tag: ['@any-width', '@core'],
}, async ({ page, allowConsole }) => {
  allowConsole(/401 .*\/api\/login\)/)
  const { email } = await newUser()
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong email or password.').first()).toBeVisible()
  await expectAccessible(page)
  for (const isLast of [false, true]) {
    await enterCredentials(page, email, password)
    await expect(toast(page, 'Login successful')).toContainText(`Welcome back, ${email}`)
    await expect(page).toHaveURL('/')
    await page.goto('/auth?page=register')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    if (!isLast) await signOut(page)
  }
})
