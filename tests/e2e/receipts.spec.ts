import { test } from './account-fixture.ts'
import { validate } from './dashboard-page.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { isTooWide, openBrowser } from './steps.ts'

test('shares a result as a page for anyone with the link, until it is deleted', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/404 .*\/api\/receipts\/open\)|401 .*\/api\/(user|organization)/)
  await page.goto('/')
  await validate(page, 'Germany', '136695976')
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Receipt' })
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const link = await dialog.getByLabel('Link').inputValue()
  expect(link).toMatch(new RegExp(`^${baseURL}/receipt#[0-9A-Za-z]{32}$`))
  await expectAccessible(page)

  const { page: receipt, context: visitor } = await openBrowser(browser)
  const requested: string[] = []
  receipt.on('request', (request) => requested.push(request.url()))
  await receipt.goto(link)
  await expect(receipt.getByRole('heading', { name: 'Tax ID validation receipt' })).toBeVisible()
  await expect(receipt.getByText('DE136695976').first()).toBeVisible()
  expect(await isTooWide(receipt)).toBe(false)
  await expectAccessible(receipt)
  expect(requested.filter((url) => url.includes(link.split('#')[1] ?? ''))).toEqual([])
  await receipt.emulateMedia({ media: 'print' })
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(receipt.getByText(/^Reference /)).toBeVisible()

  await dialog.getByRole('link', { name: 'Manage shared receipts' }).click()
  await expect(page).toHaveURL('/receipts')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete the receipt for DE136695976' }).click()
  // The list changes before the server has deleted the receipt.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Delete Receipt' }).click()
  await expect(page.getByText('No shared receipts')).toBeVisible()
  await deleted
  await receipt.emulateMedia({ media: 'screen' })
  await receipt.reload()
  await expect(receipt.getByText("This receipt isn't available")).toBeVisible()
  await visitor.close()
})
