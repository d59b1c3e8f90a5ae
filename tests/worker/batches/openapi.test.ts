// @module-tag deep
import { afterEach, describe, expect, it } from 'vitest'
import type { CallId, FileType } from '#tests/docs/conformance.ts'
import { documentedCalls } from '#tests/docs/documented-calls.ts'
import { firstOf, numbersOf } from '#tests/worker/registers/register-customer.ts'
import { type Batch, type BatchResultsPage, MAX_ROW_LENGTH, MAX_ROW_LINES } from '#worker/batches/contract.ts'
import {
  batchExamples,
  batchListExample,
  estimateExample,
  estimateRequest,
  resultsExamples,
  uploads,
} from '#worker/docs/openapi/batch-operations.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { endpoints } from '#worker/docs/openapi/endpoints.ts'
import { pendingExamples } from '#worker/docs/openapi/pending-operations.ts'
import { rowProblems } from '#worker/docs/openapi/response-codes.ts'
import type { Answer, Call, ErrorBody } from '../harness.ts'
import { openBatchWorker } from './batch-worker.ts'

const { fits, unseen } = documentedCalls(openApiDocument())
const calls = [
  'createBatch',
  'listBatches',
  'estimateBatch',
  'getBatch',
  'getBatchResults',
  'cancelBatch',
  'retryBatch',
  'deleteBatch',
  'getValidation',
  'deleteValidation',
] as const
type BatchCall = (typeof calls)[number]
const callsWithId = calls.filter((call) => endpoints[call].path.includes('{'))

type Options = Omit<Call, 'method'> & { id?: string; query?: string; by?: string; file?: FileType }

const GOOD = { countryCode: 'DE', tin: '136695976' }
const ROWS = { items: [GOOD], source: false }
const unknownId = (call: BatchCall) =>
  call.endsWith('Validation') ? pendingExamples.ended.value.validationId : batchExamples.created.value.id

/** Of `customer`, as in the examples. */
const worker = await openBatchWorker('batch_openapi')
const customer = await worker.customer()
const input = { name: 'Web shop', permissions: { read: true, validation: true } }
const token = (await customer.member.createToken(input)).token
afterEach(async () => {
  await worker.fakes.reset(worker.namespace)
  await worker.setRegisters('normal')
})

async function send<Body = Batch & ErrorBody>(call: BatchCall, options: Options = {}) {
  const { id = unknownId(call), query = '', by = token, headers, file, ...rest } = options
  const { method, path } = endpoints[call]
  return await worker.call<Body>(`${path.replace(/\{\w+\}/, id)}${file ? `/${file}` : ''}${query}`, {
    method: method.toUpperCase(),
    ...rest,
    headers: { Authorization: `Bearer ${by}`, ...headers },
  })
}

const created = async (options: Options = {}) => {
  const answer = await send('createBatch', { body: ROWS, ...options })
  expect(fits('createBatch', answer)).toEqual([202, undefined])
  return answer.body.id
}

/** Without what differs from batch to batch. */
const lasting = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value))
    .replaceAll(/batch_\w{22}/g, 'batch_1')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')

const expectExample = (call: CallId, answer: Answer, example: unknown) => {
  expect(fits(call, answer)[0]).toBeLessThan(300)
  expect(lasting(answer.body)).toBe(lasting(example))
}

/** Until only the row waits whose registers are down. */
async function work(id: string) {
  for (const register of ['uid', 'gleif']) await worker.setRegister(register, 'down')
  for (let message = 0; message < 3; message++) {
    await worker.makeDue(id)
    await worker.deliver(id)
  }
}

it('estimates the example as documented', async () => {
  expectExample('estimateBatch', await send('estimateBatch', { body: estimateRequest }), estimateExample)
})

it('runs as documented, from the upload of the example to its deletion', async () => {
  const upload = await send('createBatch', { body: uploads.json })
  expectExample('createBatch', upload, batchExamples.created.value)
  const { id } = upload.body
  expect(upload.headers.get('Location')).toBe(`/api/tinproof/batches/${id}`)

  await work(id)
  expectExample('getBatch', await send('getBatch', { id }), batchExamples.waiting.value)
  await worker.reachDeadline(id)
  const done = await send('getBatch', { id })
  expectExample('getBatch', done, batchExamples.completed.value)
  const headers = { 'If-None-Match': done.headers.get('ETag') ?? '' }
  expect(fits('getBatch', await send('getBatch', { id, headers }))).toEqual([304, undefined])
  expectExample('listBatches', await send('listBatches'), batchListExample)

  expectExample('getBatchResults', await send('getBatchResults', { id }), resultsExamples.json)
  const lines = await send('getBatchResults', { id, file: 'ndjson' })
  expectExample('getBatchResults/ndjson', lines, resultsExamples.ndjson)

  expectExample('retryBatch', await send('retryBatch', { id }), batchExamples.retried.value)
  expect(fits('cancelBatch', await send('cancelBatch', { id }))).toEqual([200, undefined])
  expect(fits('deleteBatch', await send('deleteBatch', { id }))).toEqual([204, undefined])
})

