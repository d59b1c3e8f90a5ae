import { mutate } from 'swr'
import { describe, onTestFinished, vi } from 'vitest'
import { refreshOrganization } from '#web/lib/swr.ts'
import type { Onboarding } from '#worker/onboarding/contract.ts'
import { listCountries } from '#worker/validation/list-countries.ts'
import {
  alert,
  button,
  expect,
  expectHidden,
  expectTexts,
  expectVisible,
  keys,
  open,
  overflow,
  page,
  press,
  region,
  server,
  test,
  toast,
  withLargeText,
} from './app.tsx'
import { at, call, countries, days, organization, organizationWith, token, validation, yes } from './data.ts'
import { pick } from './form-screens.ts'
import { type Answers, held, refusal, unavailable } from './server.ts'

const valid = validation({
  result: 'confirmed',
  reason: 'VIES lists this number as registered for VAT or sales tax.',
  proof: 'vat_registration',
  validation: { format: yes, source: yes, overall: yes },
})

const tin = page.getByRole('textbox', { name: 'Tax ID (TIN)' })
const country = page.getByRole('combobox', { name: 'Country' })
const search = page.getByRole('combobox', { name: 'Search countries' })
const validate = button('Validate', page, { exact: true })
const result = page.getByText(/^Valid German VAT/)
const card = region('Calls per day')

test('says how long ago a call was, also when the page stays open', { tags: 'deep' }, async () => {
  const intervals = vi.spyOn(window, 'setInterval')
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    intervals.mockRestore()
  })
  open('/', { '/api/activity': { $get: [call({ createdAt: new Date().toISOString() })] } })
  await expectVisible(region('Recent Activity').getByText('just now'))
  vi.setSystemTime(Date.now() + 5 * 60_000)
  for (const [wake, delay] of intervals.mock.calls) if (delay === 60_000 && wake instanceof Function) wake()
  await expectVisible(region('Recent Activity').getByText('5 minutes ago'))
})

test('shows the calls of each day in a chart, a table and the indicators', { tags: 'deep' }, async () => {
  const counted = days({
    0: { confirmed: 12, invalid: 3, unconfirmed: 2, refused: 1 },
    5: { confirmed: 40 },
    40: { confirmed: 38 },
  })
  const quota = { ...organization.quota, usedCount: 17 }
  open('/', {
    '/api/activity/days': { $get: counted },
    '/api/organization': { $get: { ...organization, quota } },
    '/api/tokens': { $get: [token({ createdAt: new Date().toISOString() })] },
  })
  await expect.element(region('API Calls')).toHaveTextContent('5750% more')
  await expect.element(region('Active API Tokens')).toHaveTextContent('1 new in 30 days')
  await expect.element(region('API Quota Remaining')).toHaveTextContent('17 used this month')
  await expect.element(region('Service Tier')).toHaveTextContent('Current plan')
  await expectTexts(card.getByRole('list', { name: 'Total by result' }).getByRole('listitem'), [
    'Confirmed52',
    'Unconfirmed2',
    'Invalid3',
    'Refused1',
  ])
  const rows = card.getByRole('table', { name: 'Calls per day by result' }).getByRole('row')
  await expect.poll(() => rows.length).toBe(31)
  await expectTexts(rows.first().getByRole('columnheader'), [
    'Day',
    'Confirmed',
    'Unconfirmed',
    'Invalid',
    'Refused',
  ])
  await expectTexts(rows.nth(1).getByRole('cell'), ['12', '2', '3', '1'])
  await expectTexts(rows.nth(6).getByRole('cell'), ['40', '0', '0', '0'])

  const chart = card.getByRole('slider', { name: 'Day of the chart' })
  const shown = new Date(Date.parse(counted.at(-6)?.day ?? '')).toLocaleDateString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const latest = /^18 calls on \w+, \w+ \d+: 12 Confirmed, 2 Unconfirmed, 3 Invalid, and 1 Refused\.$/
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(latest))
  await press(chart, '{ArrowLeft>5/}')
  await expect.element(chart).toHaveAttribute('aria-valuetext', `40 calls on ${shown}: 40 Confirmed.`)
  await expectVisible(card.getByText(shown))
  await keys('{Escape}')
  await expectHidden(card.getByText(shown))
  const { width, height } = chart.element().getBoundingClientRect()
  await chart.hover({ position: { x: (width * 24.5) / 30, y: height / 2 } })
  await expectVisible(card.getByText(shown))
  await button('View as table').click()
  await expectHidden(chart)
  await expectVisible(card.getByRole('cell', { name: '40' }))
  await button('View as chart').click()
  await expectVisible(chart)
})

