// @module-tag deep
import { renderToStaticMarkup } from 'react-dom/server'
import { describe } from 'vitest'
import { cdp } from 'vitest/browser'
import { resultNumbers, sandboxAnswerTo } from '#tests/result-numbers.ts'
import { ResultBadge } from '#web/results/index.ts'
import { type CallDetail, noCalls } from '#worker/activity/contract.ts'
import { formatRow } from '#worker/batches/format-row.ts'
import {
  type Result,
  results,
  resultTexts,
  SIGNATURE_HEADER,
  type ValidationResponse,
} from '#worker/validation/contract.ts'
import {
  button,
  expect,
  expectHidden,
  expectTexts,
  expectVisible,
  keys,
  open,
  page,
  region,
  server,
  test,
  toast,
} from './app.tsx'
import { at, batch, call, callDetail, countries, days, monitor, record, validation } from './data.ts'
import { batchWith } from './form-screens.ts'
import { type Answers, refusal, unavailable } from './server.ts'

const items = resultNumbers.map(({ result: _, ...item }) => item)
const answers = items.map(sandboxAnswerTo)
const expected = resultNumbers.map(({ result }) => result)
const counts = { ...noCalls, unreadable: 0 }
for (const result of expected) counts[result]++

/** As the page writes it. */
function badgeOf(result: Result): string {
  const host = document.createElement('div')
  host.innerHTML = renderToStaticMarkup(<ResultBadge result={result} />)
  return host.innerHTML
}
const badges = results.map((result) => ({ result, badge: badgeOf(result) }))
const shownIn = ({ innerHTML }: Element) => badges.find(({ badge }) => innerHTML.includes(badge))?.result

const expectBadges = (elements: () => Element[]) =>
  expect.poll(() => elements().map(shownIn)).toEqual(expected)
const expectReasons = (elements: () => Element[]) =>
  expect
    .poll(() =>
      elements().map(({ textContent }, index) => textContent.includes(answers[index]?.reason ?? '?')),
    )
    .toEqual(answers.map(() => true))
const rowsOf = (table: string) => () =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').elements().slice(1)

test('a batch shows each result in its color, with its sentence and count', async () => {
  const options = { live: false, id: 'ref', source: true, fresh: false, maxAge: null, createdAt: new Date() }
  const rows = items.map((item, index) => {
    const row = formatRow(
      { line: index + 1, cells: null, cost: 1 as const, item: { ...item, customId: null } },
      options,
      {},
    )
    if (row.kind === 'look-up') throw new Error('The sandbox looks nothing up')
    return row.result
  })
  const { path, answers } = batchWith({ live: false, rows: rows.length, counts })
  open(path, {
    ...answers,
    '/api/tinproof/batches/:batchId/results': { $get: Response.json({ results: rows, next: null }) },
  })
  await expectBadges(rowsOf('Results'))
  await expectReasons(rowsOf('Results'))
  await expectVisible(page.getByText('Test', { exact: true }))
  for (const result of results)
    await expectVisible(button(`${resultTexts[result].word} ${counts[result]}`, page, { exact: true }))
})

test('a batch offers the results that its rows have while they are looked up again', async () => {
  const none = { ...noCalls, unreadable: 0 }
  const retried = batchWith({ state: 'processing', rows: 3, pendingRows: 3, counts: none, retryUntil: at })
  open(retried.path, retried.answers)
  await expectVisible(button('All 3', page, { exact: true }))
  await button('Download').click()
  await expectVisible(page.getByRole('menuitem', { name: 'CSV' }))
})

