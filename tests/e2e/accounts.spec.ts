import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const password = 'correct horse battery'
const newEmail = () => `e2e.${crypto.randomUUID()}@example.test`

// Chromium writes a line for every answer of 400 and above; these answers are part of the product.
const noUser = /401 .*\/api\/user\)/
const refused = /(401|409) .*\/api\/(login|register)\)/

const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth?page=register')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Registration successful')).toContainText('Your account has been created')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(toast(page, 'Logged out')).toContainText('You have been successfully logged out')
  await expect(page).toHaveURL(/\/auth$/)
}

test.beforeEach(({ allowConsole }) => allowConsole(noUser))

test('signs up from nothing, signs out, and signs in again', async ({ page }) => {
  const email = newEmail()
  await signUp(page, email)
  await expect(page).toHaveURL('/')

  await signOut(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toast(page, 'Login successful')).toContainText(`Welcome back, ${email}`)
  await expect(page).toHaveURL('/')
})

test('signs in with the keyboard alone', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail')).toBeFocused()
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
  await page.getByLabel('E-mail').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Login failed').first()).toBeVisible()
  await expect(page.getByText('The e-mail address or the password is wrong.').first()).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/auth$/)
  await expectAccessible(page)
})

test('tells an e-mail address that is taken at its field', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(refused)
  await page.goto('/auth?page=register')
  await page.getByLabel('E-mail').fill('demo@tinproof.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Registration failed')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/already exists/)
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

test('signing in asks for a valid e-mail address and a password', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByLabel('E-mail').press('Enter')
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.getByLabel('E-mail').fill('demo@tinproof.test')
  await expect(page.getByText('Invalid email address')).toBeHidden()
})

test('signing up asks for 8 characters twice and for consent', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/auth?page=register')
  const create = page.getByRole('button', { name: 'Create Account' })
  await page.getByLabel('E-mail').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('short')
  await create.click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText('Accept the terms and the privacy policy')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(`${password}!`)
  await create.click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
})

test('a password can be shown, and password managers know the fields', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/auth')
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveAttribute('autocomplete', 'new-password')
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
