import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { tinField, validate } from './dashboard-page.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { isTooWide } from './steps.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
})

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test.describe('validating a tax ID', () => {
  test('validates: result, reason and every section, as JSON, and an invalid number', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('No calls yet')).toBeVisible()
    await expectAccessible(page)
    expect(await isTooWide(page)).toBe(false)
    await validate(page, 'Germany', '136695976')
    await expect(page.getByText('Validation Complete')).toBeVisible()
    await expect(page.getByText(/^Valid German VAT/)).toBeVisible()
    await expect(page.getByText('VIES lists this number as registered').first()).toBeVisible()
    const sections = [
      'Request Info',
      'Validation Results',
      'TIN Information',
      'Entity Information',
      'Warnings',
      'Errors',
      'Additional Information',
    ]
    for (const name of sections) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    const checks = page.getByRole('region', { name: 'Validation Results' }).getByRole('definition')
    await expect(checks).toContainText(['Valid', 'Valid', 'Confirmed'])
    await expect(page.getByRole('region', { name: 'API Quota Remaining' })).toContainText('99')
    const latest = page.getByRole('table', { name: 'Latest calls' })
    await expect(latest).toContainText(/DE136695976.*VIES lists this number/)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'JSON View' }).click()
    const json = page.getByRole('region', { name: 'Result as JSON' })
    await expect(json).toContainText('"countryCode": "DE"')
    await page.getByRole('button', { name: 'Copy Result' }).click()
    await expect(page.getByText('Copied', { exact: true })).toBeVisible()
    expect(JSON.parse(await clipboard(page))).toMatchObject({
      countryCode: 'DE',
      validation: { overall: { isValid: true } },
    })
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Table View' }).click()
    await expect(page.getByRole('heading', { name: 'Request Info' })).toBeVisible()

    await validate(page, 'Germany', 'DE DE136695976')
    await expect(page.getByText(/^Not a valid German/)).toBeVisible()
    await expect(page.getByText('Invalid', { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Use / }).click()
    await expect(page.getByText(/^Valid German VAT/)).toBeVisible()
    await expect(latest.getByRole('row')).toHaveCount(4)
    await page.getByRole('link', { name: 'See all activity' }).click()
    const calls = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row')
    await expect(calls).toHaveCount(4)
  })

  test('finds the country of a number, and keeps form and result', async ({ page }) => {
    const country = page.getByRole('combobox', { name: 'Country' })
    const result = page.getByText(/^Valid Belgian/)
    await page.goto('/')
    await tinField(page).fill('BE0403019261')
    await expect(country).toHaveText('BE - Belgium')
    await expect(country).toHaveAccessibleDescription('Detected from the number.')
    await page.keyboard.press('Enter')
    await expect(result).toBeInViewport()
    await expect(page.locator(':focus')).toBeInViewport()
    await page.reload()
    await expect(result).toBeVisible()
    await expect(tinField(page)).toHaveValue('BE0403019261')
    await page.getByRole('link', { name: 'Register status' }).click()
    await expect(result).toBeHidden()
    expect(page.url()).not.toContain('0403019261')
    await page.goBack()
    await expect(result).toBeVisible()
    await expect(country).toHaveText('BE - Belgium')
    await tinField(page).fill('FR40303265045')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Valid French VAT/)).toBeVisible()
    await tinField(page).fill('136695976')
    const candidates = page.getByRole('list', { name: 'Countries that fit' })
    await expect(candidates).toBeVisible()
    await expectAccessible(page)
    await candidates.getByRole('button', { name: 'Germany' }).click()
    await expect(tinField(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Valid German VAT/)).toBeVisible()

    await validate(page, 'Germany', 'FR 40 303 265 045')
    await expect(page.getByText('Did you mean a number from France?')).toBeVisible()
    await page.getByRole('button', { name: 'Use FR 40 303 265 045' }).click()
    await expect(country).toHaveText('FR - France')
    await expect(page.getByText(/^Valid French VAT/)).toBeVisible()
    await validate(page, 'Bermuda', '12345')
    await expect(page.getByText("This Bermudian tax ID wasn't checked")).toBeVisible()
    await expect(page.getByText(/^Bermuda doesn't issue tax IDs\./).first()).toBeVisible()
    await expect(page.getByText('Not Attempted')).toHaveCount(2)
  })

  test('opens after one Retry when the API answers again', async ({ page, allowConsole }) => {
    allowConsole(/503 .*\/api\//)
    const retry = page.getByRole('button', { name: 'Retry' })
    await page.goto('/')
    await expect(page.getByText('No calls yet')).toBeVisible()
    for (const failing of ['**/api/**', /\/api\/(?!user$)/]) {
      await page.route(failing, (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto('/')
      await expect(retry.first()).toBeVisible()
      await page.unroute(failing)
      await retry.first().click()
      await expect(page.getByText('No calls yet')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Organization Details' })).toContainText(
        '100 validations',
      )
      await expect(retry).toHaveCount(0)
    }
  })
})
