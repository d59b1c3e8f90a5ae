// @module-tag deep
import type { Monitor, MonitorWithHistory } from '#worker/monitors/contract.ts'
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
  region,
  server,
  test,
  toast,
  withLargeText,
} from './app.tsx'
import {
  monitorAnswer as answer,
  at,
  countries,
  monitor,
  organization,
  organizationWith,
  validation,
} from './data.ts'
import { type Answers, held, refusal, unavailable } from './server.ts'

const detail = (changes: Partial<MonitorWithHistory> = {}): MonitorWithHistory => ({
  ...monitor(changes),
  history: [],
  ...changes,
})
const path = `/monitoring/${monitor().id}`
const listed = (...monitors: Monitor[]): Answers => ({
  '/api/tinproof/monitors': {
    $get: { monitors, next: null, monitorCount: monitors.length, monitorLimit: 10 },
  },
})
const shown = (changes: Partial<MonitorWithHistory> = {}): Answers => ({
  '/api/tinproof/monitors/:monitorId': { $get: detail(changes) },
  ...countries,
})
const rows = () => page.getByRole('table', { name: 'Monitors' }).getByRole('row')

test('adds a number with its interval, or says why not', async () => {
  open('/monitoring', { ...listed(), ...countries })
  await expectVisible(page.getByText('No monitors yet'))
  await expectVisible(page.getByText('0 of 10 used'))
  await button('Monitor Numbers').click()
  const dialog = page.getByRole('dialog', { name: 'Monitor Numbers' })
  await expectVisible(dialog)
  expect(await withLargeText(() => overflow(dialog))).toBe(0)
  await button('Start Monitoring', dialog).click()
  await expectVisible(dialog.getByText('Paste at least one tax ID, or choose a file.'))
  const list = dialog.getByLabelText('Tax IDs')
  await list.fill('DE136695976\n\n094014201')
  await button('Start Monitoring', dialog).click()
  await expectVisible(dialog.getByText('Add the country to line 3, or choose one below.'))
  await list.fill('DE 136695976')
  await dialog.getByRole('radio', { name: 'Every day' }).click()
  const exists = refusal(409, 'This organization already monitors this number.')
  server.answer({ '/api/tinproof/monitors': { $post: exists } })
  await button('Start Monitoring', dialog).click()
  await expectVisible(alert('This organization already monitors this number.'))
  server.answer({ ...listed(monitor({ answer: null, checkedAt: null })) })
  server.answer({ '/api/tinproof/monitors': { $post: monitor() } })
  await button('Start Monitoring', dialog).click()
  await expectVisible(toast('Monitoring started'))
  await expectVisible(page.getByText('Not Checked Yet').last())
  expect((await server.sent('POST', '/api/tinproof/monitors')).at(-1)).toEqual({
    ...{ countryCode: 'DE', tin: '136695976', every: 'day', organizationId: 'org_1' },
  })
})

test('adds several numbers at once, and says which were left out', async () => {
  const uploads: string[] = []
  open('/monitoring', {
    ...listed(),
    ...countries,
    '/api/tinproof/monitors/import/ndjson': {
      $post: async (request) => {
        uploads.push(new URL(request.url).search, await request.text())
        const invalidRows = [2, 3, 5, 6, 7, 8].map((line) => ({ line, reason: 'The check digit is wrong.' }))
        return uploads.length === 2
          ? { created: 1, existing: 1, invalid: 6, overLimit: 0, invalidRows }
          : { created: 6, existing: 2, invalid: 0, overLimit: 0, invalidRows: [] }
      },
    },
  })
  await button('Monitor Numbers').click()
  const dialog = page.getByRole('dialog', { name: 'Monitor Numbers' })
  const list = dialog.getByLabelText('Tax IDs')
  await expect.element(list).toHaveFocus()
  await list.fill('DE136695976\n\nFR 40303265045')
  await expectVisible(dialog.getByText('2 lines.'))
  await button('Start Monitoring', dialog).click()
  await expectVisible(toast('1 number added, 6 invalid'))
  const reasons = [2, 3, 5].map((line) => `Line ${line}: The check digit is wrong.`)
  await expectVisible(alert(['1 already monitored.', ...reasons, '3 more invalid lines.'].join(' ')))
  await expect.element(list).toHaveValue('DE136695976\n\nFR 40303265045')
  expect(uploads).toEqual([
    '?every=week',
    '{"countryCode":"DE","tin":"DE136695976"}\n\n{"countryCode":"FR","tin":"40303265045"}',
  ])
  await button('Start Monitoring', dialog).click()
  await expectVisible(toast('6 numbers added'))
  await expectVisible(page.getByText('2 already monitored', { exact: true }))
  await expectHidden(dialog)
})

