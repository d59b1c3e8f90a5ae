import { countryName } from '#web/lib/country-name.ts'
import { triedNumber } from '#web/lib/kept-text.ts'
import { fittingCountries } from '#worker/tin/contract/fitting-countries.ts'
import {
  button,
  expect,
  expectHidden,
  expectVisible,
  keys,
  open,
  page,
  press,
  region,
  server,
  test,
} from './app.tsx'
import { validation, visitor } from './data.ts'
import { type Answers, refusal } from './server.ts'

const sandbox: Answers = {
  ...visitor,
  '/api/tinproof/sandbox-token': {
    $post: () => ({
      token: 'tp_test_visitor',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      calls: 30,
    }),
  },
  '/api/tinproof/validate': {
    $post: async (request) => {
      const { countryCode, tin } = await request.json()
      return validation({ countryCode, tin, result: 'format_only', reason: 'The check digit is correct.' })
    },
  },
}

const about = region('About Tinproof')
const field = about.getByLabelText('Try any tax ID')
const sent = '/api/tinproof/validate'

async function check(text: string): Promise<void> {
  await field.fill(text)
  await keys('{Enter}')
}

test('checks a pasted number at once, says that it is the format only, and keeps it for the dashboard', async () => {
  open('/auth', sandbox)
  await expectVisible(about.getByText('VIES: Sandbox Company Ltd'))
  const input = field.element()
  if (!(input instanceof HTMLInputElement)) throw new Error('No input')
  input.value = 'DE136695976'
  input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }))
  await expectVisible(about.getByText('Germany'))
  await expectVisible(about.getByText(/^Format only\. Sign up to ask the register/))
  expect(await server.sent('POST', sent)).toEqual([{ countryCode: 'DE', tin: 'DE136695976', source: false }])
  await about.getByRole('tab', { name: 'curl' }).click()
  await expectVisible(about.getByText(/-d '\{"countryCode":"DE","tin":"DE136695976","source":false\}'/))
  expect(triedNumber.read()).toBe('DE136695976')
})

test('has the number that a visitor tried in the dashboard, once', async () => {
  triedNumber.keep('DE136695976')
  open('/', { '/api/tinproof/countries': { $get: { rulesAsOf: '2026-11-20', countries: [] } } })
  await expect.element(page.getByRole('textbox', { name: 'Tax ID (TIN)' })).toHaveValue('DE136695976')
  await expect.poll(() => triedNumber.read()).toBeUndefined()
})

test('runs an example with its name, and shows the same as JSON', { tags: 'deep' }, async () => {
  open('/auth', {
    ...sandbox,
    '/api/tinproof/validate': { $post: validation({ result: 'different_name', reason: 'Another name.' }) },
  })
  await button('Different name', about).click()
  await expectVisible(about.getByText('Another name.'))
  await expectVisible(about.getByText(/^A sandbox number/))
  expect(await server.sent('POST', sent)).toMatchObject([{ countryCode: 'NL', name: 'Sandbox Company' }])
  await about.getByRole('tab', { name: 'JSON' }).click()
  await expectVisible(about.getByText(/"result": "different_name"/))
})

test('asks for the country of a number that fits several', async () => {
  const tin = '123456782'
  const [code = '', ...others] = fittingCountries(tin).codes
  expect(others).not.toEqual([])
  open('/auth', sandbox)
  await check(tin)
  await expectVisible(about.getByText(/^This number fits \d+ countries/))
  await about.getByRole('button', { name: countryName(code) }).click()
  await expect.poll(() => server.sent('POST', sent)).toEqual([{ countryCode: code, tin, source: false }])
})

test('sends nothing that is no tax ID, and shows markup as text', { tags: 'deep' }, async () => {
  open('/auth', sandbox)
  await check('9'.repeat(10_000))
  await expectVisible(about.getByText("That's longer than any tax ID. Enter one number at a time."))
  await check('<img src=x onerror=alert(1)>')
  await expectVisible(about.getByText(/^This doesn't look like a tax ID that we know/))
  expect(await server.sent('POST', sent)).toEqual([])
  server.answer({
    '/api/tinproof/validate': { $post: validation({ result: 'invalid', reason: '<b>bold</b>' }) },
  })
  await check('DE136695975')
  await expectVisible(about.getByText('<b>bold</b>'))
})

test('says what to do when the sandbox refuses or nothing answers', async () => {
  open('/auth', {
    ...sandbox,
    '/api/tinproof/sandbox-token': {
      $post: Response.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'Retry-After': '600' } }),
    },
  })
  await check('DE136695976')
  await expectVisible(
    about.getByText(/created all its sandbox tokens for this hour\. Try again in 10 minutes/),
  )
  await expectVisible(about.getByRole('link', { name: 'create a free account' }))
  server.answer({
    ...sandbox,
    '/api/tinproof/validate': { $post: refusal(429, 'Slow down.', { code: 'RATE_LIMITED' }) },
  })
  await check('DE136695976')
  await expectVisible(about.getByText('Slow down.'))
  server.answer({
    '/api/tinproof/validate': {
      $post: () => {
        throw new TypeError('Failed to fetch')
      },
    },
  })
  await press(field, '{Enter}')
  await expectVisible(about.getByText('No response. Try again in a moment.'))
  await expectHidden(about.getByText('Slow down.'))
})
