import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { confirmPassword, statusOfCall } from './steps.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
})

const card = (page: Page, name: string) => page.getByRole('main').getByRole('listitem', { name })

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Create New Token' }).first().click()
  return page.getByRole('dialog', { name: 'Create New API Token' })
}

test('creates a token, shows it once, and its curl command works', async ({ page, allowConsole }) => {
  allowConsole(/403 .*\/api\/tokens\)/)
  await page.goto('/tokens')
  await expect(page.getByText('No API tokens yet')).toBeVisible()

  const form = await openForm(page)
  await form.getByRole('textbox', { name: 'Token name' }).fill('Checkout')
  await form.getByRole('combobox', { name: 'Expiration' }).click()
  await page.getByRole('option', { name: '90 Days' }).click()
  await form.getByRole('checkbox', { name: 'Tax Validation API Access' }).check()
  await form.getByRole('button', { name: 'Create Token' }).click()
  await confirmPassword(page)

  const created = page.getByRole('dialog', { name: 'API Token Created' })
  const field = created.getByRole('textbox', { name: 'API token' })
  await expect(field).toHaveValue(/^tp_live_[0-9A-Za-z]{52}$/)
  await expect(field).toHaveAttribute('readonly')
  await created.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(created.getByRole('button', { name: 'Copied to clipboard' })).toBeVisible()
  const token = await field.inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await expect(created.getByRole('region', { name: 'Your first call' })).toContainText(`Bearer ${token}`)
  expect(await statusOfCall(token)).toBe(200)

  await created.getByRole('button', { name: "I've Saved My Token" }).click()
  await expect(created).toBeHidden()
  await expect(card(page, 'Checkout')).toContainText('Tax Validation API Access')
  await expect(card(page, 'Checkout')).toContainText('Expires')
  await expect(page.getByText(token)).toBeHidden()
  await card(page, 'Checkout').getByRole('button', { name: 'Copy masked token Checkout' }).click()
  await expect(card(page, 'Checkout').getByText('Copied')).toBeAttached()
  await expectAccessible(page)
})

test('rotates a token in two clicks, then deletes it at once, and both secrets stop working', {
  tag: '@any-width',
}, async ({ page, context, account }) => {
  const { token: old } = await account.newToken('Old service')
  const otherTab = await context.newPage()
  await otherTab.goto('/tokens')
  await page.goto('/tokens')
  await card(page, 'Old service').getByRole('button', { name: 'Rotate…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate Token' }).click()
  const rotated = page.getByRole('dialog', { name: 'API Token Rotated' })
  const token = await rotated.getByRole('textbox', { name: 'API token' }).inputValue()
  await expectAccessible(page)
  await rotated.getByRole('button', { name: "I've Saved My Token" }).click()
  await expect(card(page, 'Old service')).toContainText('Works until')
  await expectAccessible(page)
  expect([await statusOfCall(old), await statusOfCall(token)]).toEqual([200, 200])
  await card(page, 'Old service').getByRole('button', { name: 'Revoke Token' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke API Token' })
  await dialog.getByRole('button', { name: 'Delete Token' }).click()
  await expect(page.getByText('Token deleted')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  expect([await statusOfCall(old), await statusOfCall(token)]).toEqual([401, 401])
  await expect(card(otherTab, 'Old service')).toBeVisible()
  await otherTab.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(otherTab.getByText('No API tokens yet')).toBeVisible()
})
