// @module-tag deep
import { describe, expect, it } from 'vitest'
import { resultNumbers } from '#tests/result-numbers.ts'
import type { Activity, ActivityDay, CallDetail, Usage } from '#worker/activity/contract.ts'
import type { BatchResult } from '#worker/batches/contract.ts'
import { csvLine } from '#worker/lib/contract/csv-line.ts'
import type { RecordDetail, RecordList } from '#worker/records/contract.ts'
import { registers } from '#worker/registers/registers.ts'
import { results, SIGNATURE_HEADER, type ValidationResponse } from '#worker/validation/contract.ts'
import { openBatchWorker } from '../batches/batch-worker.ts'
import { exported } from '../organizations/exported.ts'

const worker = await openBatchWorker('same_result')
const items = resultNumbers.map(({ result: _, ...item }) => item)
const expected = resultNumbers.map(({ result }) => result)
const vat = registers.find(({ id }) => id === 'vies')?.identifiers ?? []
const ofEu = registers.filter(
  ({ id, fallbackFor = [] }) => id === 'vies' || vat.some((type) => fallbackFor.includes(type)),
)
for (const { id: register } of ofEu) await worker.setRegister(register, 'down')

const wordsOf = ({ result, reason, proof }: Pick<BatchResult, 'result' | 'reason' | 'proof'>) => ({
  result,
  reason,
  proof,
})

/** One after the other, as if no register had failed before. */
async function each<Answer>(call: (item: (typeof items)[number]) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const item of items) {
    worker.limiters.reset()
    answers.push(await call(item))
  }
  return answers
}

it('covers each result in several ways', () => {
  const counts = results.map((result) => expected.filter((each) => each === result).length)
  expect(Math.min(...counts)).toBeGreaterThan(2)
  expect(resultNumbers).toHaveLength(40)
})

