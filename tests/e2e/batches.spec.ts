import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'

const csv = [
  'Land;USt-IdNr.;Firma;Kundennummer',
  'DE;136695976;Acme;K-1',
  'DE;136695975;Wrong digit;K-2',
  'DE;136 695 976;Again;K-3',
  ';;Nothing;K-4',
].join('\n')

const results = (page: Page) => page.getByRole('table', { name: 'Results' }).getByRole('row')
const download = async (page: Page, format: string) => {
  await page.getByRole('button', { name: 'Download' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('validates a file: preview, progress, results, downloads, deletion', {
  tag: ['@any-width', '@core'],
}, async ({ page }) => {
  await page.goto('/batches')
  const start = page.getByRole('region', { name: 'New Batch' })
  await expect(page.getByText('No batches yet')).toBeVisible()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'photo.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  })
  await expect(start.getByRole('alert')).toContainText("This file type isn't supported. Use CSV or XLSX.")

  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'Kunden.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await expect(start.getByRole('definition')).toHaveText(['4', '1', '1', '2 validations', '100'])
  await expect(start.getByRole('combobox', { name: 'Tax ID' })).toHaveText('USt-IdNr.')
  await expect(start.getByRole('combobox', { name: 'Your ID' })).toHaveText('Kundennummer')
  await expect(start.getByRole('textbox', { name: 'Name' })).toHaveValue('Kunden')
  await expect(start.getByText('Estimated time: a few seconds')).toBeVisible()
  await expectAccessible(page)
  await start.getByRole('combobox', { name: 'Company name' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect(start.getByRole('columnheader', { name: 'Firma', exact: true })).toBeVisible()

  await start.getByRole('checkbox', { name: 'Check the official registers' }).uncheck()
  await start.getByRole('button', { name: 'Start Batch' }).click()
  await expect(page).toHaveURL(/\/batches\/batch_\w{22}$/)
  const progress = page.getByRole('region', { name: 'Kunden' })
  await expect(progress.getByText('Completed', { exact: true })).toBeVisible()
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '4 of 4 rows')
  await expect(results(page)).toHaveCount(5)

  const [{ name: organization }] = await (await page.request.get('/api/user/organizations')).json()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveText([/^All\s*4$/])
  await expect(page.getByText('Skip to content')).toBeHidden()
  await expect(progress.getByRole('progressbar')).toHaveCSS('print-color-adjust', 'exact')
  await expect(page.getByRole('main').getByText(organization, { exact: true })).toBeVisible()
  await page.emulateMedia({ media: null })
  await expect(progress).toContainText('Cost: 2 validations. 1 duplicate for free.')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Invalid 1' }).click()
  await expect(results(page)).toHaveCount(2)
  await expect(results(page).last()).toContainText('136695975')
  const invalid = await download(page, 'CSV')
  expect(invalid.name).toMatch(/^tinproof-batch_\w{22}-invalid\.csv$/)
  expect(invalid.text.split('\r\n')).toHaveLength(3)
  await page.goto(`${page.url().split('?')[0]}?result=unconfirmed`)
  await expect(page.getByText('No rows match this filter')).toBeVisible()
  await page.getByRole('button', { name: 'Show All' }).click()
  const all = await download(page, 'JSON')
  expect(all.name).toMatch(/^tinproof-batch_\w{22}\.json$/)
  const rows: unknown = JSON.parse(all.text)
  expect(rows).toMatchObject([
    { line: 2, result: 'format_only', customId: 'K-1' },
    { line: 3, result: 'invalid' },
    { line: 4, result: 'format_only' },
    { line: 5, result: 'unreadable' },
  ])

  await page.getByRole('button', { name: 'Delete Batch' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Batch' }).click()
  await expect(page).toHaveURL(/\/batches$/)
  await expect(page.getByText('No batches yet')).toBeVisible()
})
