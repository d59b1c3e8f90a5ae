import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

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
  return await readFile(await file.path(), 'utf8')
}

test('validates a file: preview, progress, results, downloads, deletion', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/batches')
  const start = page.getByRole('region', { name: 'New Batch' })
  await expect(page.getByText('No batches yet')).toBeVisible()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'photo.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  })
  await expect(start.getByRole('alert')).toContainText('This file type is not supported. Use CSV or XLSX.')

  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'Kunden.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await expect(start.getByRole('definition')).toHaveText(['4', '1', '1', '2 validations', '100'])
  await expect(start.getByRole('combobox', { name: 'Tax ID' })).toHaveText('USt-IdNr.')
  await expect(start.getByRole('combobox', { name: 'Your ID' })).toHaveText('Kundennummer')
  await expect(start.getByRole('textbox', { name: 'Name' })).toHaveValue('Kunden')
  await expectAccessible(page)

  await start.getByRole('checkbox', { name: 'Check the official registers' }).uncheck()
  await start.getByRole('button', { name: 'Start Batch' }).click()
  await expect(page).toHaveURL(/\/batches\/batch_\w{22}$/)
  const progress = page.getByRole('region', { name: 'Kunden' })
  await expect(progress.getByText('Completed', { exact: true })).toBeVisible()
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '4 of 4 rows')
  await page.reload()
  await expect(results(page)).toHaveCount(5)
  await expect(progress).toContainText('Cost: 2 validations. 1 duplicate for free.')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Invalid 1' }).click()
  await expect(results(page)).toHaveCount(2)
  await expect(results(page).last()).toContainText('136695975')
  expect((await download(page, 'CSV')).split('\r\n')).toHaveLength(3)
  await page.getByRole('button', { name: 'Unknown 0' }).click()
  await expect(page.getByText('No rows match this filter')).toBeVisible()
  await page.getByRole('button', { name: 'Show All' }).click()
  const rows: unknown = JSON.parse(await download(page, 'JSON'))
  expect(rows).toMatchObject([
    { line: 2, verdict: 'valid', customId: 'K-1' },
    { line: 3, verdict: 'invalid' },
    { line: 4, verdict: 'valid' },
    { line: 5, verdict: 'unreadable' },
  ])

  await page.getByRole('button', { name: 'Delete Batch' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Batch' }).click()
  await expect(page).toHaveURL(/\/batches$/)
  await expect(page.getByText('No batches yet')).toBeVisible()
})