describe.each([true, false])('of a token that is live: %s', async (live) => {
  const customer = await worker.customer()
  const permissions = { read: true, validation: true }
  const { token } = await customer.member.createToken({ live, permissions })
  const headers = { Authorization: `Bearer ${token}` }
  const validate = (item: object) => worker.validate<ValidationResponse>(token, item)
  const answers = (await each(validate)).map(({ body }) => body)

  const csv = items.map(({ countryCode, tin, name }) => csvLine([countryCode, tin, name ?? null])).join('')
  const jsonBatch = await customer.send({ items }, headers)
  const csvBatch = await customer.upload(`country,tin,name\r\n${csv}`, { headers })
  const batches = [jsonBatch.body.id, csvBatch.body.id]
  for (const id of batches) {
    worker.limiters.reset()
    await worker.deliver(id)
    if (live) await worker.reachDeadline(id)
  }
  const rows = await Promise.all(batches.map((id) => customer.results(id)))

  it('is the same in single calls and the rows of a batch', () => {
    expect(answers.map(({ result }) => result)).toEqual(expected)
    for (const ofBatch of rows) {
      expect(ofBatch.map(wordsOf)).toEqual(answers.map(wordsOf))
      expect(
        ofBatch.map(({ isFormatValid, isSourceValid, isValid }) => [isFormatValid, isSourceValid, isValid]),
      ).toEqual(
        answers.map(({ validation: { format, source, overall } }) => [
          format.isValid,
          source.isValid,
          overall.isValid,
        ]),
      )
    }
  })

  it.each([0, 1])('is the same in the downloads, counts and filters of batch %i', async (at) => {
    const id = batches[at] ?? ''
    const lines = (await customer.text(id, 'ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows[at])
    const text = await customer.text(id, 'csv')
    for (const [index, { result, reason, proof }] of answers.entries()) {
      const { countryCode = '', tin = '', name = null } = items[index] ?? {}
      const own = at === 0 ? [index + 1, null, countryCode, tin] : [countryCode, tin, name]
      expect(text).toContain(csvLine([...own, result, reason, proof]).trimEnd())
    }
    const { counts } = await customer.get(id)
    for (const result of results) {
      const wanted = rows[at]?.filter((row) => row.result === result) ?? []
      expect([result, counts[result]]).toEqual([result, wanted.length])
      expect(await customer.results(id, `&result=${result}`)).toEqual(wanted)
    }
  })

  it('is the same while a validation waits until it is confirmed', async () => {
    const waiting = await each((item) => validate({ ...item, async: 'until_confirmed' }))
    expect(waiting.map(({ body }) => wordsOf(body))).toEqual(answers.map(wordsOf))
    expect(waiting.map(({ status }) => status)).toEqual(
      expected.map((result) => (result === 'unconfirmed' ? 202 : 200)),
    )
    for (const { body } of waiting.filter(({ status }) => status === 202)) {
      const read = await worker.call<ValidationResponse>(`/api/tinproof/validations/${body.validationId}`, {
        headers,
      })
      expect(wordsOf(read.body)).toEqual(wordsOf(body))
    }
  })

  it.runIf(live)('is the same in the dashboard, activity, charts, records and exports', async () => {
    const { member } = await worker.customer()
    const organizationId = member.organization.id
    const calls = await each((item) =>
      member.call<ValidationResponse>('/api/tinproof/validate', { body: { ...item, organizationId } }),
    )
    expect(calls.map(({ body }) => wordsOf(body))).toEqual(answers.map(wordsOf))

    const listed = (await member.call<Activity[]>('/api/activity')).body.toReversed()
    expect(listed.map(({ outcome, status }) => [outcome, status])).toEqual(
      expected.map((result) => [result, 200]),
    )
    expect(listed.map(({ errorCode }) => errorCode)).toEqual(
      calls.map(({ body }) => body.errors[0]?.code ?? null),
    )
    for (const { requestId, errorCode } of listed.filter(({ errorCode }) => errorCode !== null)) {
      const { body } = await member.call<CallDetail>(`/api/activity/${requestId}`)
      expect(body).toMatchObject({ docs: `/docs/errors/${errorCode}`, errorMessage: expect.any(String) })
    }
    const counts = Object.fromEntries(
      results.map((result) => [result, expected.filter((one) => one === result).length]),
    )
    for (const chart of ['days', 'hours'])
      expect((await member.call<ActivityDay[]>(`/api/activity/${chart}`)).body.at(-1)?.counts).toMatchObject(
        counts,
      )
    const { tokens } = (await member.call<Usage>('/api/activity/usage')).body
    expect(tokens).toMatchObject([{ counts }])
    const activity = (await member.call<string>('/api/activity/export')).body
    expect(columnOf(activity, 'Result').toReversed()).toEqual(expected)

    for (const [at, { body, headers: sent }] of calls.entries()) {
      const { body: created } = await member.post<{ recordId: string }>('/api/records', {
        answer: JSON.stringify(body),
        request: items[at],
        signature: sent.get(SIGNATURE_HEADER),
        organizationId,
      })
      const record = await member.call<RecordDetail>(`/api/tinproof/records/${created.recordId}`)
      expect([record.body.result, record.body.response]).toEqual([body.result, body])
    }
    const { records: kept } = (await member.call<RecordList>('/api/tinproof/records?limit=50')).body
    expect(kept.map(({ result }) => result).toReversed()).toEqual(expected)

    const { text, json } = await exported(member, organizationId)
    expect(columnOf(text('calls.csv'), 'Result').toSorted()).toEqual(expected.toSorted())
    const perDay: { outcome: string; calls: number }[] = json('calls-per-day.json')
    expect(Object.fromEntries(perDay.map(({ outcome, calls }) => [outcome, calls]))).toEqual(counts)
    const records: { record: { response: ValidationResponse } }[] = json('records.json')
    expect(records.map(({ record }) => wordsOf(record.response)).toSorted(byReason)).toEqual(
      answers.map(wordsOf).toSorted(byReason),
    )
  })
})

const byReason = (a: { reason: string }, b: { reason: string }) => (a.reason < b.reason ? -1 : 1)

/** No cell before it has a comma. */
function columnOf(csv: string, title: string): string[] {
  const [head = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  const at = head.split(',').indexOf(title)
  return lines.map((line) => line.split(',')[at] ?? '')
}