test('says what was left out, also after the user has gone back', async () => {
  const { answer, release } = held({
    ...{ created: 1, existing: 0, invalid: 1, overLimit: 0 },
    invalidRows: [{ line: 2, reason: 'The check digit is wrong.' }],
  })
  open('/', { ...listed(), ...countries, '/api/tinproof/monitors/import/ndjson': { $post: answer } })
  await page.getByRole('link', { name: 'Monitoring' }).click()
  await button('Monitor Numbers').click()
  const dialog = page.getByRole('dialog', { name: 'Monitor Numbers' })
  await dialog.getByLabelText('Tax IDs').fill('DE136695976\nFR 40303265045')
  await button('Start Monitoring', dialog).click()
  await expectVisible(button('Starting...', dialog))
  history.back()
  await expectHidden(dialog)
  release()
  await expect.element(toast('1 number added')).toHaveTextContent('1 invalid (line 2)')
})

test('keeps the form open for a file without numbers', async () => {
  const nothing = { created: 0, existing: 0, invalid: 0, overLimit: 0, invalidRows: [] }
  open('/monitoring', {
    ...listed(),
    ...countries,
    '/api/tinproof/monitors/import/csv': { $post: nothing },
  })
  await button('Monitor Numbers').click()
  const dialog = page.getByRole('dialog', { name: 'Monitor Numbers' })
  await dialog.getByLabelText('File').upload(new File(['tin\n'], 'empty.csv'))
  await button('Start Monitoring', dialog).click()
  await expectVisible(alert('The file has no numbers.'))
})

test('takes the letters before a number for its country if the countries fail', {
  tags: 'deep',
}, async () => {
  open('/monitoring', { ...listed(), '/api/tinproof/countries': { $get: unavailable } })
  server.answer({ '/api/tinproof/monitors': { $post: monitor() } })
  await button('Monitor Numbers').click()
  const dialog = page.getByRole('dialog', { name: 'Monitor Numbers' })
  await expectVisible(dialog.getByText("The countries didn't load."))
  await dialog.getByLabelText('Tax IDs').fill('DE136695976')
  await button('Start Monitoring', dialog).click()
  await expectVisible(toast('Monitoring started'))
  expect(await server.sent('POST', '/api/tinproof/monitors')).toMatchObject([{ countryCode: 'DE' }])
})

test('offers the filters if all monitors are of test tokens', async () => {
  const monitors = [monitor({ live: false })]
  open('/monitoring', {
    '/api/tinproof/monitors': { $get: { monitors, next: null, monitorCount: 0, monitorLimit: 10 } },
  })
  await expectVisible(page.getByText('0 of 10 used'))
  await expectVisible(page.getByRole('searchbox', { name: 'Number, name or your ID' }))
})

test('lists what changed, filters, and says when it fails', async () => {
  open('/monitoring?state=failing', {
    ...listed(
      monitor({ changedAt: at, answer: answer({ result: 'invalid' }) }),
      monitor({ id: `monitor_${'1'.repeat(22)}`, failingSince: at, pausedBy: 'member', nextCheckAt: null }),
    ),
  })
  await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveTextContent('not responding')
  await expect.poll(() => rows().elements().length).toBe(3)
  await expectVisible(rows().nth(1).getByText('Invalid').last())
  await expectVisible(rows().nth(2).getByText('No Response').last())
  await expectVisible(rows().nth(2).getByText('Paused').last())
  server.answer(listed())
  await page.getByRole('combobox', { name: 'Changed' }).click()
  await page.getByRole('option', { name: 'In the last 7 days' }).click()
  expect(location.search).toBe('?state=failing&changed=7')
  await page.getByRole('searchbox', { name: 'Number, name or your ID' }).fill(' Summit ')
  await keys('{Enter}')
  await expect.poll(() => location.search).toContain('search=Summit')
  await expectVisible(page.getByText('No monitors match these filters'))
  // The page doesn't read a refusal again by itself, so Retry stays.
  server.answer({ '/api/tinproof/monitors': { $get: refusal(403, 'Not allowed.') } })
  open('/monitoring')
  await expectVisible(page.getByText('Failed to load the monitors'))
  server.answer(listed(monitor()))
  await button('Retry').click()
  await expect.poll(() => rows().elements().length).toBe(2)
})