test('shows why the calls failed to load, and counts a validation', async () => {
  open('/', {
    ...countries,
    '/api/activity/days': { $get: unavailable },
    '/api/tinproof/validate': { $post: valid },
  })
  await expectVisible(card.getByText('Failed to load calls per day'))
  await expect.element(region('API Calls')).toHaveTextContent('–')
  server.answer({ '/api/activity/days': { $get: days({}) } })
  await button('Retry', card).click()
  await expectHidden(card)
  await expect.element(region('API Calls')).toHaveTextContent('0No change')
  server.answer({ '/api/activity/days': { $get: days({ 0: { confirmed: 1 } }) } })
  await tin.fill('DE136695976')
  await expect.element(country).toHaveTextContent('DE - Germany')
  await keys('{Enter}')
  await expect.element(card.getByRole('list', { name: 'Total by result' })).toHaveTextContent('Confirmed1')
  await expect.element(region('API Calls')).toHaveTextContent('11 more')
})

test('requires a number and a country, and lists every country as code - name', async () => {
  open('/', countries)
  await expect.element(validate).toBeDisabled()
  await tin.fill('136695976')
  await keys('{Enter}')
  await expectVisible(page.getByText('Missing Information'))
  await expectVisible(page.getByText('Please select a country and enter a TIN.'))
  await expect.element(country).toHaveAccessibleDescription('Select a country.')
  await expect.element(country).toHaveFocus()
  await tin.fill('1'.repeat(101))
  await expectVisible(page.getByText('Enter at most 100 characters. To check several numbers, paste a list.'))
  await country.click()
  const options = page.getByRole('option')
  const names = () => options.elements().filter(({ textContent }) => /^[A-Z]{2} - \S/.test(textContent))
  const all = listCountries({}).countries.length
  await expect.poll(() => [options.length, names().length]).toEqual([all, all])
  await search.fill('ИНН')
  await expect.element(options.first()).toHaveTextContent(/^(KG|RU|TJ) - /)
})

test('validates with the keyboard only, after the countries and the service failed', {
  tags: 'deep',
}, async () => {
  open('/', {
    '/api/tinproof/countries': { $get: unavailable },
    '/api/tinproof/validate': { $post: () => Promise.reject(new TypeError('Failed to fetch')) },
  })
  await press(tin, '136695976')
  const failure = page.getByRole('alert').filter({ hasText: "The countries didn't load." })
  await expectVisible(failure)
  server.answer(countries)
  await press(button('Retry', failure), '{Enter}')
  await expectHidden(failure)
  await press(tin, '{Tab}')
  await expect.element(country).toHaveFocus()
  await keys('g')
  await expect.element(search).toHaveFocus()
  await keys('ermany')
  await expectVisible(page.getByRole('option', { name: 'DE - Germany' }))
  await keys('{Enter}')
  await expect.element(country).toHaveTextContent('DE - Germany')
  await expect.element(country).toHaveFocus()
  await keys('{Tab}{Tab}')
  await expect.element(validate).toHaveFocus()
  await keys('{Enter}')
  await expectVisible(page.getByText('Request Failed'))
  await expectVisible(page.getByText('Network error'))
  server.answer({ '/api/tinproof/validate': { $post: valid } })
  await button('Retry').click()
  await expectVisible(result)
})

test('folds what few need on a phone, and keeps the checks open', { tags: 'deep' }, async () => {
  await page.viewport(360, 800)
  open('/', { ...countries, '/api/tinproof/validate': { $post: valid } })
  await tin.fill('DE136695976')
  await keys('{Enter}')
  await expectVisible(region('Validation Results').getByText('Official register'))
  const folds = { 'Request Info': 'Reference', 'TIN Information': 'Type' }
  for (const [title, row] of Object.entries(folds)) {
    const fold = page.getByRole('group').filter({ hasText: title })
    await expectVisible(fold)
    await expect.element(fold.getByText(row, { exact: true })).not.toBeVisible()
    await fold.getByText(title).click()
    await expectVisible(fold.getByText(row, { exact: true }))
  }
  await page.viewport(1440, 900)
})

test('loads a random tax ID without an API token', { tags: 'deep' }, async () => {
  open('/', countries)
  await expectVisible(button('create an API token'))
  await expectHidden(page.getByLabelText('API token', { exact: true }))
  await button('Load Random Tax ID').click()
  await expectVisible(page.getByText('Random Tax ID Loaded'))
  await expect.element(tin).not.toHaveValue('')
})

