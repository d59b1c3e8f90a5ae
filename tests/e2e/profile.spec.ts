import type { Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'

test.use({
  // A toast has no contrast while it fades in.
  contextOptions: { reducedMotion: 'reduce' },
})

const newPassword = 'battery staple'

// Chromium logs every response of 400 and above.
const refusedChange = /422 .*\/api\/user\/change-password\)/

const current = (page: Page) => page.getByLabel('Current password')
const wanted = (page: Page) => page.getByLabel('New password', { exact: true })
const again = (page: Page) => page.getByLabel('Confirm new password')
const change = (page: Page) => page.getByRole('button', { name: 'Change Password' })
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const signOutElsewhere = (page: Page) => page.getByRole('button', { name: 'Sign Out Everywhere Else' })
const banner = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'Password changed successfully' })

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/profile?tab=security')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expect(sessions(page).first()).toBeVisible()
}

async function fill(page: Page, values: { current: string; wanted: string; again: string }): Promise<void> {
  await current(page).fill(values.current)
  await wanted(page).fill(values.wanted)
  await again(page).fill(values.again)
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function signInStatus(
  post: (path: string, body: object) => Promise<Response>,
  email: string,
  secret: string,
): Promise<number> {
  return (await post('/api/login', { email, password: secret })).status
}

test.describe('the tabs', () => {
  test('show email, user ID and role first, and Security by its URL', async ({ page, account }) => {
    await page.goto('/profile')
    await expect(page.getByRole('tab', { name: 'Profile Information' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^\d+$/ })).toBeVisible()
    await expect(page.getByText('Member', { exact: true })).toBeVisible()

    await page.getByRole('tab', { name: 'Profile Information' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Security' })).toBeFocused()
    await expect(page).toHaveURL('/profile?tab=security')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
    await page.getByRole('tab', { name: 'Security' }).press('ArrowLeft')
    await expect(page).toHaveURL('/profile')
  })

  test('change the name and the time zone', { tag: '@any-width' }, async ({ page, account }) => {
    await account.newToken('Checkout')
    await page.goto('/profile')
    await expect(page.getByRole('definition').filter({ hasText: /^Admin in / })).toBeVisible()
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('definition').filter({ hasText: 'Ada Lovelace' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change name' })).toBeFocused()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByRole('menu').getByText('Ada Lovelace')).toBeVisible()
    await page.keyboard.press('Escape')

    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toContainText("Browser's time zone")
    await zone.click()
    await page.keyboard.type('tokyo')
    await page.keyboard.press('Enter')
    await expect(zone).toContainText('Asia/Tokyo')
    const now = page.getByText("It's now").getByRole('time')
    await expect(now).toHaveAttribute('title', /GMT\+9$/)
    await page.goto('/tokens')
    await expect(page.getByRole('main').getByRole('time').first()).toHaveAttribute('title', /GMT\+9$/)
  })

  test('are accessible and do not scroll sideways', async ({ page }) => {
    await page.goto('/profile')
    await expect(page.getByText('User ID')).toBeVisible()
    await expectAccessible(page)
    await openSecurity(page)
    await change(page).click()
    await expect(page.getByText('Current password is required')).toBeVisible()
    await expectAccessible(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  })
})

test.describe('changing the password', () => {
  test('requires the current password, 8 characters and a matching confirmation', {
    tag: '@any-width',
  }, async ({ page }) => {
    let isCalled = false
    await page.route('**/api/user/change-password', (route) => {
      isCalled = true
      return route.abort()
    })
    await openSecurity(page)
    await expect(wanted(page)).toHaveAccessibleDescription('Must be at least 8 characters.')
    await change(page).click()
    await expect(current(page)).toBeFocused()
    await expect(current(page)).toHaveAccessibleDescription('Current password is required')
    await expect(wanted(page)).toHaveAccessibleDescription('New password must be at least 8 characters')
    await expect(again(page)).toHaveAccessibleDescription('Confirm password is required')

    await fill(page, { current: password, wanted: newPassword, again: `${newPassword}!` })
    await change(page).click()
    await expect(again(page)).toBeFocused()
    await expect(again(page)).toHaveAccessibleDescription('Passwords do not match')
    await wanted(page).fill(`${newPassword}!`)
    await expect(page.getByText('Passwords do not match')).toBeHidden()
    expect(isCalled).toBe(false)
  })

  test('shows a wrong current password at its field and changes nothing', { tag: '@any-width' }, async ({
    page,
    account,
    allowConsole,
  }) => {
    allowConsole(refusedChange)
    await openSecurity(page)
    await fill(page, { current: 'not the password', wanted: newPassword, again: newPassword })
    await change(page).click()
    await expect(current(page)).toBeFocused()
    await expect(current(page)).toHaveAccessibleDescription('The current password is wrong.')
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to change password' })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await expectAccessible(page)
    expect(await signInStatus(account.post, account.email, newPassword)).toBe(401)
    expect(await signInStatus(account.post, account.email, password)).toBe(200)
  })

  test('works with the keyboard, confirms for 5 seconds, and only the new password signs in', {
    tag: ['@any-width', '@core'],
  }, async ({ page, account }) => {
    await page.clock.install()
    await openSecurity(page)
    const request = page.waitForRequest('**/api/user/change-password')
    await page.getByRole('tab', { name: 'Security' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    // A button that shows the password follows each field.
    for (const field of [wanted, again]) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(field(page)).toBeFocused()
      await page.keyboard.type(newPassword)
    }
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('Enter')
    expect((await request).postDataJSON()).toEqual({ currentPassword: password, newPassword })

    await expect(banner(page)).toBeVisible()
    for (const field of [current, wanted, again]) await expect(field(page)).toHaveValue('')
    await page.clock.runFor(4900)
    await expect(banner(page)).toBeVisible()
    await page.clock.runFor(200)
    await expect(banner(page)).toBeHidden()

    expect(await signInStatus(account.post, account.email, password)).toBe(401)
    expect(await signInStatus(account.post, account.email, newPassword)).toBe(200)
  })

  test('changes it once for two clicks', { tag: '@any-width' }, async ({ page }) => {
    let calls = 0
    await page.route('**/api/user/change-password', (route) => {
      calls++
      return route.continue()
    })
    await openSecurity(page)
    await fill(page, { current: password, wanted: newPassword, again: newPassword })
    await change(page).dblclick()
    await expect(banner(page)).toBeVisible()
    await expect(current(page)).toHaveValue('')
    expect(calls).toBe(1)
  })

  test('confirms in a toast and ends every other session', { tag: '@any-width' }, async ({
    page,
    account,
  }) => {
    expect(await signInStatus(account.post, account.email, password)).toBe(200)
    await openSecurity(page)
    await expect(sessions(page)).toHaveCount(2)
    await fill(page, { current: password, wanted: newPassword, again: newPassword })
    await change(page).click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Password changed successfully' })
    await expect(toast).toContainText("You're signed out everywhere else.")
    await expect(sessions(page)).toHaveCount(1)
    await expectAccessible(page)
    await page.reload()
    await expect(sessions(page)).toHaveCount(1)
  })

  test('shows why it failed and keeps the input', { tag: '@any-width' }, async ({ page, allowConsole }) => {
    allowConsole(/503 .*\/api\/user\/change-password\)/)
    await page.route('**/api/user/change-password', (route) =>
      route.fulfill({
        status: 503,
        json: {
          message: 'The service cannot answer right now.',
          code: 'SERVICE_UNAVAILABLE',
          requestId: 'x',
        },
      }),
    )
    await openSecurity(page)
    await fill(page, { current: password, wanted: newPassword, again: newPassword })
    await change(page).click()
    const form = page.getByRole('region', { name: 'Change Password' })
    await expect(form.getByText('The service cannot answer right now.')).toBeVisible()
    await expect(current(page)).toHaveValue(password)
    await expectAccessible(page)
  })

  test('names the account and each field for password managers', { tag: '@any-width' }, async ({
    page,
    account,
  }) => {
    await openSecurity(page)
    await expect(page.locator('input[autocomplete="username"]')).toHaveValue(account.email)
    await expect(current(page)).toHaveAttribute('autocomplete', 'current-password')
    await expect(wanted(page)).toHaveAttribute('autocomplete', 'new-password')
    await expect(again(page)).toHaveAttribute('autocomplete', 'new-password')
  })
})

test.describe('sessions', () => {
  test('offers nothing to sign out with one browser', { tag: '@any-width' }, async ({ page }) => {
    await openSecurity(page)
    await expect(sessions(page)).toHaveCount(1)
    await expect(sessions(page)).toContainText('This device')
    await expect(page.getByText('Signed in here and nowhere else.')).toBeVisible()
    await expect(signOutElsewhere(page)).toBeDisabled()
  })

  test('signs out another browser but not this one', { tag: ['@any-width', '@core'] }, async ({
    page,
    account,
    browser,
    baseURL,
  }) => {
    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    const otherPage = await other.newPage()
    await signIn(otherPage, account.email, password)
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

    await openSecurity(page)
    await expect(sessions(page)).toHaveCount(2)
    await expect(sessions(page).filter({ hasText: 'This device' })).toHaveCount(1)
    await expect(sessions(page).filter({ hasText: /^Chrome on / })).toHaveCount(1)

    expect(await signInStatus(account.post, account.email, password)).toBe(200)
    await page.reload()
    await expect(sessions(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Sign out Unknown device' }).click()
    await expect(sessions(page)).toHaveCount(2)
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeFocused()

    await signOutElsewhere(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
    await expect(dialog).toContainText('1 other session will end immediately.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(signOutElsewhere(page)).toBeFocused()
    await expect(sessions(page)).toHaveCount(2)

    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible()
    await expect(sessions(page)).toHaveCount(1)
    await expect(sessions(page)).toContainText('This device')
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeFocused()
    await expect(signOutElsewhere(page)).toBeDisabled()

    await otherPage.goto('/profile')
    await expect(otherPage.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await other.close()
    await page.reload()
    await expect(sessions(page)).toHaveCount(1)
  })

  test('keeps the list and shows why signing out failed', { tag: '@any-width' }, async ({
    page,
    account,
    allowConsole,
  }) => {
    allowConsole(/503 .*\/api\/user\/sessions\)/)
    expect(await signInStatus(account.post, account.email, password)).toBe(200)
    await page.route('**/api/user/sessions', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 503,
            json: {
              message: 'The service cannot answer right now.',
              code: 'SERVICE_UNAVAILABLE',
              requestId: 'x',
            },
          })
        : route.continue(),
    )
    await openSecurity(page)
    await signOutElsewhere(page).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Failed to sign out everywhere else' })
    await expect(toast).toContainText('The service cannot answer right now.')
    await expect(sessions(page)).toHaveCount(2)
    await expect(signOutElsewhere(page)).toBeEnabled()
  })

  test('show loading and error states, and retry', { tag: '@any-width' }, async ({ page, allowConsole }) => {
    allowConsole(/503 .*\/api\/user\/sessions\)/)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/user/sessions', async (route) => {
      await answer.promise
      await route.fulfill({
        status: 503,
        json: {
          message: 'The service cannot answer right now.',
          code: 'SERVICE_UNAVAILABLE',
          requestId: 'x',
        },
      })
    })
    await page.goto('/profile?tab=security')
    await expect(page.getByText('Loading sessions')).toBeAttached()
    await expect(signOutElsewhere(page)).toBeDisabled()
    answer.resolve()
    await expect(page.getByText('Failed to load sessions')).toBeVisible()
    await expect(page.getByText('The service cannot answer right now.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/user/sessions')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sessions(page)).toContainText('This device')
  })

  test('shows what an empty list is for', { tag: '@any-width' }, async ({ page }) => {
    await page.route('**/api/user/sessions', (route) => route.fulfill({ json: [] }))
    await page.goto('/profile?tab=security')
    await expect(page.getByText('No sessions')).toBeVisible()
    await expectAccessible(page)
  })
})
