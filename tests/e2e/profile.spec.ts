import type { APIRequestContext, Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { confirmPassword, enterCredentials, isTooWide, openBrowser } from './steps.ts'

const newPassword = 'battery staple'

const current = (page: Page) => page.getByLabel('Current password')
const wanted = (page: Page) => page.getByLabel('New password', { exact: true })
const again = (page: Page) => page.getByLabel('Confirm new password')
const change = (page: Page) => page.getByRole('button', { name: 'Change Password' })
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const signOutElsewhere = (page: Page) => page.getByRole('button', { name: 'Sign Out Everywhere Else' })

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/profile?tab=security')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expect(sessions(page).first()).toBeVisible()
}

/** In another browser. */
async function signInStatus(request: APIRequestContext, email: string, secret: string): Promise<number> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  return (await request.post('/api/login', { headers, data: { email, password: secret } })).status()
}

test('shows the account, and changes the name and the time zone', async ({ page, account }) => {
  await account.newToken('Checkout')
  await page.goto('/profile')
  await expect(page.getByRole('tab', { name: 'Profile Information' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^\d+$/ })).toBeVisible()
  await expect(page.getByText('Member', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^Admin in / })).toBeVisible()
  await expectAccessible(page)
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
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('tokyo')
  await page.keyboard.press('Enter')
  await expect(zone).toContainText('Asia/Tokyo')
  const now = page.getByText("It's now").getByRole('time')
  await expect(now).toHaveAttribute('title', /GMT\+9$/)
  await page.goto('/tokens')
  await expect(page.getByRole('main').getByRole('time').first()).toHaveAttribute('title', /GMT\+9$/)

  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Profile Information' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Security' })).toBeFocused()
  await expect(page).toHaveURL('/profile?tab=security')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await change(page).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expectAccessible(page)
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('tab', { name: 'Security' }).press('ArrowLeft')
  await expect(page).toHaveURL('/profile')
})

test('changes the password with the keyboard, which ends every other session', {
  tag: '@any-width',
}, async ({ page, account, allowConsole, request }) => {
  allowConsole(/422 .*\/api\/user\/change-password\)/)
  expect(await signInStatus(request, account.email, password)).toBe(200)
  await openSecurity(page)
  await expect(sessions(page)).toHaveCount(2)
  const enter = async (currentPassword: string) => {
    await current(page).focus()
    await page.keyboard.type(currentPassword)
    // A button that shows the password follows each field.
    for (const field of [wanted, again]) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(field(page)).toBeFocused()
      await field(page).fill('')
      await page.keyboard.type(newPassword)
    }
    await page.keyboard.press('Enter')
  }
  await enter('not the password')
  await expect(current(page)).toBeFocused()
  await expect(current(page)).toHaveAccessibleDescription('The current password is wrong.')
  await expect(toast(page, 'Failed to change password')).toBeVisible()
  await expectAccessible(page)
  expect(await signInStatus(request, account.email, newPassword)).toBe(401)
  await page.reload()
  await enter(password)
  await expect(toast(page, 'Password changed successfully')).toContainText(
    "You're signed out everywhere else.",
  )
  await expect(sessions(page)).toHaveCount(1)
  await expectAccessible(page)
  await page.reload()
  await expect(sessions(page)).toHaveCount(1)
  expect(await signInStatus(request, account.email, password)).toBe(401)
  expect(await signInStatus(request, account.email, newPassword)).toBe(200)
})

test('signs out another browser but not this one', { tag: '@any-width' }, async ({
  page,
  account,
  browser,
  request,
  allowConsole,
}) => {
  allowConsole(/403 .*\/api\/user\/sessions\//)
  const { page: otherPage, context: other } = await openBrowser(browser)
  await otherPage.goto('/auth')
  await enterCredentials(otherPage, account.email, password)
  await expect(otherPage.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await openSecurity(page)
  await expect(sessions(page)).toHaveCount(2)
  await expect(sessions(page).filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(sessions(page).filter({ hasText: /^Chrome on / })).toHaveCount(1)

  expect(await signInStatus(request, account.email, password)).toBe(200)
  await page.reload()
  await expect(sessions(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out Unknown device' }).click()
  await confirmPassword(page)
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
  await expect(otherPage).toHaveURL('/auth')
  await other.close()
  await page.reload()
  await expect(sessions(page)).toHaveCount(1)
})