test('a batch shows what changed since the batch before with its name', async () => {
  const earlier = (id: string, day: string, changes = {}) =>
    batch({ id: `batch_${id.repeat(22)}`, createdAt: `2026-11-${day}T12:00:00.000Z`, ...changes })
  const others = [
    earlier('1', '19', { state: 'canceled' }),
    earlier('2', '18', { name: 'Customers' }),
    earlier('3', '17'),
  ]
  const row = (result: Result, registeredName: string | null = null, tin = '136695976') => ({
    ...{ countryCode: tin.startsWith('CH') ? 'CH' : 'DE', tin, result, registeredName },
  })
  open(`/batches/${batch().id}`, {
    ...batchWith({}).answers,
    '/api/tinproof/batches': { $get: { batches: [batch(), ...others, earlier('4', '16')], next: null } },
    '/api/batches/:batchId/changes': { $get: unavailable },
  })
  await expectHidden(page.getByText('Test', { exact: true }))
  await button('Changed since Nov 17, 2026').click()
  await expectVisible(page.getByText('Failed to compare the batches'))
  server.answer({
    '/api/batches/:batchId/changes': {
      $get: ({ url }) => {
        expect(new URL(url).searchParams.get('since')).toBe(others[2]?.id)
        return {
          counts: { new: 1, changed: 2, gone: 2_000 },
          changes: [
            {
              change: 'changed',
              customId: 'K-1',
              before: row('confirmed', 'Old'),
              after: row('invalid', 'Acme'),
            },
            {
              change: 'changed',
              customId: 'K-2',
              before: row('confirmed'),
              after: row('confirmed', null, 'DE136695984'),
            },
            {
              change: 'new',
              customId: null,
              before: null,
              after: row('format_only', null, 'CHE-116.281.710'),
            },
            { change: 'gone', customId: null, before: row('unconfirmed'), after: null },
          ],
        }
      },
    },
  })
  await button('Retry').click()
  await expect
    .poll(() => rowsOf('Changes')().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/^DE 136695976K-1Changed.*Confirmed.*Invalid.*AcmeBefore: Old/),
      expect.stringMatching(/^DE136695984Before: DE 136695976K-2Changed.*Confirmed/),
      expect.stringMatching(/^CHE-116.281.710New.*Format only/),
      expect.stringMatching(/Gone.*Unconfirmed/),
    ])
  await expectVisible(page.getByText('Only the first 1,000 changes are listed.'))
  await button('Gone 2,000').click()
  await expect.poll(() => rowsOf('Changes')().length).toBe(1)
  await expectVisible(page.getByText('Only the first 1,000 changes are listed.'))
  await button('New 1').click()
  await expectHidden(page.getByText('Only the first 1,000 changes are listed.'))
  await button('All 1', page, { exact: true }).click()
  await expectVisible(page.getByText('No results', { exact: true }))
})

test('a pasted list shows each result in its color, with its sentence', async () => {
  open('/', {
    ...countries,
    '/api/tinproof/validate': { $post: async (request) => sandboxAnswerTo(await request.json()) },
  })
  await button('Paste a List').click()
  for (const half of [answers.slice(0, 20), answers.slice(20)]) {
    const list = page.getByLabelText('Tax IDs')
    await list.fill(half.map(({ countryCode, tin }) => `${countryCode} ${tin}`).join('\n'))
    await button('Validate', page, { exact: true }).click()
    const unnamed = half.map(({ countryCode, tin }) => sandboxAnswerTo({ countryCode, tin }))
    await expect.poll(() => rowsOf('Results')().map(shownIn)).toEqual(unnamed.map(({ result }) => result))
    const texts = rowsOf('Results')().map(({ textContent }) => textContent)
    expect(texts).toEqual(unnamed.map(({ reason }) => expect.stringContaining(reason)))
  }
})

const emulate = (media: { media?: string; features?: { name: string; value: string }[] }) =>
  cdp().send('Emulation.setEmulatedMedia', media)

