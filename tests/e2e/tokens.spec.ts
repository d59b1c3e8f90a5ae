import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  // A toast that is half faded in has no contrast yet.
  contextOptions: { reducedMotion: 'reduce' },
})

const card = (page: Page, name: string) => page.getByRole('main').getByRole('listitem', { name })

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Create New Token' }).first().click()
  return page.getByRole('dialog', { name: 'Create New API Token' })
}

test('makes a token, shows it once, and it works with the command beside it', async ({ page, baseURL }) => {
  await page.goto('/tokens')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  await expectAccessible(page)

  const form = await openForm(page)
  await form.getByRole('textbox', { name: 'Token name' }).fill('Checkout')
  await form.getByRole('combobox', { name: 'Expiration' }).click()
  await page.getByRole('option', { name: '90 Days' }).click()
  await form.getByRole('checkbox', { name: 'Tax Validation API Access' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Token' }).click()

  const created = page.getByRole('dialog', { name: 'API Token Created' })
  const field = created.getByRole('textbox', { name: 'API token' })
  await expect(field).toHaveValue(/^tp_live_[0-9A-Za-z]{36}$/)
  await expect(field).toHaveAttribute('readonly')
  await expectAccessible(page)
  await created.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(created.getByRole('button', { name: 'Copied to clipboard' })).toBeVisible()
  const token = await field.inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await expect(created.getByRole('region', { name: 'Your first call' })).toContainText(`Bearer ${token}`)
  const response = await fetch(`${baseURL}/api/tinproof/validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ countryCode: 'DE', tin: '136695976' }),
  })
  expect(response.status).toBe(200)

  await created.getByRole('button', { name: "I've Saved My Token" }).click()
  await expect(created).toBeHidden()
  await expect(card(page, 'Checkout')).toContainText('Tax Validation API Access')
  await expect(card(page, 'Checkout')).toContainText('Expires')
  await expect(page.getByText(token)).toBeHidden()
  await expectAccessible(page)
})

test('the token shown once does not go away by accident', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/tokens')
  const form = await openForm(page)
  await form.getByRole('textbox', { name: 'Token name' }).fill('Kept')
  await page.keyboard.press('Enter')
  const created = page.getByRole('dialog', { name: 'API Token Created' })
  await expect(created).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await expect(created).toBeVisible()
})

test('two clicks make one token', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/tokens')
  const form = await openForm(page)
  await form.getByRole('textbox', { name: 'Token name' }).fill('Only one')
  await form.getByRole('button', { name: 'Create Token' }).dblclick()
  await page.getByRole('button', { name: "I've Saved My Token" }).click()
  await expect(card(page, 'Only one')).toHaveCount(1)
  await page.reload()
  await expect(card(page, 'Only one')).toHaveCount(1)
})

test('a name of less than three characters is told at the field', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/tokens')
  const form = await openForm(page)
  await form.getByRole('textbox', { name: 'Token name' }).fill('ab')
  await form.getByRole('button', { name: 'Create Token' }).click()
  await expect(form.getByText('Token name must be at least 3 characters')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Token name' })).toBeFocused()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
})

test('deletes a token at once, and it stops working', async ({ page, baseURL, account }) => {
  const { token } = await account.newToken('Old service')
  await page.goto('/tokens')
  await card(page, 'Old service').getByRole('button', { name: 'Revoke Token' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke API token' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete Token' }).click()
  await expect(page.getByText('Token deleted')).toBeVisible()
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  const response = await fetch(`${baseURL}/api/tinproof/validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ countryCode: 'DE', tin: '136695976' }),
  })
  expect(response.status).toBe(401)
})

test('schedules a deletion and shows when the token goes', async ({ page, account }) => {
  await account.newToken('Leaving')
  await page.goto('/tokens')
  await card(page, 'Leaving').getByRole('button', { name: 'Revoke Token' }).click()
  await page.getByRole('radio', { name: /After 7 days/ }).click()
  await page.getByRole('button', { name: 'Schedule Deletion' }).click()
  await expect(page.getByText('Token scheduled for deletion')).toBeVisible()
  await expect(page.getByText('The API token will be deleted after 7 days.')).toBeVisible()
  await expect(card(page, 'Leaving')).toContainText('Will be deleted')
})

test('a deletion that fails puts the token back', { tag: '@any-width' }, async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  await account.newToken('Stays')
  await page.goto('/tokens')
  await page.route('**/api/tokens/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.', code: 'INTERNAL' } }),
  )
  await card(page, 'Stays').getByRole('button', { name: 'Revoke Token' }).click()
  await page.getByRole('button', { name: 'Delete Token' }).click()
  await expect(page.getByText('Failed to delete token')).toBeVisible()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await expect(card(page, 'Stays')).toBeVisible()
})

test('is disabled at the limit of ten', async ({ page, account }) => {
  for (let i = 1; i <= 10; i++) await account.newToken(`Service ${i}`)
  await page.goto('/tokens')
  await expect(page.getByText('10 of 10 used')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create New Token' })).toBeDisabled()
})

test('makes a token with the keyboard alone and gives the focus back', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/tokens')
  const create = page.getByRole('button', { name: 'Create New Token' }).first()
  await create.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Token name' })).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'API Token Created' })).toBeVisible()
  await page.getByRole('button', { name: "I've Saved My Token" }).press('Enter')
  await expect(card(page, 'By keyboard')).toBeVisible()
  await expect(create).toBeFocused()
})
