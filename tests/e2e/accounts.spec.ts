import type { Page } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { signUpThroughApi } from './sign-up-through-api.ts'

const password = 'correct horse battery'
const newEmail = () => `e2e.${crypto.randomUUID()}@example.test`

// Chromium logs every response of 400 and above.
const noUser = /401 .*\/api\/(user|organization)/
const refused = /401 .*\/api\/login\)/

const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function newAccount(page: Page, fakes: FakesClient): Promise<string> {
  const email = newEmail()
  await signUpThroughApi(page.request, fakes, { email, password })
  await page.context().clearCookies()
  return email
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(toast(page, 'Logged out')).toContainText('You have been successfully logged out')
  await expect(page).toHaveURL(/\/auth$/)
}

test.beforeEach(({ allowConsole }) => allowConsole(noUser))

test('signs in, signs out, and signs in again', { tag: ['@any-width', '@core'] }, async ({ page, fakes }) => {
  const email = await newAccount(page, fakes)
  for (const isLast of [false, true]) {
    await page.goto('/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(toast(page, 'Login successful')).toContainText(`Welcome back, ${email}`)
    await expect(page).toHaveURL('/')
    if (!isLast) await signOut(page)
  }
})

test('signs in with the keyboard only', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('demo@tinproof.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test("shows the server's message for a wrong password and focuses the field", {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(refused)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Login failed').first()).toBeVisible()
  await expect(page.getByText('Wrong email or password.').first()).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/auth$/)
  await expectAccessible(page)
})

test("shows the server's message after too many sign-ins", { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/429 .*\/api\/login\)/)
  await page.route(/\/api\/login$/, (route) =>
    route.fulfill({ status: 429, json: { message: 'Try again in 8 seconds.', code: 'RATE_LIMITED' } }),
  )
  await page.goto('/auth')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
    'Try again in 8 seconds.',
  )
})

test('signs in with Google and shows why it failed', { tag: ['@any-width', '@core'] }, async ({ page }) => {
  const email = newEmail()
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByText(email).first()).toBeVisible()

  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.goto('/auth?error=google')
  await expect(page.getByText('Google sign-in failed. Try again.')).toBeVisible()
  await expectAccessible(page)

  const reason = 'This account is disabled: Abuse; 100% of it. Contact support@tinproof.test.'
  const { origin } = new URL(page.url())
  await page.context().addCookies([{ name: 'disabled', value: encodeURIComponent(reason), url: origin }])
  await page.goto('/auth?error=disabled')
  await expect(page.getByText(reason)).toBeVisible()
})

test('hides Google when it is not configured', { tag: '@any-width' }, async ({ page }) => {
  await page.route(/\/api\/settings$/, async (route) => {
    const settings = await (await route.fetch()).json()
    await route.fulfill({ json: { ...settings, googleSignIn: false } })
  })
  const settings = page.waitForResponse(/\/api\/settings$/)
  await page.goto('/auth')
  await settings
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeHidden()
})

test('opens the tab of the query parameter, and Login by default', { tag: '@any-width' }, async ({
  page,
}) => {
  const tab = (name: string) => page.getByRole('tab', { name })
  await page.goto('/auth')
  await expect(tab('Sign In')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/auth?page=register')
  await expect(tab('Sign Up')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/auth?page=login')
  await expect(tab('Sign In')).toHaveAttribute('aria-selected', 'true')
  await tab('Sign In').press('ArrowRight')
  await expect(tab('Sign Up')).toBeFocused()
  await expect(page).toHaveURL('/auth?page=register')
  await expect(page).toHaveTitle('Sign Up · Tinproof')
})

test('requires a valid email and a password to sign in', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('demo@tinproof.test')
  await expect(page.getByText('Invalid email address')).toBeHidden()
})

test('shows the password and names the fields for password managers', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/auth')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel(/^Phone/)).toHaveAttribute('autocomplete', 'tel')
})

test('redirects signed-in users from /auth to the dashboard', { tag: '@any-width' }, async ({
  page,
  fakes,
}) => {
  await signUpThroughApi(page.request, fakes, { email: newEmail(), password })
  await page.goto('/auth?page=register')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('redirects to /auth when the session has ended', { tag: '@any-width' }, async ({
  page,
  context,
  fakes,
  allowConsole,
}) => {
  allowConsole(/401 .*\/api\//)
  await signUpThroughApi(page.request, fakes, { email: newEmail(), password })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() =>
    window.dispatchEvent(
      new CustomEvent('organizationChanged', {
        detail: { organizationId: localStorage.getItem('selectedOrganizationId') },
      }),
    ),
  )
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
})

test('has accessible tabs', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expectAccessible(page)
})
