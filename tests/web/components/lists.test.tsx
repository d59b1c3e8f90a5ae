import { refreshOrganization } from '#web/lib/swr.ts'
import type { Usage } from '#worker/activity/contract.ts'
import { noCalls } from '#worker/activity/contract.ts'
import type { Batch } from '#worker/batches/contract.ts'
import type { RegisterStatus } from '#worker/registers/contract.ts'
import type { SupportRequest, SupportThread } from '#worker/support/contract.ts'
import {
  alert,
  button,
  expect,
  expectFailure,
  expectHidden,
  expectTexts,
  expectVisible,
  open,
  page,
  region,
  server,
  test,
  toast,
  withLargeText,
} from './app.tsx'
import { at, batch, call, organization, organizationWith, register, team, user, visitor } from './data.ts'
import { batchWith, both, pastedBatch } from './form-screens.ts'
import { forms } from './forms.ts'
import { held, refusal, unavailable } from './server.ts'

test.for(['POST /api/tokens', 'POST /api/projects', 'POST /api/webhooks'] as const)(
  'show what was created although the reply was lost: %s',
  async (call) => {
    const [, path = ''] = call.split(' ')
    const [form] = [forms[call]].flat()
    const read = async () => (await server.sent('GET', path)).length
    open(form?.path ?? '', { ...team, ...form?.answers, [path]: { $get: [] } })
    await form?.open?.()
    const before = await read()
    server.answer({ [path]: { $post: () => Promise.reject(new TypeError('Failed to fetch')) } })
    await form?.send()
    await expect.poll(read).toBe(before + 1)
  },
)