test('validates with the chosen one of several API tokens', { tags: 'deep' }, async () => {
  open('/', {
    ...countries,
    '/api/tokens': { $get: [token({}), token({ id: 2, name: 'Second' })] },
    '/api/tinproof/validate': { $post: valid },
  })
  await page.getByRole('combobox', { name: 'API token' }).click()
  await page.getByRole('option', { name: /^Second/ }).click()
  await tin.fill('DE136695976')
  await expect.element(country).toHaveTextContent('DE - Germany')
  await keys('{Enter}')
  await expectVisible(result)
  expect(await server.sent('POST', '/api/tinproof/validate')).toMatchObject([{ tokenId: 2 }])
})

test.for([
  [81, 'API Quota Running Low', 'FREE', 'Upgrade your plan'],
  [91, 'Critical: API Quota Almost Exhausted', 'FREE', 'Upgrade your plan'],
  [100, 'Monthly quota used up', 'ENTERPRISE', 'Contact support'],
] as const)('says with %i of 100 calls used: %s', { tags: 'deep' }, async (row) => {
  const [usedCount, title, tier, remedy] = row
  open('/', {
    ...countries,
    ...organizationWith({ tier, quota: { ...organization.quota, usedCount } }),
    '/api/tinproof/validate': { $post: refusal(429, 'The quota is used up.', { code: 'QUOTA_EXCEEDED' }) },
  })
  await expectVisible(page.getByText(title))
  await tin.fill('DE136695976')
  await expect.element(country).toHaveTextContent('DE - Germany')
  await keys('{Enter}')
  await expectVisible(page.getByText('Validations fail until your quota resets.', { exact: true }))
  await expect.poll(() => page.getByRole('link', { name: remedy }).all()).toHaveLength(2)
})

test.for([
  ['admin', 'PRO', /^Update the payment method by .+, or the organization moves to the Free plan\.$/],
  ['member', 'PRO', /^An admin must update the payment method by /],
  ['admin', 'FREE', 'Update the payment method to get your plan back.'],
] as const)('tells an organization whose payment failed: %s, %s', { tags: 'deep' }, async (row) => {
  const [role, tier, text] = row
  const quota = { ...organization.quota, usedCount: 95 }
  open('/', { ...countries, ...organizationWith({ tier, role, quota, graceEndsAt: at }) })
  await expectVisible(page.getByText('The last payment failed'))
  await expectVisible(page.getByText(text))
  const billing = page.getByRole('link', { name: 'View Billing' })
  await (role === 'admin' ? expectVisible(billing) : expectHidden(billing))
  await expectVisible(page.getByText('Critical: API Quota Almost Exhausted'))
  await expectHidden(page.getByRole('link', { name: /upgrade/i }))
})

const usedUp = { quota: { ...organization.quota, usedCount: 100 } }

test.for([
  ['a failed payment', 'it is paid', 'The last payment failed', { graceEndsAt: at }, {}],
  [
    'a used-up quota',
    'no plan can be bought',
    'Monthly quota used up',
    usedUp,
    { status: 'SUSPENDED', ...usedUp },
  ],
] as const)('drops the notice of %s once %s and the user comes back', { tags: 'deep' }, async (row) => {
  const [, , title, before, after] = row
  open('/', { ...countries, ...organizationWith({ tier: 'PRO', ...before }) })
  await expectVisible(page.getByText(title))
  server.answer(organizationWith({ tier: 'PRO', ...after }))
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('focus'))
      return page.getByText(title).query()
    })
    .toBeNull()
})

const right = (element: Element) => element.getBoundingClientRect().right

test('shows a long number in full, also with large text', { tags: 'deep' }, async () => {
  const quota = { ...organization.quota, usedCount: 899_999_999, monthlyLimit: 999_999_999 }
  open('/', { ...countries, ...organizationWith({ quota }) })
  const left = region('API Quota Remaining').getByText('100,000,000', { exact: true })
  await expectVisible(left)
  expect(await withLargeText(() => overflow(left))).toBe(0)
  const link = page.getByRole('link', { name: 'Upgrade your plan' })
  await expectVisible(link)
  const { parentElement } = link.element()
  const beyond = () => right(link.element()) - right(parentElement ?? document.body)
  expect(await withLargeText(beyond, 200)).toBeLessThanOrEqual(0)
})