test('the activity and its chart show each result in its color, with its sentence', async () => {
  const calls = resultNumbers.map(({ result, countryCode }, index) =>
    call({ id: index + 1, outcome: result, country: countryCode, requestId: crypto.randomUUID() }),
  )
  const { unreadable: _, ...today } = counts
  open('/activity', { '/api/activity': { $get: calls }, '/api/activity/days': { $get: days({ 0: today }) } })
  await expectBadges(rowsOf('Calls'))
  await expectTexts(
    page.getByRole('list', { name: 'Total by result' }).getByRole('listitem'),
    results.map((result) => `${resultTexts[result].word}${counts[result]}`),
  )
  const looks = (query: string) => [...document.querySelectorAll(query)].map((each) => getComputedStyle(each))
  await emulate({ features: [{ name: 'forced-colors', value: 'active' }] })
  const patterns = looks('ul[aria-label="Total by result"] span:empty').map(({ background }) => background)
  expect(patterns).toHaveLength(results.length)
  expect(new Set(patterns).size).toBe(results.length)
  expect(looks('[aria-current="page"]').map(({ outlineStyle }) => outlineStyle)).toContain('solid')
  await emulate({ media: 'print' })
  for (const { display } of looks('aside, header, search')) expect(display).toBe('none')
  await expectHidden(button('Refresh'))
  await emulate({ media: '' })
  for (const result of results) {
    const listed = calls.find(({ outcome }) => outcome === result)
    server.answer({ '/api/activity/:requestId': { $get: callDetail(listed ?? {}) } })
    open(`/results/${listed?.requestId}`)
    await expectVisible(region('Result').getByText(resultTexts[result].sentence))
    const history = region('History of This Number').getByRole('listitem')
    await expect.poll(() => history.elements().map(shownIn)).toEqual([result])
  }
})

test('marks the chosen option in forced colors', { tags: 'deep' }, async () => {
  open('/webhooks', { '/api/webhooks': { $get: [] } })
  await button('New Endpoint').click()
  const chosen = page.getByRole('radio', { name: /^Live/ })
  await expectVisible(chosen)
  await emulate({ features: [{ name: 'forced-colors', value: 'active' }] })
  const colors = [undefined, '::before'].map(
    (part) => getComputedStyle(chosen.element(), part).backgroundColor,
  )
  await emulate({ media: '' })
  expect(new Set(colors).size).toBe(2)
})

test('prints what is folded', { tags: 'deep' }, async () => {
  open('/', countries)
  await expectVisible(page.getByText('More options'))
  await emulate({ media: 'print' })
  const [folded] = document.querySelectorAll('main details:not([open])')
  const visibility = folded && getComputedStyle(folded, '::details-content').contentVisibility
  await emulate({ media: '' })
  expect(visibility).toBe('visible')
})