test('shows that the calls load, why they failed, and that there are none', { tags: 'deep' }, async () => {
  const { answer, release } = held(refusal(500, 'Something went wrong on our side. Try again.'))
  open('/activity', { '/api/activity': { $get: answer } })
  await expect.element(page.getByText('Loading activity')).toBeInTheDocument()
  release()
  await expectVisible(page.getByText('Failed to load activities'))
  await expectVisible(page.getByText('Something went wrong on our side. Try again.'))
  server.answer({ '/api/activity': { $get: [] } })
  await button('Retry').click()
  await expectVisible(page.getByText('No calls yet'))
  await expectHidden(page.getByRole('search'))
  await expectHidden(region('Usage'))
  expect(await server.sent('GET', '/api/activity')).toHaveLength(2)
  // New calls show only after Refresh.
  server.answer({ '/api/activity': { $get: [call({ outcome: 'invalid' })] } })
  await button('Refresh').click()
  await expect
    .poll(() => page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row').length)
    .toBe(2)
})

test('covers no part of a call on a phone', { tags: 'deep' }, async () => {
  await page.viewport(320, 800)
  const country = 'VC'
  const calls = [
    call({ id: 1, rows: 100_000, country: null }),
    call({ id: 2, outcome: 'refused', status: 415, country }),
    call({ id: 3, outcome: 'different_name', country, tokenName: 'x'.repeat(60) }),
  ]
  open('/activity', { '/api/activity': { $get: calls } })
  const table = page.getByRole('table', { name: 'Calls', exact: true })
  await expect.poll(() => table.getByRole('row').length).toBe(1 + calls.length)
  for (const row of table.element().querySelectorAll('tbody tr')) {
    const result = row.querySelector('a')?.getBoundingClientRect().right
    expect(result).toBeLessThanOrEqual(row.querySelector('time')?.getBoundingClientRect().left ?? 0)
    expect(row.scrollWidth).toBe(row.clientWidth)
  }
  const beyond = () => {
    const { left, right } = table.element().getBoundingClientRect()
    const edges = [...table.element().querySelectorAll('time')].map((time) => time.getBoundingClientRect())
    return Math.max(...edges.map((edge) => Math.max(left - edge.left, edge.right - right)))
  }
  expect(await withLargeText(beyond, 200)).toBeLessThan(0)
})

test('opens a call from its row only, also if the position of a row is ignored, as in Safari', async () => {
  const safari = document.createElement('style')
  safari.textContent = 'tr { position: static !important }'
  document.head.append(safari)
  open('/activity', { '/api/activity': { $get: [call({})] } })
  const link = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('link')
  await expectVisible(link)
  const { x, y } = button('Refresh').element().getBoundingClientRect()
  expect(document.elementFromPoint(x + 9, y + 9)?.closest('a')).toBeNull()
  const row = link.element().closest('tr')?.getBoundingClientRect() ?? new DOMRect()
  expect(document.elementFromPoint(row.right - 9, row.bottom - 9)?.closest('a')).toBe(link.element())
  safari.remove()
})

test('shows usage by token and country in the chosen range', { tags: 'deep' }, async () => {
  const usage = (germany: number, france: number): Usage => ({
    tokens: [{ tokenId: 4, tokenName: 'Checkout', counts: { ...noCalls, confirmed: germany } }],
    countries: [
      ...(france ? [{ country: 'FR', counts: { ...noCalls, confirmed: france } }] : []),
      { country: 'DE', counts: { ...noCalls, confirmed: germany } },
    ],
  })
  open('/activity', {
    '/api/activity': { $get: [call({})] },
    '/api/activity/usage': { $get: ({ url }) => (url.includes('24h') ? usage(6, 0) : usage(6e8, 9e8)) },
    '/api/activity/hours': {
      $get: [{ hour: '2026-11-20T10:00:00.000Z', counts: { ...noCalls, confirmed: 6 } }],
    },
  })
  const entries = (title: string) =>
    region('Usage').getByRole('region', { name: title }).getByRole('listitem')
  await expectTexts(entries('By country'), ['France900,000,000 60%', 'Germany600,000,000 40%'])
  const name = region('Usage').getByText('Germany')
  expect(await withLargeText(() => name.element().clientWidth, 200)).toBeGreaterThan(100)
  await button('24 hours').click()
  await expect.poll(() => location.search).toBe('?range=24h')
  await expectTexts(entries('By country'), ['Germany6 100%'])
  await expectTexts(
    region('Calls per hour').getByRole('list', { name: 'Total by result' }).getByRole('listitem'),
    ['Confirmed6'],
  )
  await entries('By token').getByRole('link', { name: 'Checkout' }).click()
  await expect.poll(() => location.search).toBe('?token=4&range=24h')
})

const sent: SupportRequest = {
  reference: 'TP-234567',
  subject: 'Nothing works',
  category: 'technical',
  priority: 'normal',
  state: 'open',
  createdAt: at,
  updatedAt: at,
}

test('ignores a page of requests that the address makes up', async () => {
  const invalid = refusal(422, 'cursor must be "next" of the previous page')
  open('/support?before=garbage', {
    '/api/support/requests': {
      $get: ({ url }) => (url.includes('garbage') ? invalid : { requests: [sent], next: null }),
    },
  })
  await expectVisible(region('Your Requests').getByRole('link', { name: 'Nothing works' }))
  await expectHidden(page.getByRole('navigation', { name: 'Pages' }))
})

test('keeps the text of a support request that could not be sent', { tags: 'deep' }, async () => {
  open('/support', {
    '/api/support/requests': { $get: { requests: [], next: null } },
    '/api/support/submit': { $post: refusal(503, 'Boom') },
  })
  const submit = button('Submit Request')
  const message = page.getByLabelText('Message')
  await page.getByLabelText('Subject').fill('Nothing works')
  await page.getByLabelText('Category').click()
  await page.getByRole('option', { name: 'Technical', exact: true }).click()
  await message.fill('Every call fails.')
  await submit.click()
  const advice = 'Please try again or contact us directly at support@tinproof.test'
  await expectFailure('Failed to submit request', `Boom. ${advice}`)
  server.answer({ '/api/support/submit': { $post: new Response('<h1>Bad gateway</h1>', { status: 502 }) } })
  await submit.click()
  await expectVisible(alert(`Something went wrong. ${advice}`))
  await expect.element(message).toHaveValue('Every call fails.')
  server.answer({
    '/api/support/requests': { $get: { requests: [sent], next: null } },
    '/api/support/submit': { $post: { success: true, reference: sent.reference } },
  })
  await submit.click()
  await expectVisible(region('Your Requests').getByRole('link', { name: 'Nothing works' }))
})

test('focuses the heading when a request opens or closes, and the page when its button is gone', {
  tags: 'deep',
}, async () => {
  const thread: SupportThread = { ...sent, messages: [] }
  open('/support?before=1.1', {
    '/api/support/requests': { $get: { requests: [sent], next: null } },
    '/api/support/requests/:reference': { $get: thread, $patch: { ...thread, state: 'closed' } },
  })
  const heading = page.getByRole('heading', { level: 1, name: 'Support' })
  await page.getByRole('link', { name: sent.subject }).click()
  await expect.element(heading).toHaveFocus()
  await button('Close Request').click()
  await expectVisible(toast('Request closed'))
  await expect.element(page.getByRole('main')).toHaveFocus()
  await page.getByRole('link', { name: 'All Requests' }).click()
  await expectVisible(region('Your Requests'))
  expect(location.search).toBe('?before=1.1')
  await expect.element(heading).toHaveFocus()
})

const hours = [...Array.from({ length: 22 }, () => 1), 0.5, 0]
const answering = (id: string, country: string | null, changes: Partial<RegisterStatus> = {}) =>
  register(id, {
    country,
    lastHour: { calls: 57, answered: 56, milliseconds: 310 },
    lastDay: { calls: 1_200, answered: 1_200, milliseconds: 1_250 },
    hours,
    ...changes,
  })

test('shows the status of each register, or why it failed to load', { tags: 'deep' }, async () => {
  open('/registers', { '/api/tinproof/registers': { $get: unavailable } })
  await expectVisible(page.getByText('Failed to load the registers'))
  const { answer, release } = held({
    updatedAt: at,
    registers: [
      answering('vies', null, { name: 'VIES' }),
      answering('vies:DE', 'DE', { publishedStatus: 'available' }),
      answering('vies:IT', 'IT', { name: 'Italy', health: 'down', publishedStatus: 'unavailable' }),
      register('vies:AT', { name: 'Austria', country: 'AT', health: 'unknown' }),
      answering('brreg', 'NO', { name: 'Brønnøysund Register Centre' }),
      register('adis', { name: 'ADIS', country: 'CZ', health: 'unknown' }),
      answering('nts', 'KR', { name: 'National Tax Service', state: 'off', health: 'unknown' }),
    ],
  })
  server.answer({ '/api/tinproof/registers': { $get: answer } })
  await button('Retry').click()
  release()
  const row = (text: string) => region('Register Status').getByRole('listitem').filter({ hasText: text })
  const brreg = row('Brønnøysund Register Centre')
  await expect.element(brreg).toHaveTextContent('Responding')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expectTexts(brreg.getByRole('definition'), ['98.2%, 310 ms57 calls', '100%, 1.3 s1,200 calls'])
  await expectVisible(region('Register Status').getByText('2 responding, 1 idle, 1 off'))
  const nts = row('National Tax Service South Korea')
  await expectHidden(nts)
  await region('Register Status').getByText('Not connected').click()
  await expectVisible(nts)
  await expectHidden(row('ADIS'))
  await region('Register Status').getByText('No calls in the last 24 hours1').click()
  await expectVisible(row('ADIS Czechia'))
  const vies = row('European Union, ')
  await vies.getByText('trouble: Italy').click()
  await expectVisible(vies.getByText('No calls in the last 24 hours: Austria'))
  const italy = vies.getByRole('listitem').filter({ hasText: 'Italy' })
  await expect.element(italy).toHaveTextContent('Not responding')
  await expect.element(italy).toHaveTextContent('VIES reports: unavailable')
  await expectVisible(italy.getByRole('img', { name: /^Last 24 hours: 22 hours OK; .* 50%, .* 0%$/ }))
  await button('Refresh').click()
  await expect.poll(() => server.sent('GET', '/api/tinproof/registers')).toHaveLength(3)
})

test('moves batches to the next page when a new one appears', { tags: 'deep' }, async () => {
  /** Two a page. A cursor is the number of a page's last batch. */
  const pagesOf = (newest: number, state: Batch['state']) => ({
    '/api/tinproof/batches': {
      $get: ({ url }: Request) => {
        const cursor = new URL(url).searchParams.get('cursor')
        const first = cursor === null ? newest : Number(cursor.split('.')[0]) - 1
        const numbers = [first, first - 1].filter((number) => number > 0)
        return Response.json({
          batches: numbers.map((number) => batch({ id: `batch_${number}`, name: `No. ${number}`, state })),
          next: first > 2 ? `${first - 1}.place` : null,
        })
      },
    },
  })
  const numbers = () =>
    region('History')
      .getByRole('link')
      .elements()
      .map((link) => Number(link.textContent.slice(4)))
  open('/batches', pagesOf(4, 'processing'))
  await button('Load More').click()
  await expect.poll(numbers).toEqual([4, 3, 2, 1])
  server.answer(pagesOf(5, 'completed'))
  await expect.poll(numbers).toEqual([5, 4, 3, 2])
  await button('Load More').click()
  await expect.poll(numbers).toEqual([5, 4, 3, 2, 1])
})

test('leaves a user where they went while a batch was uploaded', { tags: 'deep' }, async () => {
  open(pastedBatch.path, { ...pastedBatch.answers, '/api/activity': { $get: [call({})] } })
  await pastedBatch.prepare()
  await button('Preview').click()
  const { answer, release } = held(batch())
  server.answer({ '/api/tinproof/batches/csv': { $post: answer } })
  await button('Start Batch').click()
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await expectVisible(page.getByRole('table', { name: 'Calls', exact: true }))
  release()
  await expectVisible(toast('Batch started'))
  expect(location.pathname).toBe('/activity')
})

test('offers rows again only if their batch failed to start', { tags: 'deep' }, async () => {
  open(pastedBatch.path, pastedBatch.answers)
  await pastedBatch.prepare()
  await button('Preview').click()
  const { answer, release } = held(unavailable)
  server.answer({ '/api/tinproof/batches/csv': { $post: answer } })
  await button('Start Batch').click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expectVisible(region('Validate Tax ID'))
  await page.getByRole('link', { name: 'Batches' }).first().click()
  const isOffered = () => button('Start Batch').elements().length > 0
  await expect.poll(() => isOffered() || button('Choose a File').elements().length > 0).toBe(true)
  const wasOffered = isOffered()
  release()
  expect(wasOffered).toBe(false)
  await expectVisible(toast("The batch didn't start"))
  await expectVisible(button('Start Batch'))
})

test.for([
  { ends: 'the session ends', keeps: 'keeps' },
  { ends: 'the user signs out', keeps: 'forgets' },
])('$keeps rows if $ends during their upload', { tags: 'deep' }, async ({ keeps }) => {
  open(pastedBatch.path, pastedBatch.answers)
  await pastedBatch.prepare()
  await button('Preview').click()
  const { answer, release } = held(refusal(401, 'Sign in to continue.', { code: 'NOT_SIGNED_IN' }))
  const isDone = new Response(null, { status: 204 })
  server.answer({
    '/api/tinproof/batches/csv': { $post: answer },
    '/api/logout': { $post: isDone },
    ...visitor,
  })
  await button('Start Batch').click()
  if (keeps === 'forgets') {
    await button('Sign Out').click()
    await expectVisible(toast('Logged out'))
  }
  release()
  if (keeps === 'keeps') await expectVisible(toast('Your session has ended'))
  await page.getByLabelText('Email').fill(user.email)
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  server.answer({ '/api/user': { $get: user }, '/api/login': { $post: user } })
  await button('Sign In').last().click()
  await page.getByRole('link', { name: 'Batches' }).first().click()
  await expectVisible(button(keeps === 'keeps' ? 'Start Batch' : 'Choose a File'))
})

test.for([
  { rows: 'all rows', usedCount: 0, label: 'Start Batch' },
  { rows: 'the first rows', usedCount: 99, label: 'Run the First Row' },
])(
  'sends one key for $rows until they start a batch, and another one for the next',
  async ({ usedCount, label }) => {
    const sent: (string | null)[] = []
    const answered = (answer: Response | Batch) => ({
      '/api/tinproof/batches/csv': {
        $post: ({ headers }: Request) => {
          sent.push(headers.get('Idempotency-Key'))
          return answer
        },
      },
    })
    const started = batchWith({})
    const quota = { monthlyLimit: 100, usedCount, resetDate: '2026-12-01T00:00:00.000Z' }
    open(pastedBatch.path, {
      ...started.answers,
      ...pastedBatch.answers,
      ...organizationWith({ quota }),
    })
    const choose = async () => {
      await page.getByRole('tab', { name: 'Paste a list' }).click()
      await page.getByLabelText('Tax IDs').fill('DE136695976\nFR40303265045')
      await button('Preview').click()
    }
    const start = async () => {
      const count = sent.length
      await button(label).click()
      await expect.poll(() => sent.length).toBe(count + 1)
    }
    const startBatch = async () => {
      await start()
      await expect.poll(() => location.pathname).toBe(started.path)
    }
    await choose()
    server.answer(answered(unavailable))
    await start()
    await expectVisible(button(label))
    server.answer(answered(batch()))
    await startBatch()
    await page.getByRole('link', { name: 'Batches' }).first().click()
    if (usedCount === 0) await choose()
    await startBatch()
    const [first, again, next] = sent
    expect([again, new Set([first, next, null]).size]).toEqual([first, 3])
  },
)

test('cancels an upload in progress, and keeps its rows', async () => {
  open(pastedBatch.path, pastedBatch.answers)
  const aborted = ({ signal }: Request) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  server.answer({ '/api/tinproof/batches/csv': { $post: aborted } })
  await pastedBatch.prepare()
  await button('Preview').click()
  await button('Start Batch').click()
  const lists = async () => (await server.sent('GET', '/api/tinproof/batches')).length
  const before = await lists()
  await button('Cancel Upload').click()
  await expect.element(page.getByRole('form', { name: 'Preview' })).toHaveFocus()
  await expect.element(button('Start Batch')).toBeEnabled()
  await expectHidden(button('Cancel Upload'))
  await expectHidden(page.getByText("The batch didn't start"))
  await expect.poll(lists).toBe(before + 1)
})

test('sends another key for all rows after the start of the first ones failed', async () => {
  const sent: (string | null)[] = []
  const answer = ({ headers }: Request) => {
    sent.push(headers.get('Idempotency-Key'))
    return unavailable
  }
  const quota = { monthlyLimit: 100, usedCount: 99, resetDate: '2026-12-01T00:00:00.000Z' }
  open(pastedBatch.path, { ...pastedBatch.answers, ...organizationWith({ quota }) })
  server.answer({ '/api/tinproof/batches/csv': { $post: answer } })
  await page.getByRole('tab', { name: 'Paste a list' }).click()
  await page.getByLabelText('Tax IDs').fill('DE136695976\nFR40303265045')
  await button('Preview').click()
  await button('Run the First Row').click()
  await expect.poll(() => sent.length).toBe(1)
  server.answer(organizationWith({ quota: { ...quota, monthlyLimit: 1_000 } }))
  await refreshOrganization(organization.id)
  await button('Start Batch').click()
  await expect.poll(() => sent.length).toBe(2)
  expect(new Set([...sent, null]).size).toBe(3)
})

test('starts a batch though the organization failed to load', { tags: 'deep' }, async () => {
  open(pastedBatch.path, { ...pastedBatch.answers, '/api/organization': { $get: unavailable } })
  server.answer({ '/api/tinproof/batches/csv': { $post: unavailable } })
  await pastedBatch.prepare()
  await button('Preview').click()
  await button('Start Batch').click()
  await expect.poll(() => server.organizations('POST /api/tinproof/batches/csv')).toEqual(['org_1'])
})

test('says that a batch is gone, and finds it in another organization', async () => {
  const { path, answers } = batchWith({ state: 'processing', pendingRows: 1, completedAt: null })
  open(path, { ...both, ...answers })
  await expectVisible(button('Cancel Batch'))
  const notFound = refusal(404, 'Batch not found.')
  server.answer({
    '/api/tinproof/batches/:batchId': { $get: ({ url }) => (url.includes('org_2') ? batch() : notFound) },
  })
  await expectVisible(page.getByText("This batch doesn't exist"))
  await button(/Ada Analytics/).click()
  await page.getByRole('menuitemradio', { name: 'Second Company' }).click()
  await expectVisible(button('Delete Batch'))
  expect(location.pathname).toBe(path)
})

test('shows at once that a batch is being retried or canceled', { tags: 'deep' }, async () => {
  const path = '/api/tinproof/batches/:batchId'
  const retryUntil = '2999-01-01T00:00:00.000Z'
  const retryable = batchWith({ retryableRows: 2, retryUntil })
  const processing = batch({ state: 'processing', pendingRows: 1, completedAt: null, retryUntil })
  const canceled = batch({ state: 'canceled', completedAt: null, canceledAt: at })
  open(retryable.path, retryable.answers)
  await expectVisible(button('Retry 2 Rows'))
  const changeTo = (changed: Batch) => () => {
    server.answer({ [path]: { $get: changed } })
    return changed
  }
  server.answer({
    [`${path}/retry`]: { $post: changeTo(processing) },
    [`${path}/cancel`]: { $post: changeTo(canceled) },
  })
  await button('Retry 2 Rows').click()
  await expectVisible(region('Suppliers').getByText('In progress', { exact: true }))
  await button('Cancel Batch').click()
  await expectVisible(page.getByText("Rows that we haven't looked up again keep their first result."))
  await button('Cancel Batch', page.getByRole('alertdialog')).click()
  await expectVisible(region('Suppliers').getByText('Canceled', { exact: true }))
  await expectHidden(button('Cancel Batch'))
})

test('says why the second of two columns with the same name is no choice', { tags: 'deep' }, async () => {
  open(pastedBatch.path, pastedBatch.answers)
  await pastedBatch.prepare()
  const list = page.getByLabelText('Tax IDs')
  const reason = page.getByText('If columns have the same name, you can choose only the first.')
  await list.fill('VAT;Name;name;\nDE136695976;A;B;')
  await button('Preview').click()
  await expectVisible(reason)
  await button('Choose Other Rows').click()
  await page.getByRole('tab', { name: 'Paste a list' }).click()
  await list.fill('VAT;Name;;\nDE136695976;A;B;')
  await button('Preview').click()
  await expectVisible(button('Start Batch'))
  await expectHidden(reason)
})

test('counts the rows of a canceled batch that have a result', { tags: 'deep' }, async () => {
  const counts = { ...noCalls, unreadable: 0, invalid: 13 }
  const canceled = batchWith({ state: 'canceled', rows: 403, completedAt: null, canceledAt: at, counts })
  open(canceled.path, canceled.answers)
  await expectVisible(page.getByText('13 of 403 rows done'))
  const bar = page.getByRole('progressbar')
  await expect.element(bar).toHaveAttribute('aria-valuetext', '13 of 403 rows')
  await expectVisible(button('All 13', page, { exact: true }))
})

test('offers no next page of a batch without results, which the server reads in parts', {
  tags: 'deep',
}, async () => {
  const counts = { ...noCalls, unreadable: 0 }
  const canceled = batchWith({ state: 'canceled', rows: 90_000, completedAt: null, canceledAt: at, counts })
  const results = { $get: { results: [], next: '20000' } }
  open(canceled.path, { ...canceled.answers, '/api/tinproof/batches/:batchId/results': results })
  await expectVisible(page.getByText('This batch ended before a row was done.'))
  await expectHidden(page.getByRole('link', { name: 'Next Page' }))
})

test('offers no plan while a payment is due, and no batch in an organization that is not active', {
  tags: 'deep',
}, async () => {
  const usedUp = { quota: { ...organization.quota, usedCount: 100 } }
  open(pastedBatch.path, { ...pastedBatch.answers, ...organizationWith({ graceEndsAt: at, ...usedUp }) })
  await pastedBatch.prepare()
  await button('Preview').click()
  await expectVisible(page.getByText('Remove 1 row.'))
  await expectHidden(page.getByRole('link', { name: 'See Pricing Plans' }))
  server.answer(organizationWith({ status: 'SUSPENDED', ...usedUp }))
  await refreshOrganization(organization.id)
  await expectVisible(page.getByText("No batches can be started, because this organization isn't active."))
  await expectHidden(page.getByText('This batch exceeds your quota'))
  await expect.element(button('Start Batch')).toBeDisabled()
})

test('empties the day when the filters are cleared, and focuses the list', { tags: 'deep' }, async () => {
  open('/activity', { '/api/activity': { $get: [call({})] } })
  const day = page.getByLabelText('Day (UTC)')
  await day.fill('2026-11-20')
  await expect.poll(() => location.search).toBe('?day=2026-11-20')
  await button('Clear Filters').click()
  await expect.poll(() => location.search).toBe('')
  await expect.element(day).toHaveValue('')
  await expect.element(region('API Calls')).toHaveFocus()
})

test('keeps the calls if they fail to refresh, and says so each time', { tags: 'deep' }, async () => {
  open('/activity', { '/api/activity': { $get: [call({})] } })
  const rows = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row')
  await expect.poll(() => rows.length).toBe(2)
  server.answer({ '/api/activity': { $get: unavailable } })
  for (const _ of [1, 2]) {
    await button('Refresh').click()
    await expectVisible(toast('Failed to refresh'))
    await button('Close toast').click()
    await expectHidden(toast('Failed to refresh'))
  }
  expect(rows.length).toBe(2)
})
