import { describe, expect, it } from 'vitest'
import { type ResultNumber, resultNumbers } from '#tests/result-numbers.ts'
import type { Activity, CallDetail } from '#worker/activity/contract.ts'
import type { BatchResult } from '#worker/batches/contract.ts'
import { csvLine } from '#worker/lib/csv-stream.ts'
import type { CreatedReceipt, OpenedReceipt, Receipt } from '#worker/receipts/contract.ts'
import { results, SIGNATURE_HEADER, type ValidationResponse } from '#worker/validation/contract.ts'
import { openBatchWorker } from '../batches/batch-worker.ts'

const worker = await openBatchWorker('same_result')
const customer = await worker.customer()
const items = resultNumbers.map(({ result: _, ...item }) => item)

it('covers each result in several ways', () => {
  const counts = results.map((result) => resultNumbers.filter((number) => number.result === result).length)
  expect(Math.min(...counts)).toBeGreaterThan(1)
  expect(resultNumbers.length).toBeGreaterThanOrEqual(40)
})

describe('a test token', async () => {
  const permissions = { read: true, validation: true }
  const { token } = await customer.member.createToken({ live: false, permissions })
  const headers = { Authorization: `Bearer ${token}` }
  const answers: ValidationResponse[] = []
  for (const item of items) answers.push((await worker.validate<ValidationResponse>(token, item)).body)
  const created = await customer.send({ items }, headers)
  await worker.finish(created.body.id)
  const rows = await customer.results(created.body.id)

  it('gets the same result from single calls and batches', () => {
    expect(answers.map(({ result }) => result)).toEqual(resultNumbers.map(({ result }) => result))
    expect(rows.map(wordsOf)).toEqual(answers.map(wordsOf))
    expect(rows.map(flagsOf)).toEqual(
      answers.map(({ validation: { format, source, overall } }) => [
        format.isValid,
        source.isValid,
        overall.isValid,
      ]),
    )
  })

  it('gets the same result in downloads, counts and filters', async () => {
    const { id } = created.body
    const lines = (await customer.text(id, 'ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
    const csv = await customer.text(id, 'csv')
    for (const [index, { result, reason, proof }] of answers.entries()) {
      const { countryCode, tin } = resultNumbers[index] ?? { countryCode: '', tin: '' }
      expect(csv).toContain(csvLine([index + 1, null, countryCode, tin, result, reason, proof]).trimEnd())
    }
    const { counts } = await customer.get(id)
    for (const result of results) {
      const wanted = rows.filter((row) => row.result === result)
      expect([result, counts[result]]).toEqual([result, wanted.length])
      expect(await customer.results(id, `&only=${result}`)).toEqual(wanted)
    }
  })
})

const wordsOf = ({ result, reason, proof }: Pick<BatchResult, 'result' | 'reason' | 'proof'>) => ({
  result,
  reason,
  proof,
})
const flagsOf = ({ format, source, isValid }: BatchResult) => [format, source, isValid]

describe('the dashboard', () => {
  const numbers: (ResultNumber & { code: string | null; isDown?: true })[] = [
    { result: 'confirmed', countryCode: 'DK', tin: '13748136', code: null },
    { result: 'different_name', countryCode: 'DK', tin: '13748136', name: 'Somebody Else', code: null },
    { result: 'format_only', countryCode: 'US', tin: '98-7654321', code: null },
    { result: 'unconfirmed', countryCode: 'LU', tin: 'LU26375245', code: 'SOURCE_UNAVAILABLE', isDown: true },
    { result: 'invalid', countryCode: 'DE', tin: 'DE136695967', code: 'INVALID_CHECKSUM' },
    { result: 'unsupported', countryCode: 'BM', tin: '1', code: 'NO_TIN_ISSUED' },
  ]
  const switchVies = (mode: 'down' | 'normal') =>
    worker.fakes.switchRegister({ namespace: worker.namespace, register: 'vies', mode })

  it.each(numbers)('shows $result in the answer, the activity, the chart and the receipt', async (number) => {
    const { result, code, isDown, ...input } = number
    const { member } = await worker.customer()
    const organizationId = member.organization.id
    if (isDown) await switchVies('down')
    const { body: answer, headers } = await member.call<ValidationResponse>('/api/tinproof/validate', {
      body: { ...input, organizationId },
    })
    await switchVies('normal')
    expect(answer.result).toBe(result)

    const [call] = (await member.call<Activity[]>('/api/activity')).body
    expect(call).toMatchObject({ outcome: result, errorCode: code, status: 200 })
    const detail = (await member.call<CallDetail>(`/api/activity/${call?.requestId}`)).body
    expect([detail.docs, detail.errorMessage !== null]).toEqual([
      code && `/docs/errors/${code}`,
      code !== null,
    ])
    const { body: days } = await member.call<{ counts: Record<string, number> }[]>('/api/activity/days')
    expect(days.at(-1)?.counts).toMatchObject({ [result]: 1 })

    const created = await member.post<CreatedReceipt>('/api/receipts', {
      answer: JSON.stringify(answer),
      name: input.name,
      signature: headers.get(SIGNATURE_HEADER),
      organizationId,
    })
    const listed = (await member.call<Receipt[]>('/api/receipts')).body
    expect([created.body.result, listed.map((each) => each.result)]).toEqual([result, [result]])
    const opened = await worker.post<OpenedReceipt>('/api/receipts/open', { secret: created.body.secret })
    expect(wordsOf(opened.body.answer)).toEqual(wordsOf(answer))
  })
})