describe("a result's screen", () => {
  const path = (id: number) => `/results/${idOf(id)}`
  const idOf = (id: number) => `00000000-0000-4000-8000-00000000000${id}`
  const detail = (id: number, changes: Partial<CallDetail> = {}) =>
    callDetail({ id, requestId: idOf(id), ...changes })

  test('says that the number is not kept, asks for it, and says whether it is the same', async () => {
    const [first, second] = [detail(1), detail(2)]
    const history = [call(second), call(first)]
    open(path(1), {
      '/api/activity/:requestId': { $get: { ...first, history: [call(first)] } },
      ...countries,
      '/api/tinproof/validate': {
        $post: Response.json(validation({ referenceId: idOf(2) }), {
          headers: { [SIGNATURE_HEADER]: 'by us' },
        }),
      },
    })
    await expectVisible(page.getByText("We don't keep the number of a single check"))
    await expectVisible(page.getByText('Your organization made no other call with it.'))
    await button('Check Again').click()
    const dialog = page.getByRole('dialog', { name: 'Check Again' })
    await button('Check', dialog, { exact: true }).click()
    await expectVisible(dialog.getByText('tin is required'))
    await dialog.getByLabelText('Tax ID, Germany').fill('136695976')
    const third = { ...detail(3), numberId: 'another', history: [call(detail(3))] }
    const details = [{ ...first, history: [call(first)] }, { ...second, history }, third]
    server.answer({
      '/api/activity/:requestId': {
        $get: ({ url }) => Response.json(details.find(({ requestId }) => url.includes(requestId))),
      },
    })
    await keys('{Enter}')
    await expectVisible(toast('Checked Again'))
    expect(location.pathname).toBe(path(2))
    expect(await server.sent('POST', '/api/tinproof/validate')).toEqual([
      { countryCode: 'DE', tin: '136695976', fresh: true, organizationId: 'org_1' },
    ])
    // The page has the number until it's reloaded, so the next check asks for nothing.
    await expectVisible(region('Result').getByText('DE 136 695 976'))
    const links = region('History of This Number').getByRole('link')
    await expect.poll(() => links.elements().map((link) => link.ariaCurrent)).toEqual(['page', null])
    server.answer({ '/api/tinproof/validate': { $post: validation({ referenceId: idOf(3) }) } })
    await button('Check Again').click()
    await expectVisible(toast("That's a different number"))
    expect(location.pathname).toBe(path(3))
  })

  test('opens the result of a check that counted although reading its call failed', async () => {
    open(path(1), {
      '/api/activity/:requestId': { $get: detail(1, { response: validation() }) },
      ...countries,
      '/api/tinproof/validate': { $post: validation({ referenceId: idOf(2) }) },
    })
    await expectVisible(button('Check Again'))
    server.answer({ '/api/activity/:requestId': { $get: unavailable } })
    await button('Check Again').click()
    await expectVisible(page.getByText('Failed to load the result'))
    expect(location.pathname).toBe(path(2))
  })

  test('leads to the list without a reference', async () => {
    open('/results', { '/api/activity': { $get: [] } })
    await expect.poll(() => location.pathname).toBe('/activity')
    await expectVisible(page.getByRole('heading', { name: 'Activity', exact: true }))
  })

  test('checks and monitors a kept number again as the type that it has', async () => {
    const response = validation({ additionalInfo: { type: 'DE.EORI', compact: 'DE136695976' } })
    open(path(1), {
      '/api/activity/:requestId': { $get: detail(1, { response }) },
      ...countries,
      '/api/tinproof/validate': { $post: validation({ referenceId: idOf(2) }) },
      '/api/tinproof/monitors': { $post: monitor() },
    })
    const number = { countryCode: 'DE', tin: '136695976', type: 'DE.EORI' }
    const organizationId = 'org_1'
    await button('Monitor').click()
    await button('Start Monitoring').click()
    await expectVisible(toast('Monitoring started'))
    expect(await server.sent('POST', '/api/tinproof/monitors')).toEqual([
      { ...number, every: 'week', organizationId },
    ])
    server.answer({ '/api/activity/:requestId': { $get: detail(2, { outcome: 'invalid' }) } })
    await button('Check Again').click()
    await expectVisible(toast('Checked Again').getByText('Same number. The result is new.'))
    expect(await server.sent('POST', '/api/tinproof/validate')).toEqual([
      { ...number, fresh: true, organizationId },
    ])
  })

  test('compares with the name of a record, and shows none if only the answer was kept', async () => {
    const entity = { name: 'SUMMIT ENERGY LTD', address: null }
    const response = validation({ result: 'different_name', entity })
    const { countryCode, tin } = response
    const request = { countryCode, tin, name: 'Acme' }
    const answers: Answers = {
      '/api/activity/:requestId': { $get: detail(1, { response }) },
      ...countries,
      '/api/tinproof/validate': { $post: validation({ referenceId: idOf(2) }) },
    }
    open(path(1), answers)
    await expectVisible(page.getByText('Name in the register'))
    await expectHidden(page.getByText('Name you entered'))
    open(path(3), { ...answers, '/api/activity/:requestId': { $get: detail(3, { request, response }) } })
    await expectVisible(page.getByText('Name you entered'))
    await button('Check Again').click()
    await expectVisible(toast('Checked Again'))
    expect(await server.sent('POST', '/api/tinproof/validate')).toMatchObject([{ tin, name: 'Acme' }])
  })

  test('does not call a number invalid whose type it does not know', async () => {
    open(path(1), {
      '/api/activity/:requestId': { $get: detail(1) },
      ...countries,
      '/api/tinproof/validate': { $post: validation({ referenceId: idOf(2), result: 'invalid' }) },
    })
    await button('Check Again').click()
    await page.getByLabelText('Tax ID, Germany').fill('DE1234567')
    server.answer({ '/api/activity/:requestId': { $get: detail(2, { outcome: 'invalid' }) } })
    await keys('{Enter}')
    await expectVisible(toast('Checked Again').getByText(/^Same number, checked without a type/))
  })

  const errorCode = 'REGISTER_UNAVAILABLE'
  const waited = (response: Partial<ValidationResponse>): Answers => ({
    '/api/activity/:requestId': {
      $get: detail(1, {
        status: 202,
        outcome: 'unconfirmed',
        errorCode,
        docs: `/docs/codes/${errorCode}`,
        response: validation({ validationId: 'validation_1', ...response }),
      }),
    },
    ...countries,
  })
  const help = page.getByRole('link', { name: /^What to do about REGISTER_UNAVAILABLE/ })

  test('shows the number that a call asked us to keep', async () => {
    const errors = [{ code: errorCode, message: 'VIES is down.', timestamp: at, retryable: true }]
    open(path(1), waited({ result: 'unconfirmed', pending: true, errors }))
    await expectVisible(region('Result').getByText('DE 136 695 976'))
    await expectHidden(page.getByText("We don't keep the number"))
    await expect.element(help).toHaveAttribute('href', `/docs/codes/${errorCode}`)
  })

  test('hides the error of a call when the register has responded', async () => {
    open(path(1), waited({ pending: false }))
    await expectVisible(region('Result').getByText('DE 136 695 976'))
    await expectHidden(help)
  })

  test('shows why a call was refused, and leads to a batch and back to the list', async () => {
    const refused = detail(1, {
      ...{ outcome: 'refused', status: 422, responseTime: 1_240, numberId: null, history: [] },
    })
    const docs = '/docs/errors/UNSUPPORTED_COUNTRY'
    open('/activity?status=422', {
      '/api/activity': { $get: [call(refused)] },
      '/api/activity/:requestId': {
        $get: { ...refused, errorCode: 'UNSUPPORTED_COUNTRY', errorMessage: 'Not supported.', docs },
      },
    })
    await page.getByRole('table', { name: 'Calls' }).getByRole('link').click()
    await expectVisible(region('Result').getByText('Not supported.'))
    for (const fact of [
      /TokenDashboard/,
      /HTTP status.*422/,
      /Response time.*1\.2 s/,
      /RequestPOST \/api\/tinproof/,
    ])
      await expect.element(page.getByRole('main')).toHaveTextContent(fact)
    await expectVisible(button('Copy request ID'))
    await expect.element(page.getByRole('link', { name: /How to fix it/ })).toHaveAttribute('href', docs)
    await expectHidden(button('Check Again'))
    await expectHidden(region('History of This Number'))
    await page.getByRole('link', { name: 'All Activity' }).click()
    await expectVisible(page.getByRole('table', { name: 'Calls' }))
    expect(location.search).toBe('?status=422')

    const batchId = `batch_${'0'.repeat(22)}`
    server.answer({
      '/api/activity/:requestId': { $get: detail(2, { rows: 3, outcome: null, numberId: null, batchId }) },
    })
    open(path(2))
    const link = page.getByRole('link', { name: 'See its progress and results' })
    await expect.element(link).toHaveAttribute('href', `/batches/${batchId}`)
  })

  test('says that a result is gone, and offers to retry after an outage', async () => {
    open(path(1), { '/api/activity/:requestId': { $get: refusal(404, 'Call not found.') } })
    await expectVisible(page.getByText("This result doesn't exist"))
    server.answer({ '/api/activity/:requestId': { $get: unavailable } })
    open(path(2))
    await expectVisible(page.getByText('Failed to load the result'))
    server.answer({ '/api/activity/:requestId': { $get: detail(2) } })
    await button('Retry').click()
    await expectVisible(page.getByText('Your organization made no other call with it.'))
  })
})