test('keeps the list in view while it is read again', async () => {
  open('/monitoring', { ...listed(monitor()), ...countries })
  await expect.poll(() => rows().elements().length).toBe(2)
  const { answer: list, release } = held(unavailable)
  server.answer({ '/api/tinproof/monitors': { $get: list, $post: monitor() } })
  await button('Monitor Numbers').click()
  await page.getByLabelText('Tax IDs').fill('DE 136695976')
  await button('Start Monitoring').click()
  await expectVisible(toast('Monitoring started'))
  // Behind the dialog.
  const { length } = document.querySelectorAll('tbody tr')
  release()
  expect(length).toBe(1)
})

test('a click beside a form keeps it open', async () => {
  open('/monitoring', { ...listed(), ...countries })
  await button('Monitor Numbers').click()
  const list = page.getByLabelText('Tax IDs')
  await list.fill('DE136695976')
  const { x, y } = document.body.getBoundingClientRect()
  const place = { bubbles: true, clientX: x + 2, clientY: y + 2, pointerType: 'mouse' }
  for (const type of ['pointerdown', 'pointerup', 'click'])
    document.querySelector('.bg-backdrop')?.dispatchEvent(new PointerEvent(type, place))
  await expect.element(list).toHaveValue('DE136695976')
  await keys('{Escape}')
  await expectHidden(list)
})

test('shows the timeline, what waits for confirmation, and no actions to others', async () => {
  open(path, {
    ...organizationWith({ role: 'member' }),
    ...shown({
      createdBy: 'grace@example.test',
      differsSince: at,
      failingSince: at,
      history: [
        { at: '2026-11-22T12:00:00.000Z', changed: ['rules'], before: answer(), after: answer() },
        {
          at: '2026-11-21T12:00:00.000Z',
          changed: ['result', 'name'],
          before: answer(),
          after: answer({ result: 'invalid', reason: 'VIES lists it no more.', name: null }),
        },
        { at, changed: [], before: null, after: answer() },
      ],
    }),
  })
  await expectTexts(region('Timeline').getByRole('listitem'), [
    /Our rules for this number changed/,
    /Confirmed.*changed to.*Invalid.*VIES lists it no more\..*Summit Energy.*None/,
    /First result.*Confirmed.*Summit Energy/,
  ])
  await expectVisible(page.getByText('A change is being confirmed'))
  await expectVisible(page.getByText("The register isn't responding"))
  await expectHidden(button('Pause'))
  await expectHidden(button('Delete'))
})

test('checks now, pauses, resumes, edits and deletes, or says why not', async () => {
  open(path, { ...shown(), '/api/tinproof/monitors/:monitorId': { $get: detail(), $patch: monitor() } })
  server.answer(countries)
  server.answer({ '/api/tinproof/monitors/:monitorId/check': { $post: refusal(429, 'Try again later.') } })
  await button('Check Now').click()
  await expectVisible(toast('Failed to check now'))
  server.answer({
    '/api/tinproof/monitors/:monitorId': { $get: detail({ nextCheckAt: at }) },
    '/api/tinproof/monitors/:monitorId/check': { $post: monitor() },
  })
  await button('Check Now').click()
  await expectVisible(toast('Check requested'))
  await expectVisible(page.getByText('in a moment'))
  await expect.element(button('Check Now')).toHaveFocus()
  server.answer({
    '/api/tinproof/monitors/:monitorId': {
      $patch: () => {
        const paused = detail({ pausedBy: 'plan', nextCheckAt: null })
        server.answer({ '/api/tinproof/monitors/:monitorId': { $get: paused, $patch: monitor() } })
        return monitor()
      },
    },
  })
  await button('Pause').click()
  await expectVisible(page.getByText('Paused by your plan'))
  server.answer({ '/api/tinproof/monitors/:monitorId': { $get: detail() } })
  await expect.element(button('Resume')).toHaveFocus()
  await button('Resume').click()
  await expectVisible(page.getByText('We check it in a moment. This uses no quota.'))
  await expect.element(button('Pause')).toHaveFocus()
  await button('Edit').click()
  const edit = page.getByRole('dialog', { name: 'Edit Monitor' })
  await edit.getByRole('radio', { name: 'Every month' }).click()
  await edit.getByLabelText('Your ID').fill('C-1042')
  await button('Save', edit).click()
  await expectVisible(toast('Monitor saved'))
  expect(await server.sent('PATCH', `/api/tinproof/monitors/${monitor().id}`)).toEqual([
    { paused: true, organizationId: 'org_1' },
    { paused: false, organizationId: 'org_1' },
    { every: 'month', name: '', customId: 'C-1042', organizationId: 'org_1' },
  ])
  server.answer({
    ...listed(),
    '/api/tinproof/monitors/:monitorId': { $delete: new Response(null, { status: 204 }) },
  })
  await button('Delete').click()
  await button('Delete Monitor', page.getByRole('alertdialog')).click()
  await expectVisible(page.getByText('No monitors yet'))
  server.answer({ '/api/tinproof/monitors/:monitorId': { $get: refusal(404, 'Monitor not found.') } })
  open(`/monitoring/monitor_${'1'.repeat(22)}`)
  await expectVisible(page.getByText("This monitor doesn't exist"))
})

