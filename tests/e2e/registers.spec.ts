import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { validate } from './dashboard-page.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
})

const namespace = 'test'

const tag = '@any-width'
const settings = (page: Page) => page.getByRole('region', { name: 'Organization Settings' })
const card = (page: Page) => page.getByRole('region', { name: 'Validate Tax ID' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isValidation = (url: URL) => url.pathname === '/api/tinproof/validate'

async function expectAccessibleIn(page: Page, ...schemes: readonly ('dark' | 'light')[]): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

const vatDialog = (page: Page) => page.getByRole('dialog', { name: 'VAT Number' })
const vatField = (page: Page) => vatDialog(page).getByLabel('Your VAT number')
const addVatNumber = (page: Page) => settings(page).getByRole('button', { name: 'Add VAT number' })

test('shows name, address, consultation number and name match for a VAT number, which is removed', {
  tag,
}, async ({ page }) => {
  await page.goto('/organization')
  await addVatNumber(page).click()
  await vatField(page).fill('de 136 695 976')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Organization updated')).toContainText('VIES now includes a consultation number')
  await expect(settings(page)).toContainText('DE136695976')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('More options').click()
  await page.getByLabel('Company name').fill('Summit Papers')
  await validate(page, 'France', '40303265045')
  await expect(
    page.getByText('Valid French VAT identification number, registered to SUMMIT PAPER LTD'),
  ).toBeVisible()
  await expect(card(page)).toContainText('VIES lists this number as registered for VAT or sales tax.')
  await expect(card(page)).toContainText('Close, 92%How we comparedYourssummit papersRegistersummit paper')
  await expect(section(page, 'Entity Information').getByRole('definition')).toHaveText([
    'SUMMIT PAPER LTD',
    /^Mill Lane 34/,
  ])
  await card(page).getByRole('button', { name: 'Copy consultation number' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^WAPIAAAA[0-9]{8}$/)
  await expectAccessibleIn(page, 'dark', 'light')

  await card(page).getByRole('link', { name: 'VIES', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registers' })).toBeFocused()
  await expect(
    page.getByRole('region', { name: 'Register Status' }).getByText('European Union'),
  ).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  await page.goto('/organization')
  const edit = settings(page).getByRole('button', { name: 'Edit VAT number' })
  await edit.click()
  await vatDialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(settings(page)).toContainText('Not set')
  await expect(toast(page, 'no longer include a consultation number')).toBeVisible()
})

test('never shows invalid when the register is down, and retries', { tag }, async ({ page, fakes }) => {
  const turn = (mode: 'down' | 'normal') => fakes.switchRegister({ namespace, register: 'hmrc', mode })
  await turn('down')
  await page.goto('/')
  await validate(page, 'United Kingdom', 'GB 980 7806 84')
  const title = card(page).getByText(/, not confirmed$/)
  await expect(title).toBeVisible()
  const checks = section(page, 'Validation Results').getByRole('definition')
  await expect(checks.first()).toContainText('Valid')
  await expect(checks.nth(1)).toHaveText('No Response')
  await expect(checks.nth(2)).toHaveText('Unconfirmed')
  await expect(card(page).getByText('Invalid', { exact: true })).toHaveCount(0)
  await expect(section(page, 'Warnings')).toHaveText('WarningsNone')
  await expect(section(page, 'Errors')).toContainText('This is temporary.')
  await expectAccessibleIn(page, 'dark')

  await turn('normal')
  const gate = Promise.withResolvers<void>()
  await page.route(isValidation, (route) => gate.promise.then(() => route.continue()))
  const again = card(page).getByRole('button', { name: 'Check Again' })
  await expect(card(page)).toContainText('Uses one validation.')
  const asked = page.waitForRequest((request) => isValidation(new URL(request.url())))
  await again.click()
  expect((await asked).postDataJSON()).toMatchObject({ tin: 'GB 980 7806 84', fresh: true })
  await expect(card(page).getByRole('status').filter({ hasText: 'Checking the register...' })).toBeAttached()
  gate.resolve()
  await expect(card(page).getByText(/^Valid .*, registered to Clear Energy Ltd$/)).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('skips the register for an option, and for a token without access to it', { tag }, async ({
  page,
  account,
}) => {
  await page.goto('/')
  await page.getByText('More options').click()
  const asks = page.getByRole('checkbox', { name: 'Check the register' })
  await asks.uncheck()
  await validate(page, 'Luxembourg', 'LU26375245')
  const checks = section(page, 'Validation Results').getByRole('definition')
  await expect(checks.nth(1)).toHaveText('Not Attempted')
  await expect(card(page)).toContainText("We didn't check the official register.")
  await account.newToken('Reads only')
  await page.reload()
  await expect(card(page)).toContainText('The API token "Reads only" can\'t check registers.')
  await page.getByText('More options').click()
  await expect(asks).toBeDisabled()
  await expect(asks).not.toBeChecked()
})