test('keeps the input while the organization loads', async () => {
  const { answer, release } = held([organization])
  open('/', { ...countries, '/api/user/organizations': { $get: answer } })
  await tin.fill('136695976')
  release()
  await expectVisible(region('API Quota Remaining').getByText('100'))
  await expect.element(tin).toHaveValue('136695976')
})

test('counts and shows a validation that ends on another screen', async () => {
  const { answer, release } = held(valid)
  open('/', { ...countries, '/api/tinproof/validate': { $post: answer } })
  await tin.fill('DE136695976')
  await expect.element(country).toHaveTextContent('DE - Germany')
  await keys('{Enter}')
  await expectVisible(button('Validating...'))
  await page.getByRole('link', { name: 'API Tokens', exact: true }).click()
  await expectHidden(tin)
  server.answer({
    ...organizationWith({ quota: { ...organization.quota, usedCount: 1 } }),
    '/api/activity/days': { $get: days({ 0: { confirmed: 1 } }) },
  })
  release()
  await expectVisible(toast('Validation Complete'))
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expectVisible(result)
  await expectVisible(region('API Quota Remaining').getByText('99'))
  await expect.element(region('API Calls')).toHaveTextContent('11 more')
})

test('completes the checklist with one request, even if that fails', { tags: 'deep' }, async () => {
  let facts: Onboarding = { hasValidated: true, hasToken: true, call: null, hasInvited: true }
  open('/', {
    ...organizationWith({ onboarding: 'checklist' }),
    '/api/organization/onboarding': { $get: () => facts, $patch: unavailable },
  })
  await expectVisible(page.getByText('3 of 4 done'))
  facts = { ...facts, call: { tokenName: 'Checkout', at } }
  window.dispatchEvent(new Event('focus'))
  await expectVisible(page.getByText("You're all set"))
  await expectVisible(toast("We couldn't save your progress"))
  const saved = () => server.sent('PATCH', '/api/organization/onboarding')
  expect(await saved()).toHaveLength(1)
  const quota = { ...organization.quota, usedCount: 5 }
  server.answer(organizationWith({ onboarding: 'checklist', quota }))
  await refreshOrganization(organization.id)
  await expectVisible(region('API Quota Remaining').getByText('95'))
  expect(await saved()).toHaveLength(1)
})

/** Pastes into the number's field. True if the browser inserts it. */
function paste(data: string | File): boolean {
  const clipboardData = new DataTransfer()
  if (typeof data === 'string') clipboardData.setData('text', data)
  else clipboardData.items.add(data)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  return tin.element().dispatchEvent(event)
}