test('an admin chooses the digest', async () => {
  open('/monitoring', listed())
  server.answer({ '/api/organization': { $patch: { ...organization, monitorDigest: 'none' } } })
  await page.getByRole('combobox', { name: 'Email digest' }).click()
  server.answer(organizationWith({ monitorDigest: 'none' }))
  await page.getByRole('option', { name: 'Off' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Email digest' })).toHaveTextContent('Off')
  expect(await server.sent('PATCH', '/api/organization')).toEqual([
    { monitorDigest: 'none', organizationId: 'org_1' },
  ])
})

test('an organization with all monitors of its plan adds nothing, and sees how to get more', async () => {
  open('/monitoring', {
    '/api/tinproof/monitors': {
      $get: { monitors: [monitor()], next: null, monitorCount: 12, monitorLimit: 10 },
    },
  })
  await expectVisible(page.getByText('All 10 monitors of your plan are in use. Delete 3 to add another.'))
  await expect.element(button('Monitor Numbers')).toBeDisabled()
  await expect
    .element(page.getByRole('link', { name: 'Upgrade your plan' }))
    .toHaveAttribute('href', '/products')
})

test('a suspended organization adds nothing', async () => {
  open('/monitoring', { ...listed(), ...organizationWith({ status: 'SUSPENDED' }) })
  await expectVisible(page.getByText("Nothing is checked, because this organization isn't active."))
  await expect.element(button('Monitor Numbers')).toBeDisabled()
})

test('a number that no rule can read is not offered for monitoring', async () => {
  open('/', {
    ...countries,
    '/api/tinproof/validate': { $post: validation({ result: 'invalid', additionalInfo: {} }) },
  })
  await page.getByLabelText('Tax ID (TIN)').fill('DE136695976')
  await button('Validate', page, { exact: true }).click()
  await expectVisible(button('Copy Result'))
  await expect.element(button('Monitor', page, { exact: true })).not.toBeInTheDocument()
})

test('a result can be monitored', async () => {
  open('/', {
    ...countries,
    '/api/tinproof/validate': {
      $post: validation({ additionalInfo: { type: 'DE.VAT', compact: '136695976' } }),
    },
    '/api/tinproof/monitors': { $post: monitor() },
  })
  await page.getByLabelText('Tax ID (TIN)').fill('DE136695976')
  await button('Validate', page, { exact: true }).click()
  await button('Monitor', page, { exact: true }).click()
  await button('Start Monitoring', page.getByRole('dialog', { name: 'Monitor This Number' })).click()
  await expectVisible(toast('Monitoring started'))
  expect(await server.sent('POST', '/api/tinproof/monitors')).toEqual([
    { countryCode: 'DE', tin: 'DE136695976', every: 'week', organizationId: 'org_1' },
  ])
})

test('leaves the list in place for a click on one of its links', { tags: 'deep' }, async () => {
  open('/monitoring', listed(monitor()))
  const field = page.getByRole('searchbox', { name: 'Number, name or your ID' })
  await field.fill('Summit')
  const link = page.getByRole('table', { name: 'Monitors' }).getByRole('link').element()
  if (link instanceof HTMLElement) link.focus()
  await new Promise((resolve) => setTimeout(resolve))
  expect(link.isConnected).toBe(true)
  expect(location.search).toBe('')
})
