import type { Locator, Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { paddleOf, subscribe } from './subscribe.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Billing', exact: true })
const button = (page: Page, name: string) => card(page).getByRole('button', { name })
const settings = (page: Page) => page.getByRole('region', { name: 'Organization Settings' })
const valueIn = (place: Locator, term: string) => place.locator(`dt:text-is("${term}") + dd`)
const value = (page: Page, term: string) => valueIn(card(page), term)

test('upgrades from PRO to ENTERPRISE for the price shown', { tag: ['@any-width', '@core'] }, async ({
  page,
  account,
  fakes,
}) => {
  await subscribe(fakes, account)
  await page.goto('/organization#billing')
  await expect(card(page)).toBeInViewport({ ratio: 0.5 })
  await expect(value(page, 'Status')).toHaveText('Active')
  await expect(value(page, 'Plan')).toContainText('$49 a month, 1,000 validations')
  await expect(value(page, 'Next charge')).toContainText('$49.00 on ')
  await expect(value(page, 'Payment method')).toHaveText('Visa ending in 4242, expires 12/2030')

  await button(page, 'Change Plan').click()
  const change = page.getByRole('dialog', { name: 'Change to Enterprise' })
  await expect(change).toContainText('You get 10,000 validations a month immediately.')
  const due = valueIn(change, 'Due today')
  // Nearly the whole difference, because the period just began.
  await expect(due).toHaveText(/^\$(99\.9\d|100\.00)$/)
  const amount = await due.innerText()
  await expect(valueIn(change, 'Next charge')).toContainText('$149.00 on ')
  await change.getByRole('button', { name: `Pay ${amount} and Change` }).dblclick()
  await expect(toast(page, 'Plan changed')).toContainText('Your organization is now on the Enterprise plan.')
  await expect(change).toBeHidden()
  await expect(button(page, 'Change Plan')).toBeFocused()
  await expect(value(page, 'Plan')).toContainText('$149 a month, 10,000 validations')
  await expect(settings(page)).toContainText('Enterprise')

  await paddleOf(fakes).deliverWebhooks()
  await page.reload()
  const invoices = card(page).getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  await expect(invoices).toHaveCount(2)
  await expect(invoices.first()).toContainText(amount)
  const opened = page.waitForEvent('popup')
  const read = page.context().waitForEvent('response', (response) => response.url().endsWith('.pdf'))
  await invoices
    .first()
    .getByRole('button', { name: /^Invoice/ })
    .click()
  expect((await read).headers()['content-type']).toBe('application/pdf')
  await (await opened).close()
})

test('cancels at the end of the period, and undoes that', { tag: ['@any-width', '@core'] }, async ({
  page,
  account,
  fakes,
}) => {
  await subscribe(fakes, account)
  await page.goto('/organization')
  await button(page, 'Cancel Subscription').click()
  const cancel = page.getByRole('alertdialog', { name: 'Cancel Pro?' })
  await expect(cancel).toContainText(/You keep Pro until \w{3} \d+, \d{4}\./)
  await cancel.getByRole('button', { name: 'Keep Pro' }).click()
  await expect(button(page, 'Cancel Subscription')).toBeFocused()
  await button(page, 'Cancel Subscription').click()
  await cancel.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toast(page, 'Subscription canceled')).toBeVisible()
  await expect(value(page, 'Status')).toHaveText(/^Cancels on \w{3} \d+, \d{4}$/)
  await expect(value(page, 'Next charge')).toHaveText('None')
  await expect(button(page, 'Change Plan')).toHaveCount(0)

  await paddleOf(fakes).deliverWebhooks()
  await page.reload()
  await button(page, 'Undo Cancellation').click()
  await expect(toast(page, 'Cancellation undone')).toBeVisible()
  await expect(value(page, 'Status')).toHaveText('Active')
  await expect(value(page, 'Next charge')).toContainText('$49.00 on ')
})

test('shows plan and status to members, and the rest to admins only', { tag: '@any-width' }, async ({
  page,
  context,
  account,
  fakes,
}) => {
  await page.goto('/organization')
  await expect(card(page)).toContainText('100 validations a month, at no charge.')
  await expect(card(page).getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/products')

  await subscribe(fakes, account)
  const member = await account.colleague('member')
  await context.clearCookies()
  await member.signIn(context)
  await page.addInitScript((id) => localStorage.setItem('selectedOrganizationId', id), account.organizationId)
  await page.goto('/organization')
  await expect(value(page, 'Plan')).toContainText('Pro')
  await expect(value(page, 'Status')).toHaveText('Active')
  await expect(card(page)).toContainText('Only admins can change the plan or see invoices.')
  await expect(card(page).getByRole('button')).toHaveCount(0)
  await expect(card(page)).not.toContainText('4242')
})

test('asks for another card after a failed renewal', { tag: '@any-width' }, async ({
  page,
  account,
  fakes,
}) => {
  const id = await subscribe(fakes, account)
  await paddleOf(fakes).failRenewal(id)
  await paddleOf(fakes).deliverWebhooks()
  await page.goto('/organization')
  await expect(value(page, 'Status')).toHaveText('Past due')
  await expect(card(page)).toContainText(/Update the payment method by \w{3} \d+, \d{4}, or/)
  await expect(button(page, 'Change Plan')).toHaveCount(0)
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await button(page, 'Update Payment Method').click()
  const portal = await opened
  await portal.getByRole('button', { name: 'Use another card' }).click()
  await expect(portal.getByText('Card: mastercard ending in 5556')).toBeVisible()
  await portal.close()
  await paddleOf(fakes).deliverWebhooks()
  await page.reload()
  await expect(value(page, 'Status')).toHaveText('Active')
  await expect(value(page, 'Payment method')).toHaveText('Mastercard ending in 5556, expires 12/2030')
})

test('passes company and address to Paddle', { tag: '@any-width' }, async ({ page, account, fakes }) => {
  await subscribe(fakes, account)
  await page.goto('/organization')
  await button(page, 'Add Billing Details').click()
  const dialog = page.getByRole('dialog', { name: 'Billing Details' })
  await expectAccessible(page)
  await dialog.getByLabel('Company name').fill('Ada Analytics GmbH')
  await dialog.getByLabel('Address').fill('Unter den Linden 77')
  await dialog.getByLabel('City').fill('Berlin')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Country')).toHaveAccessibleDescription('Select a country')
  await dialog.getByLabel('Country').click()
  await page.keyboard.type('Germany')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Postal code')).toHaveAccessibleDescription('Enter the postal code')
  await dialog.getByLabel('Postal code').fill('10117')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Billing details saved')).toBeVisible()
  await page.reload()
  await expect(card(page)).toContainText('Ada Analytics GmbH')
  await expect(card(page)).toContainText('Berlin 10117')
  const { businesses } = await paddleOf(fakes).account()
  expect(Object.values(businesses).map(({ name }) => name)).toContain('Ada Analytics GmbH')
})