test('records show each result in its color', async () => {
  const records = answers.map(({ countryCode, tin, result }, id) => ({
    ...{ id: `record_${id}`, referenceId: 'ref', countryCode, tin, result, name: null },
    ...{ live: true, number: id, isShared: false, createdBy: null, createdAt: at, expiresAt: at },
  }))
  open('/records', { '/api/tinproof/records': { $get: { records, next: null } } })
  await expectBadges(rowsOf('Records'))
})

test('a record of a test token says that its register is simulated', async () => {
  const path = '/api/tinproof/records/:recordId'
  const note = page.getByText("This is a test record. The register's response is simulated.")
  const { id } = record()
  open(`/records/${id}`, { ...countries, [path]: { $get: record() } })
  await expectVisible(page.getByText('Tax ID validation record'))
  await expectHidden(note)
  open(`/records/${id}`, {
    ...countries,
    [path]: { $get: record({ response: validation({ live: false }) }) },
  })
  await expectVisible(note)
})

test('shows that a record is signed although reading it failed once', { tags: 'deep' }, async () => {
  const path = '/api/tinproof/records/:recordId'
  open(`/records/${record().id}`, { ...countries, [path]: { $get: record() } })
  await expectVisible(button('Create Link'))
  server.answer({ [path]: { $get: unavailable } })
  const reads = async () => (await server.sent('GET', `/api/tinproof/records/${record().id}`)).length
  await expect.poll(reads, { timeout: 10_000 }).toBe(2)
  const link = { url: 'https://tinproof.test/record#secret', expiresAt: at, createdAt: at }
  server.answer({ [path]: { $get: record({ link }) } })
  await expect.element(button('Remove Link'), { timeout: 10_000 }).toBeVisible()
})