it.each([
  ['csv', 'text/csv', uploads.csv],
  ['ndjson', 'application/x-ndjson', uploads.ndjson],
] as const)('creates the same batch from the example of %s', async (file, type, raw) => {
  const headers = { 'Content-Type': type }
  const upload = await send('createBatch', { file, raw, headers, query: '?name=Customers' })
  expectExample(`createBatch/${file}`, upload, batchExamples.created.value)
  const other = { 'Content-Type': file === 'csv' ? 'application/x-ndjson' : 'application/json' }
  const refused = await send('createBatch', { file, raw, headers: other })
  expect(fits(`createBatch/${file}`, refused)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  const { id } = upload.body
  await work(id)
  await worker.reachDeadline(id)
  expectExample('getBatch', await send('getBatch', { id }), batchExamples.completed.value)
  if (file === 'csv')
    expectExample(
      'getBatchResults/csv',
      await send<string>('getBatchResults', { id, file }),
      resultsExamples.csv,
    )
})

it('lists the code of each row that is unreadable or unsupported', async () => {
  const lines = [
    { ...GOOD, tin: 1 },
    { ...GOOD, countryCode: 'QQ' },
    { ...GOOD, type: 'DE.NONE' },
    { ...GOOD, type: 'DE.VAT', kind: 'customs' },
    { ...GOOD, name: 'n'.repeat(MAX_ROW_LENGTH) },
  ].map((row) => `${JSON.stringify(row)}\n`)
  const codes = new Set<string>()
  for (const [file, type, raw] of [
    ['ndjson', 'application/x-ndjson', `${lines.join('')}nothing\n`],
    ['csv', 'text/csv', `country,tin\nDE,"${'1\n'.repeat(MAX_ROW_LINES)}`],
  ] as const) {
    const upload = await send('createBatch', { file, raw, headers: { 'Content-Type': type } })
    expect(fits(`createBatch/${file}`, upload)).toEqual([202, undefined])
    const { id } = upload.body
    await worker.finish(id)
    const answer = await send<BatchResultsPage>('getBatchResults', { id })
    expect(fits('getBatchResults', answer)).toEqual([200, undefined])
    for (const { result, errors } of answer.body.results)
      if (result !== 'invalid') for (const { code } of errors) codes.add(code)
  }
  expect([...codes].sort()).toEqual(Object.keys(rowProblems).sort())
})

it('cancels the example before its first row as documented', async () => {
  const { body } = await send('createBatch', { body: uploads.json })
  expectExample('cancelBatch', await send('cancelBatch', { id: body.id }), batchExamples.canceled.value)
  const again = await send('cancelBatch', { id: body.id })
  expect(fits('cancelBatch', again)).toEqual([409, 'BATCH_ENDED'])
  const retry = await send('retryBatch', { id: body.id })
  expect(fits('retryBatch', retry)).toEqual([409, 'NOTHING_TO_RETRY'])
})

it('returns a pending validation, its result, and nothing after its deletion', async () => {
  await worker.setRegister('uid', 'down')
  const tin = firstOf(numbersOf('CH.UID', { from: 106_000_000 }))
  const swiss = { countryCode: 'CH', tin }
  const pending = await worker.validate<{ validationId: string }>(token, {
    ...swiss,
    async: 'until_confirmed',
  })
  const { validationId: id } = pending.body
  expect(fits('getValidation', await send('getValidation', { id }))).toEqual([200, undefined])
  await worker.setRegisters('normal')
  await worker.finish(id)
  expect(fits('getValidation', await send('getValidation', { id }))).toEqual([200, undefined])
  expect(fits('deleteValidation', await send('deleteValidation', { id }))).toEqual([204, undefined])
})

it('returns the stored response for an idempotency key', async () => {
  const headers = { 'Idempotency-Key': 'documented' }
  const id = await created({ headers })
  const replay = await send('createBatch', { body: ROWS, headers })
  expect(fits('createBatch', replay)).toEqual([202, undefined])
  expect([replay.body.id, replay.headers.get('Location')]).toEqual([id, `/api/tinproof/batches/${id}`])
  expect(replay.headers.get('Retry-After')).toMatch(/^\d+$/)
  const other = await send('createBatch', { body: { items: [GOOD, GOOD] }, headers })
  expect(fits('createBatch', other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  await worker.sql`update idempotency_keys set answer = null`
  const early = await send('createBatch', { body: ROWS, headers })
  expect(fits('createBatch', early)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
})

describe('an upload that is refused', () => {
  it('without rows fits', async () => {
    const answer = await send('createBatch', { body: { items: [] } })
    expect(fits('createBatch', answer)).toEqual([422, 'INVALID_INPUT'])
  })

  it('for its 100,001 rows fits, and leaves nothing behind', async () => {
    const headers = { 'Content-Type': 'application/x-ndjson' }
    const raw = `${JSON.stringify(GOOD)}\n`.repeat(100_001)
    const answer = await send('createBatch', { file: 'ndjson', raw, headers })
    expect(fits('createBatch', answer)).toEqual([413, 'TOO_MANY_ROWS'])
    await worker.settle()
    expect(await worker.sql`select from batches where row_count = 0`).toEqual([])
  })

  it('for its 1,001 unreadable rows fits', async () => {
    const items = [GOOD, ...Array.from({ length: 1_001 }, () => ({ countryCode: 'ZZ', tin: '1' }))]
    const answer = await send('createBatch', { body: { items } })
    expect(fits('createBatch', answer)).toEqual([422, 'TOO_MANY_UNREADABLE_ROWS'])
  })

  it('because the organization uploaded too much fits', async () => {
    const { token } = await worker.customer({ tier: 'FREE' })
    const raw = `${' '.repeat(16_383)}\n`.repeat(64)
    const headers = { 'Content-Type': 'application/x-ndjson' }
    await send('createBatch', { file: 'ndjson', raw, headers, by: token })
    await worker.settle()
    const answer = await send('createBatch', { body: ROWS, by: token })
    expect(fits('createBatch', answer)).toEqual([429, 'UPLOAD_LIMIT_REACHED'])
  })

  it('because it breaks off fits, and leaves nothing behind', async () => {
    const before = await customer.quota()
    const { answer, writer } = await customer.startUpload()
    await writer.abort()
    expect(fits('createBatch', await answer)).toEqual([400, 'BODY_INCOMPLETE'])
    await worker.settle()
    expect(await worker.sql`select from batches where row_count = 0`).toEqual([])
    expect(await customer.quota()).toBe(before)
  })

  it('for the quota or the number of batches fits', async () => {
    const free = await worker.customer({ tier: 'FREE' })
    const items = Array.from({ length: 120 }, (_, at) => ({ countryCode: 'DE', tin: String(10_000 + at) }))
    const tooMany = await send('createBatch', { body: { items }, by: free.token })
    expect(fits('createBatch', tooMany)).toEqual([429, 'QUOTA_EXCEEDED'])
    await created({ by: free.token })
    const second = await send('createBatch', { body: ROWS, by: free.token })
    expect(fits('createBatch', second)).toEqual([409, 'BATCH_LIMIT_REACHED'])
  })

  it('because it was canceled, so that another can start', async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const { id, answer, writer } = await own.startUpload()
    const second = await send('createBatch', { body: ROWS, by: own.token })
    expect(fits('createBatch', second)).toEqual([409, 'BATCH_LIMIT_REACHED'])
    const canceled = await send('cancelBatch', { id, by: own.token })
    expect([...fits('cancelBatch', canceled), canceled.body.state]).toEqual([200, undefined, 'canceled'])
    await created({ by: own.token })
    await writer.close()
    expect(fits('createBatch', await answer)).toEqual([409, 'BATCH_CANCELED'])
    expect(await worker.sql`select from batch_chunks where batch_id = ${id}`).toEqual([])
    expect(fits('deleteBatch', await send('deleteBatch', { id, by: own.token }))[0]).toBe(204)
  })

  it('because it was deleted while its rows arrived', async () => {
    const own = await worker.customer()
    const { id, answer, writer } = await own.startUpload()
    expect((await send('deleteBatch', { id, by: own.token })).status).toBe(204)
    await writer.close()
    expect(fits('createBatch', await answer)).toEqual([409, 'BATCH_CANCELED'])
    expect(await own.quota()).toBe(0)
  })
})

it('refuses a retry above the number of batches', async () => {
  const own = await worker.customer({ tier: 'FREE' })
  const id = await created({ body: { items: [uploads.json.items[2]] }, by: own.token })
  await work(id)
  await worker.reachDeadline(id)
  const running = await created({ by: own.token })
  const retry = await send('retryBatch', { id, by: own.token })
  expect(fits('retryBatch', retry)).toEqual([409, 'BATCH_LIMIT_REACHED'])
  expect(retry.body).toMatchObject({ limit: 1, message: expect.stringContaining('one batch at a time') })
  expect(retry.headers.get('Retry-After')).toBe('60')
  const early = await send('retryBatch', { id: running, by: own.token })
  expect(fits('retryBatch', early)).toEqual([409, 'NOTHING_TO_RETRY'])
  expect(early.body).toMatchObject({ message: expect.stringContaining('still in progress') })
})

it('an estimate of no items fits', async () => {
  const answer = await send('estimateBatch', { body: { items: [] } })
  expect(fits('estimateBatch', answer)).toEqual([422, 'INVALID_INPUT'])
})

it.each([...callsWithId, 'listBatches'] as const)('%s refuses an invalid query', async (call) => {
  expect(fits(call, await send(call, { query: '?limit=0' }))).toEqual([422, 'INVALID_INPUT'])
})

it.each(callsWithId)('%s doesn’t find what there isn’t', async (call) => {
  const code = call.endsWith('Validation') ? 'VALIDATION_NOT_FOUND' : 'BATCH_NOT_FOUND'
  expect(fits(call, await send(call))).toEqual([404, code])
})

it.each(calls)('%s has no other documented status or error', (call) => {
  expect(unseen(call)).toEqual([])
})
