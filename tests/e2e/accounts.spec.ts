import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const password = 'correct horse battery'
const newEmail = () => `e2e.${crypto.randomUUID()}@example.test`

// Chromium writes a line for every answer of 400 and above; these answers are part of the product.
const noUser = /401 .*\/api\/user\)/
const refused = /401 .*\/api\/login\)/

const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** An account from the API, its owner not signed in. */
async function newAccount(page: Page): Promise<string> {
  const email = newEmail()
  await signUp(page, email)
  await page.context().clearCookies()
  return email
}

/** Signs up over the API: the way through the mailbox is in sign-up.spec.ts. */
async function signUp(page: Page, email: string): Promise<void> {
  const origin = new URL(process.env.TINPROOF_URL ?? '').origin
  const answer = await page.request.post('/api/register', { headers: { origin }, data: { email, password } })
  expect(answer.status()).toBe(201)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(toast(page, 'Logged out')).toContainText('You have been successfully logged out')
  await expect(page).toHaveURL(/\/auth$/)
}

test.beforeEach(({ allowConsole }) => allowConsole(noUser))

test('signs in, signs out, and signs in again', async ({ page }) => {
  const email = await newAccount(page)
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

test('signs in with the keyboard alone', { tag: '@any-width' }, async ({ page }) => {
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

test('tells a wrong password in the server’s words and puts the focus back on it', {
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

test('a sign-in that comes too often reads the server’s message', { tag: '@any-width' }, async ({
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
  await expect(toast(page, 'Login failed')).toContainText('Try again in 8 seconds.')
})

test('goes through Google, and a way that failed says so', { tag: '@any-width' }, async ({ page }) => {
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
  await expect(page.getByText('Signing in with Google did not work. Try again.')).toBeVisible()
  await expectAccessible(page)
})

test('without Google there is no way through it', { tag: '@any-width' }, async ({ page }) => {
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

test('the query parameter page picks the tab; the default is login', { tag: '@any-width' }, async ({
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

test('signing in asks for a valid email address and a password', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('demo@tinproof.test')
  await expect(page.getByText('Invalid email address')).toBeHidden()
})

test('a password can be shown, and password managers know the fields', { tag: '@any-width' }, async ({
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

test('a signed-in visitor of /auth goes to the dashboard', { tag: '@any-width' }, async ({ page }) => {
  await signUp(page, newEmail())
  await page.goto('/auth?page=register')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a session that ended leads to /auth at the next call', { tag: '@any-width' }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/401 .*\/api\//)
  await signUp(page, newEmail())
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`both tabs are accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await expectAccessible(page)
  })
}
