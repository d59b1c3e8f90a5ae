import { readFile } from 'node:fs/promises'
import { test } from './account-fixture.ts'
import { validate } from './dashboard-page.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { isTooWide, openBrowser } from './steps.ts'

test('keeps a record that a stranger verifies by its link, until it is deleted', async ({
  page,
  browser,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/404 .*\/api\/(records\/open|tinproof\/records\/)|401 .*\/api\/(user|organization)/)
  await page.goto('/')
  await validate(page, 'Germany', '136695976')
  await page.getByRole('button', { name: 'Keep a Record' }).click()
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('link', { name: 'View Record' }).click()
  await expect(page).toHaveURL(/\/records\/record_[0-9A-Za-z]{22}$/)
  await page.getByRole('button', { name: 'Verify This Record' }).click()
  await expect(page.getByText(/^Verified\. Tinproof signed exactly this on/)).toBeVisible()
  await page.getByRole('button', { name: 'Create Link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(new RegExp(`^${baseURL}/record#[0-9A-Za-z]{32}$`))
  expect(await isTooWide(page)).toBe(false)
  await expectAccessible(page)

  const { page: record, context: visitor } = await openBrowser(browser)
  const requested: string[] = []
  record.on('request', (request) => requested.push(request.url()))
  await record.goto(link)
  await expect(record.getByRole('heading', { name: 'Tax ID validation record' })).toBeVisible()
  await expect(record.getByText('DE136695976').first()).toBeVisible()
  await record.getByRole('button', { name: 'Verify This Record' }).click()
  await expect(record.getByText(/^Verified\. Tinproof signed exactly this on/)).toBeVisible()
  expect(await isTooWide(record)).toBe(false)
  await expectAccessible(record)
  expect(requested.filter((url) => url.includes(link.split('#')[1] ?? ''))).toEqual([])
  const saved = record.waitForEvent('download')
  await record.getByRole('button', { name: 'Download JSON' }).click()
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(file).toMatchObject({ record: { response: { tin: '136695976' } }, jws: expect.any(String) })
  // Somebody who shows another result under the same signature.
  await record.route('**/api/records/open', async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('"name":"', '"name":"Not ')
    await route.fulfill({ response, body: text })
  })
  await record.reload()
  await record.getByRole('button', { name: 'Verify This Record' }).click()
  await expect(record.getByText(/^Not verified\./)).toBeVisible()
  await record.unroute('**/api/records/open')
  await record.reload()
  await record.evaluate(() => {
    crypto.subtle.importKey = () => Promise.reject(new DOMException('Unknown name', 'NotSupportedError'))
  })
  await record.getByRole('button', { name: 'Verify This Record' }).click()
  await expect(record.getByText("This record couldn't be verified")).toBeVisible()
  await expect(record.getByText(/^Not verified\./)).toBeHidden()
  await record.reload()
  await record.emulateMedia({ media: 'print' })
  await expect(record.getByText(/^Record: record_/)).toBeVisible()
  await expect(record.getByText(link)).toBeVisible()
  await expect(record.getByText('What this record shows')).toBeVisible()
  await expect(record.getByRole('button', { name: 'Print' })).toBeHidden()

  await page.getByRole('link', { name: 'All Records' }).click()
  await page.getByRole('searchbox', { name: 'Number, name or reference' }).fill('DE 136 695 976')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=/)
  await expectAccessible(page)
  await page.getByRole('table', { name: 'Records' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Delete Record' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Record' }).click()
  await expect(page.getByText('No records yet')).toBeVisible()
  await record.emulateMedia({ media: 'screen' })
  await record.reload()
  await expect(record.getByText("This record isn't available")).toBeVisible()
  await visitor.close()
})