test('a deleted record is gone, also after going back', { tags: 'deep' }, async () => {
  const path = '/api/tinproof/records/:recordId'
  const { request: _, response: __, file: ___, link: ____, ...row } = record()
  open(`/records/${row.id}`, {
    ...countries,
    '/api/tinproof/records': { $get: { records: [row], next: null } },
    [path]: { $get: record(), $delete: new Response(null, { status: 204 }) },
  })
  await page.getByRole('link', { name: 'All Records' }).click()
  await page.getByRole('table', { name: 'Records' }).getByRole('link').click()
  server.answer({ '/api/tinproof/records': { $get: { records: [], next: null } } })
  await button('Delete Record').click()
  await button('Delete Record', page.getByRole('alertdialog')).click()
  await expectVisible(page.getByText('No records yet'))
  server.answer({ [path]: { $get: refusal(404, 'Record not found.') } })
  history.back()
  history.back()
  await expectVisible(page.getByText('Record not found'))
})

test('Back leads from days that were typed in parts to the list without them', async () => {
  const { request: _, response: __, file: ___, link: ____, ...row } = record()
  open('/records', { '/api/tinproof/records': { $get: { records: [row], next: null } } })
  for (const day of ['2026-11-02', '2026-11-20']) {
    await page.getByLabelText('From (UTC)').fill(day)
    await expect.poll(() => location.search).toBe(`?from=${day}`)
  }
  history.back()
  await expect.poll(() => location.search).toBe('')
})

test('keeps a filter that was picked just before another one', async () => {
  open('/records', { '/api/tinproof/records': { $get: { records: [record()], next: null } } })
  await expectVisible(page.getByLabelText('To (UTC)'))
  const { set: setValue } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  for (const [label, day] of [
    ['From (UTC)', '2026-11-02'],
    ['To (UTC)', '2026-11-20'],
  ] as const) {
    const input = page.getByLabelText(label).element()
    setValue?.call(input, day)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await expect.poll(() => location.search).toBe('?from=2026-11-02&to=2026-11-20')
})
