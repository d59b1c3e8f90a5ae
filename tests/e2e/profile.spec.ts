import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { isTooWide } from './steps.ts'

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
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expectAccessible(page)
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('tab', { name: 'Security' }).press('ArrowLeft')
  await expect(page).toHaveURL('/profile')
})
