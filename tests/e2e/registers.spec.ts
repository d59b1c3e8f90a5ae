import type { Page } from 'playwright/test'
import type { RegisterStatus, RegistersAnswer } from '#worker/registers/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  contextOptions: { reducedMotion: 'reduce' },
})

const namespace = 'test'

const tag = '@any-width'
const settings = (page: Page) => page.getByRole('region', { name: 'Organization Settings' })
const card = (page: Page) => page.getByRole('region', { name: 'Validate Tax ID' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isValidation = (url: URL) => url.pathname === '/api/tinproof/validate'

async function validate(page: Page, country: string, tin: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('combobox', { name: 'Search countries' }).fill(country)
  await page.getByRole('option', { name: country }).click()
  await page.getByRole('textbox', { name: 'Tax ID (TIN)' }).fill(tin)
  await page.keyboard.press('Enter')
}

async function expectAccessibleIn(page: Page, ...schemes: readonly ('dark' | 'light')[]): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

const vatDialog = (page: Page) => page.getByRole('dialog', { name: 'VAT Number' })
const vatField = (page: Page) => vatDialog(page).getByLabel('Your VAT number')
const addVatNumber = (page: Page) => settings(page).getByRole('button', { name: 'Add VAT number' })

test('shows name, address, receipt and name match', { tag: [tag, '@core'] }, async ({ page }) => {
  await page.goto('/organization')
  await addVatNumber(page).click()
  await vatField(page).fill('de 136 695 976')
  await page.keyboard.press('Enter')
  await expect(settings(page)).toContainText('DE136695976')
  await expect(toast(page, 'Organization updated')).toContainText('VIES now includes a consultation number')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('More options').click()
  await page.getByLabel('Company name').fill('Summit Papers')
  await validate(page, 'France', '40303265045')
  await expect(
    page.getByText('Valid French VAT identification number, registered to SUMMIT PAPER LTD'),
  ).toBeVisible()
  await expect(card(page)).toContainText('Confirmed by VIES. It is registered for VAT or sales tax.')
  await expect(card(page)).toContainText('Close, 92%"Summit Papers"')
  await expect(section(page, 'Entity Information').getByRole('definition')).toHaveText([
    'SUMMIT PAPER LTD',
    /^Mill Lane 34/,
  ])
  await card(page).getByRole('button', { name: 'Copy consultation number' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^WAPIAAAA[0-9]{8}$/)
  await expectAccessibleIn(page, 'dark', 'light')

  await card(page).getByRole('link', { name: 'VIES', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Registers' })).toBeFocused()
})

test('corrects and removes the VAT number, and restores it when that fails', { tag }, async ({
  page,
  account,
  context,
  allowConsole,
}) => {
  allowConsole(/(422|503) .*\/api\/organization\)/)
  await page.goto('/organization')
  await addVatNumber(page).click()
  await page.keyboard.press('Enter')
  const expected = 'Enter your VAT number with its country code, such as DE136695976'
  await expect(vatField(page)).toHaveAccessibleDescription(expected)
  // Only the server finds this mistake.
  await vatField(page).fill('DE 123')
  await page.keyboard.press('Enter')
  await expect(vatField(page)).toHaveValue('DE 123')
  await expect(vatField(page)).toHaveAccessibleDescription(expected)
  await expect(vatField(page)).toBeFocused()
  await expectAccessibleIn(page, 'light')
  await vatField(page).fill('GB 980 7806 84')
  await page.keyboard.press('Enter')
  await expect(settings(page)).toContainText('GB980780684')
  const edit = settings(page).getByRole('button', { name: 'Edit VAT number' })
  await expect(edit).toBeFocused()
  await expect(toast(page, 'Organization updated')).toContainText('HM Revenue & Customs now includes')

  const isUpdate = (url: URL) => url.pathname === '/api/organization' && url.search === ''
  const broken = { status: 503, json: { message: 'The service cannot answer right now.' } }
  await page.route(isUpdate, (route) => route.fulfill(broken), { times: 1 })
  await edit.click()
  await vatDialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Organization update failed')).toContainText(broken.json.message)
  await expect(settings(page)).toContainText('GB980780684')
  await edit.click()
  await vatDialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(settings(page)).toContainText('Not set')
  await expect(toast(page, 'no longer include a consultation number')).toBeVisible()

  const colleague = await account.colleague('member')
  await colleague.signIn(context)
  await page.evaluate((id) => localStorage.setItem('selectedOrganizationId', id), account.organizationId)
  await page.reload()
  await expect(settings(page)).toContainText('Not set')
  await expect(addVatNumber(page)).toHaveCount(0)
})

test('never shows invalid when the register is down, and retries', { tag: [tag, '@core'] }, async ({
  page,
  fakes,
}) => {
  const turn = (mode: 'slow' | 'down' | 'normal') =>
    fakes.switchRegister({ namespace, register: 'hmrc', mode, ms: 1_500 })
  await turn('down')
  await page.goto('/')
  await validate(page, 'United Kingdom', 'GB 980 7806 84')
  const title = card(page).getByText(/^Valid .*, not confirmed$/)
  await expect(title).toBeVisible()
  const checks = section(page, 'Validation Results').getByRole('definition')
  await expect(checks.first()).toContainText('Valid')
  await expect(checks.nth(1)).toHaveText('No Result')
  await expect(checks.nth(2)).toContainText('Valid')
  await expect(card(page).getByText('Invalid', { exact: true })).toHaveCount(0)
  await expect(section(page, 'Warnings')).toHaveText('WarningsNone')
  await expect(section(page, 'Errors')).toContainText('This is temporary.')
  await expectAccessibleIn(page, 'dark')

  await turn('slow')
  const again = card(page).getByRole('button', { name: 'Check Again' })
  await expect(card(page)).toContainText('Uses one validation.')
  await again.click()
  await expect(card(page).getByRole('status').filter({ hasText: 'Checking the register...' })).toBeAttached()
  await expect(card(page).getByText(/^Valid .*, registered to Clear Energy Ltd$/)).toBeVisible()
  await expect(again).toHaveCount(0)
  await turn('normal')
})

test('shows the age of a cached answer and requests a new one', { tag }, async ({ page }) => {
  let ageInSeconds = 3 * 3_600
  let isOld = false
  await page.route(isValidation, async (route) => {
    const response = await route.fetch()
    const answer: ValidationResponse = await response.json()
    const spokeAt = new Date(Date.parse(answer.requestDate) - ageInSeconds * 1_000).toISOString()
    const source = { ...answer.validation.source, timestamp: spokeAt }
    const warnings = isOld ? [{ code: 'SOURCE_STALE', message: 'VIES has no answer now.' }] : []
    const validation = { ...answer.validation, source }
    await route.fulfill({ response, json: { ...answer, validation, warnings } })
  })
  await page.goto('/')
  await validate(page, 'Luxembourg', 'LU26375245')
  const age = card(page).getByText('3 hours ago', { exact: true })
  await expect(card(page)).toContainText('responded 3 hours ago')
  await expect(age).toHaveAttribute('title', /\d{4} at \d+:\d\d:\d\d/)

  isOld = true
  ageInSeconds = 3 * 86_400
  const asked = page.waitForRequest((request) => isValidation(new URL(request.url())))
  await card(page).getByRole('button', { name: 'Check Again' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ countryCode: 'LU', tin: 'LU26375245', fresh: true })
  await expect(card(page).getByText(/registered to .* LTD when last checked$/)).toBeVisible()
  await expect(card(page)).toContainText('This is its response from 3 days ago.')
  await expectAccessibleIn(page, 'light')

  await page.unroute(isValidation)
  await card(page).getByRole('button', { name: 'Check Again' }).click()
  await expect(card(page)).toContainText('responded just now')
  await expect(card(page).getByRole('button', { name: 'Check Again' })).toHaveCount(0)
})

test('skips the register on request or without permission', { tag }, async ({ page, account }) => {
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
  await expect(card(page)).toContainText('The API key "Reads only" can\'t check registers.')
  await page.getByText('More options').click()
  await expect(asks).toBeDisabled()
  await expect(asks).not.toBeChecked()
})

test('shows the status of each register', { tag }, async ({ page, allowConsole }) => {
  allowConsole(/503 .*\/api\/tinproof\/registers\)/)
  const isStatus = (url: URL) => url.pathname === '/api/tinproof/registers'
  const shown = ['vies', 'vies:DE', 'vies:IT', 'brreg', 'nts']
  const shaped = (changes: (register: RegisterStatus) => Partial<RegisterStatus>) =>
    page.route(isStatus, async (route) => {
      const response = await route.fetch()
      const { at, registers }: RegistersAnswer = await response.json()
      const few = registers.filter(({ id }) => shown.includes(id))
      await route.fulfill({
        response,
        json: { at, registers: few.map((one) => ({ ...one, ...changes(one) })) },
      })
    })
  const broken = { status: 503, json: { message: 'The service cannot answer right now.' } }
  await page.route(isStatus, (route) => route.fulfill(broken))
  await page.goto('/support')
  await page.getByRole('link', { name: 'Register status' }).click()
  await expect(page.getByText('Failed to load the registers')).toBeVisible()
  await page.unroute(isStatus)

  const gate = Promise.withResolvers<void>()
  await shaped(({ id }) => {
    const hours = [...Array.from({ length: 22 }, () => 1), 0.5, 0]
    if (id === 'vies:IT') return { health: 'down', says: 'unavailable', hours }
    if (id === 'nts') return { state: 'off', health: 'unknown' }
    return {
      health: 'ok',
      lastHour: { calls: 57, answered: 56, milliseconds: 310 },
      lastDay: { calls: 1_200, answered: 1_200, milliseconds: 1_250 },
    }
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  const list = page.getByRole('region', { name: 'Register Status' })
  const brreg = list.getByRole('listitem').filter({ hasText: 'Brønnøysund Register Centre' })
  await expect(brreg).toContainText('Responding')
  await expect(brreg.getByRole('definition')).toHaveText(['98.2%, 310 ms57 calls', '100%, 1.3 s1,200 calls'])
  const nts = list.getByRole('listitem').filter({ hasText: 'National Tax Service' })
  await expect(nts).toBeHidden()
  await list.getByText('1 off', { exact: true }).click()
  await expect(nts).toContainText('Off')
  const vies = list.getByRole('listitem').filter({ hasText: 'European Union, ' })
  await vies.getByText('trouble: Italy').click()
  const italy = vies.getByRole('listitem').filter({ hasText: 'Italy' })
  await expect(italy).toContainText('Not responding')
  await expect(italy).toContainText('VIES reports: unavailable')
  await expect(italy.getByRole('img', { name: /^Last 24 hours: 22 hours OK; .* 50%, .* 0%$/ })).toBeVisible()
  await expectAccessibleIn(page, 'dark')

  await page.unroute(isStatus)
  await page.route(isStatus, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.reload()
  await expect(list.getByText('Loading registers')).toBeAttached()
  gate.resolve()
  await expect(vies).toBeVisible()
  const refreshed = page.waitForResponse((response) => isStatus(new URL(response.url())))
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await refreshed).ok()).toBe(true)
})