describe('what is pasted', () => {
  const withBatches: Answers = {
    ...countries,
    '/api/tinproof/batches': { $get: { batches: [], next: null } },
    '/api/tinproof/batches/estimate': { $post: unavailable },
  }
  const list = page.getByLabelText('Tax IDs')
  const preview = page.getByRole('form', { name: 'Preview' })

  test('stays in the field if it is one line', async () => {
    open('/', countries)
    await expectVisible(tin)
    expect(['DE136695976', 'DE136695976\r\n', 'hello, world', '7'.repeat(10_000)].map(paste)).toEqual(
      Array(4).fill(true),
    )
  })

  test('becomes a list up to 20 lines, and keeps what was paid for', { tags: 'deep' }, async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `DE1366959${60 + index}`)
    open('/', { ...countries, '/api/tinproof/validate': { $post: unavailable } })
    await expectVisible(tin)
    expect(paste(lines.join('\n'))).toBe(false)
    await expect.element(list).toHaveValue(lines.join('\n'))
    await list.fill(`${lines.join('\n')}\nDE136695981`)
    await validate.click()
    await expect
      .element(list)
      .toHaveAccessibleDescription(/These are 21 lines\. Here you can validate up to 20/)
    await list.fill(`${lines.join('\n')}\n`.repeat(60))
    await validate.click()
    await expect.element(list).toHaveAccessibleDescription(/These are 1,200 lines/)
    await list.fill('DE136695976\nDE136695967\n12345678')
    const { answer, release } = held(valid)
    const answers = [() => valid]
    server.answer({ '/api/tinproof/validate': { $post: () => (answers.shift() ?? answer)() } })
    await validate.click()
    await expectVisible(page.getByText('1 of 3 checked'))
    await mutate((key) => String(key).startsWith('list '), undefined, { revalidate: false })
    open('/')
    await expectVisible(page.getByText('1 checked, 2 not validated'))
    await expectVisible(page.getByRole('row', { name: /The page was closed before this number was checked/ }))
    release()
    await expectVisible(page.getByText('2 checked, 1 not validated'))
    server.answer({ '/api/tinproof/validate': { $post: valid } })
    await list.fill('DE136695976\nDE136695967\nDE136695959')
    await validate.click()
    await expectVisible(page.getByText('3 checked', { exact: true }))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button('Copy', page, { exact: true }).click()
    expect(write).toHaveBeenCalledWith(expect.stringMatching(/^136695976\tDE\tConfirmed\t/m))
    await expectVisible(button('Validate Again'))
    expect(await server.sent('POST', '/api/tinproof/validate')).toHaveLength(3)
    await button('One Number').click()
    await expect.element(tin).toHaveFocus()
    await button('Paste a List').click()
    await expectVisible(page.getByText('3 checked', { exact: true }))
    server.answer(withBatches)
    await button('Open as Batch').click()
    await expectVisible(preview.getByRole('row', { name: /DE136695967/ }))
  })

  test('isn’t started as a batch that the server would refuse', async () => {
    open('/', withBatches)
    await expectVisible(tin)
    const rows = Array.from({ length: 1_001 }, (_, index) => `${136_695_976 + index},Narnia`)
    paste(`tin,country\nDE136695967,DE\n${rows.join('\n')}`)
    await expectVisible(preview.getByText(/1,001 rows can't be validated\. A batch can have at most 1,000/))
    await expectVisible(preview.getByText(/1,001 rows: We don't know the country "Narnia"/))
    await expect.element(button('Start Batch')).toBeDisabled()
  })

  test('becomes a list that can be validated before the countries are loaded', { tags: 'deep' }, async () => {
    const { answer } = held(listCountries({}))
    open('/', { '/api/tinproof/countries': { $get: answer }, '/api/tinproof/validate': { $post: valid } })
    await expectVisible(tin)
    paste('DE136695976\nFR 40303265045')
    await expect.element(list).toHaveValue('DE136695976\nFR 40303265045')
    await validate.click()
    await expectVisible(page.getByText('2 checked'))
    const sent = await server.sent('POST', '/api/tinproof/validate')
    expect(sent).toMatchObject([{ countryCode: 'DE' }, { countryCode: 'FR', tin: '40303265045' }])
  })

  test.for([
    { what: '21 lines', data: 'DE136695976\n'.repeat(21) },
    { what: 'a table', data: 'DE136695976\tAcme\nDE136695967\tOther' },
    { what: 'a file', data: new File(['DE136695976'], 'Kunden.csv') },
  ])(
    'opens as a batch if it is $what, and is still there after a reload',
    { tags: 'deep' },
    async ({ data }) => {
      open('/', withBatches)
      await expectVisible(tin)
      expect(paste(data)).toBe(false)
      await expectVisible(preview)
      expect(location.pathname).toBe('/batches')
      // Reads it from the browser's database.
      await mutate((key) => String(key).startsWith('file '), undefined, { revalidate: true })
      open('/batches')
      await expectVisible(preview.getByRole('row', { name: /DE136695976/ }).first())
      await button('Choose Other Rows').click()
      open('/batches')
      await expectVisible(button('Choose a File'))
    },
  )

  test('is read in the encoding that the user chooses', { tags: 'deep' }, async () => {
    const types: unknown[] = []
    const $post = ({ headers }: Request) => {
      types.push(headers.get('Content-Type'))
      return unavailable
    }
    open('/', withBatches)
    await expectVisible(tin)
    const inCzech = Uint8Array.of(0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b)
    paste(new File(['tin;name\nCZ25123891;', inCzech], 'odberatele.csv'))
    const encoding = preview.getByRole('combobox', { name: 'Encoding' })
    await expect.element(encoding).toHaveAccessibleDescription(/looks right: Dvoøák$/)
    await pick('Encoding', 'Central European')
    await expect.element(encoding).toHaveAccessibleDescription(/looks right: Dvořák$/)
    open('/batches')
    await expectVisible(preview.getByRole('cell', { name: 'Dvořák' }))
    server.answer({ '/api/tinproof/batches/csv': { $post } })
    await button('Start Batch').click()
    await expectVisible(alert("The batch didn't start"))
    expect(types).toEqual(['text/csv; charset=windows-1250'])
  })

  test('is refused if it is no table', async () => {
    open('/', withBatches)
    await expectVisible(tin)
    paste(new File(['x'], 'photo.png'))
    await expectVisible(alert("This file type isn't supported. Use CSV or XLSX."))
  })
})
