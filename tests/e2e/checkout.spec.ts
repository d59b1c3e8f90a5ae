import type { Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { enterCredentials } from './steps.ts'
import { checkoutData } from './subscribe.ts'

const paddle = (page: Page) => page.frameLocator('iframe[title="Paddle Checkout"]')
const paddleButton = (page: Page, name: string) => paddle(page).getByRole('button', { name, exact: true })
const pay = (page: Page) => paddleButton(page, 'Pay').click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const tierCard = (page: Page) => page.getByRole('region', { name: 'Service Tier' })

test('buys PRO for a file that exceeds the quota, comes back to it, and never pays twice', {
  tag: '@core',
}, async ({ page, fakes, account }) => {
  await account.spend(99)
  await page.goto('/')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'kunden.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('USt-IdNr.;Kunde;Notiz\nDE136695976;Acme;a\nFR40303265045;Autre;b'),
  })
  const preview = page.getByRole('form', { name: 'Preview' })
  await expect(preview).toContainText('This batch exceeds your quota')
  await preview.getByRole('combobox', { name: 'Your ID' }).click()
  await page.getByRole('option', { name: 'Notiz' }).click()
  await preview.getByRole('textbox', { name: 'Name' }).fill('Customers')
  await preview.getByRole('link', { name: 'See Pricing Plans' }).click()
  await expect(page.getByRole('link', { name: 'Back to kunden.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL('/checkout?plan=PRO')
  await expect(heading(page, 'Complete your payment')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1,000 validations per month')
  await paddleButton(page, 'Pay with a declined card').click()
  await expect(paddle(page).getByRole('alert')).toContainText('declined')
  await pay(page)
  await expect(heading(page, 'Upgrade Successful!')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page)

  await page.reload()
  await expect(heading(page, 'Upgrade Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Continue to Dashboard' }).click()
  await expect(page.getByText('Upgrade Successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(tierCard(page)).toContainText('Pro')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to kunden.csv' }).click()
  await expect(preview.getByRole('combobox', { name: 'Your ID' })).toHaveText('Notiz')
  await expect(preview.getByRole('textbox', { name: 'Name' })).toHaveValue('Customers')
  await expect(preview.getByRole('button', { name: 'Start Batch' })).toBeEnabled()
  await page.getByRole('button', { name: 'Choose Other Rows' }).click()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Back to kunden.csv' })).toBeHidden()
  await page.goBack()
  await expect(heading(page, 'Upgrade Successful!')).toBeVisible()

  await page.goto('/products')
  await expect(page.getByRole('link', { name: 'Choose Plan' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeDisabled()
  await page.getByRole('link', { name: 'Upgrade to Enterprise' }).click()
  await expect(page.getByRole('dialog', { name: 'Change to Enterprise' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/organization/billing')
  const { transactions } = await fakes.paddle('test').account()
  const sold = Object.values(transactions).filter(
    ({ custom_data: data }) => data?.organizationId === account.organizationId,
  )
  expect(sold.map(({ status }) => status)).toEqual(['completed'])
})

test('explains a blocked payment script, then buys ENTERPRISE in the page', {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(/ERR_BLOCKED_BY_CLIENT/)
  await page.route('**/paddle.js', (route) => route.abort('blockedbyclient'), { times: 1 })
  await page.goto('/checkout?plan=PRO')
  await expect(heading(page, 'Failed to start checkout')).toBeVisible()
  await expect(page.getByText('ad blocker')).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(paddleButton(page, 'Pay')).toBeEnabled()
  await page.goto('/checkout-embedded?plan=ENTERPRISE')
  await expect(page.getByText('10,000 validations per month')).toBeVisible()
  await pay(page)
  await expect(heading(page, 'Upgrade Successful!')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/subscription/success')
  await expect(heading(page, 'Subscription Activated')).toBeVisible()
  await expect(page.getByText('10,000 monthly API requests')).toBeVisible()
  await expectAccessible(page)
})

test("opens the payment of a link in Paddle's emails", { tag: '@any-width' }, async ({
  page,
  fakes,
  account,
}) => {
  const customData = await checkoutData(account)
  const { id } = await fakes
    .paddle('test')
    .checkout({ plan: 'PRO', email: account.email, customData, until: 'ready' })
  await page.goto(`/checkout?_ptxn=${id}`)
  await expect(heading(page, 'Complete your payment')).toBeVisible()
  await expect(page).toHaveURL('/checkout')
  await paddleButton(page, 'Close').click()
  await expect(heading(page, 'Payment not completed')).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await pay(page)
  await expect(heading(page, 'Payment received')).toBeVisible()
  await expectAccessible(page)
})

test('keeps the plan of a visitor, and starts again after an error', {
  tag: '@any-width',
}, async ({ page, context, account, allowConsole }) => {
  allowConsole(/401 .*\/api\/(user|organization)/)
  await context.clearCookies()
  await page.goto('/checkout')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose Enterprise' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('Authentication required')).toBeVisible()
  await enterCredentials(page, account.email, password)
  await expect(page).toHaveURL('/checkout?plan=ENTERPRISE')
  await paddleButton(page, 'Cause an error').click()
  await expect(heading(page, 'Checkout error occurred')).toBeVisible()
  await expect(page.getByText('Checkout Error', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await paddleButton(page, 'Close').click()
  await expect(toast(page, 'Payment not completed')).toContainText('Nothing was charged.')
  await expect(page).toHaveURL('/dashboard')
  await expect(tierCard(page)).toContainText('Free')
})

test('plays a payment on the demo page', { tag: '@any-width' }, async ({
  page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/401 .*\/api\/(user|organization)|422 .*\/api\/paddle\/demo-payment\)/)
  await context.clearCookies()
  await page.goto('/paddle-demo')
  await expect(page.getByText('No real payment is made')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByRole('alert').getByText('Transaction verification failed')).toBeVisible()
  await page.getByLabel('Organization ID').fill(account.organizationId)
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(heading(page, 'Demo payment complete')).toBeVisible()
})
