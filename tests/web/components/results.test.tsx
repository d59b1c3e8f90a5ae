// @module-tag deep
import { renderToStaticMarkup } from 'react-dom/server'
import type { LocatorSelectors } from 'vitest/browser'
import { resultNumbers, sandboxAnswerTo } from '#tests/result-numbers.ts'
import { ResultBadge } from '#web/results/index.ts'
import { noCalls } from '#worker/activity/contract.ts'
import type { Batch } from '#worker/batches/contract.ts'
import { formatRow } from '#worker/batches/format-row.ts'
import { type Result, results, resultTexts } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/list-countries.ts'
import { button, expect, expectTexts, expectVisible, page, test } from './app.tsx'
import { at, call, callDetail, days } from './data.ts'

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
const rowsOf =
  (table: string, place: LocatorSelectors = page) =>
  () =>
    place.getByRole('table', { name: table, exact: true }).getByRole('row').elements().slice(1)

test('a batch shows each result in its color, with its sentence and count', async ({ open }) => {
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
  const batch = {
    ...{ ...options, id: `batch_${'0'.repeat(22)}`, name: 'Suppliers', state: 'completed' as const },
    ...{ rows: rows.length, pending: 0, counts, duplicates: 0, cost: { reserved: 0, returned: 0 } },
    ...{ retryable: 0, registers: [], failure: null, createdBy: null, tokenName: null, createdAt: at },
    ...{ processingAt: at, cancellingAt: null, completedAt: at, cancelledAt: null, failedAt: null },
    ...{ deadlineAt: at, estimatedEndAt: null, retryUntil: null, deleteAt: null },
  } satisfies Batch
  open(`/batches/${batch.id}`, {
    '/api/tinproof/batches/:batchId': { $get: batch },
    '/api/tinproof/batches/:batchId/results': { $get: Response.json({ results: rows, next: null }) },
  })
  await expectBadges(rowsOf('Results'))
  await expectReasons(rowsOf('Results'))
  for (const result of results)
    await expectVisible(button(`${resultTexts[result].word} ${counts[result]}`, page, { exact: true }))
})

test('a pasted list shows each result in its color, with its sentence', async ({ open }) => {
  open('/', {
    '/api/tinproof/countries': { $get: listCountries({}) },
    '/api/tinproof/validate': { $post: async (request) => sandboxAnswerTo(await request.json()) },
  })
  await button('Paste a List').click()
  const dialog = page.getByRole('dialog', { name: 'Validate a List' })
  for (const half of [answers.slice(0, 20), answers.slice(20)]) {
    const list = dialog.getByLabelText('Tax IDs')
    await list.fill(half.map(({ countryCode, tin }) => `${countryCode} ${tin}`).join('\n'))
    await button('Validate', dialog, { exact: true }).click()
    const unnamed = half.map(({ countryCode, tin }) => sandboxAnswerTo({ countryCode, tin }))
    await expect
      .poll(() => rowsOf('Results', dialog)().map(shownIn))
      .toEqual(unnamed.map(({ result }) => result))
    const texts = rowsOf('Results', dialog)().map(({ textContent }) => textContent)
    expect(texts).toEqual(unnamed.map(({ reason }) => expect.stringContaining(reason)))
  }
})

test('the activity and its chart show each result in its color, with its sentence', async ({
  open,
  server,
}) => {
  const calls = resultNumbers.map(({ result, countryCode }, index) =>
    call({ id: index + 1, outcome: result, country: countryCode, requestId: crypto.randomUUID() }),
  )
  const { unreadable: _, ...today } = counts
  open('/activity', {
    '/api/activity': { $get: calls },
    '/api/activity/days': { $get: days({ 0: today }) },
    '/api/activity/usage': { $get: { tokens: [], countries: [] } },
  })
  await expectBadges(rowsOf('Calls'))
  await expectTexts(
    page.getByRole('list', { name: 'Total by result' }).getByRole('listitem'),
    results.map((result) => `${resultTexts[result].word}${counts[result]}`),
  )
  for (const result of results) {
    const listed = calls.find(({ outcome }) => outcome === result)
    server.answer({
      '/api/activity/:requestId': { $get: callDetail(listed ?? {}) },
    })
    open(`/activity?call=${listed?.requestId}`)
    const dialog = page.getByRole('dialog', { name: 'API Call' })
    await expectVisible(dialog.getByText(resultTexts[result].sentence))
    await expect.poll(() => shownIn(dialog.element())).toBe(result)
  }
})

test('shared receipts show each result in its color', async ({ open }) => {
  const receipts = answers.map(({ countryCode, tin, result }, id) => ({
    ...{ id, referenceId: 'ref', countryCode, tin, result, name: null },
    ...{ createdBy: null, createdAt: at, expiresAt: at },
  }))
  open('/receipts', { '/api/receipts': { $get: receipts } })
  await expectBadges(() =>
    page.getByRole('list', { name: 'Shared receipts' }).getByRole('listitem').elements(),
  )
})
