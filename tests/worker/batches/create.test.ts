import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Batch, BatchList, BatchResultsPage } from '#worker/batches/contract.ts'
import { ROWS_PER_CHUNK } from '#worker/batches/create.ts'
import { CHUNKS_PER_READ } from '#worker/batches/read-chunks.ts'
import { streamResults } from '#worker/batches/results.ts'
import { magicNumbersOf } from '#worker/docs/openapi/sandbox-texts.ts'
import { numbersOfBatch } from '#worker/monitors/import.ts'
import { errorOutcomes } from '#worker/validation/sandbox/contract.ts'
import { type ErrorBody, refusal, times } from '../harness.ts'
import { type Customer, openBatchWorker } from './batch-worker.ts'

const worker = await openBatchWorker('batch_create')
const customer = await worker.customer()
afterEach(() => worker.fakes.reset(worker.namespace))

const GOOD = { countryCode: 'DE', tin: '136695976' }
const BAD = { countryCode: 'DE', tin: '136695977' }
const SOURCE_OFF = { source: false }
const ONE = { items: [GOOD], ...SOURCE_OFF }
/** Different numbers, all too short. */
const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ countryCode: 'DE', tin: String(10_000 + at) }))

describe('a batch', () => {
  it('has a result for each row, in its order', async () => {
    const rows = [{ ...GOOD, customId: 'a' }, BAD, { countryCode: 'ZZ', tin: '1' }]
    const batch = await customer.run(rows, { ...SOURCE_OFF, name: 'Suppliers' })
    expect(batch).toMatchObject({
      name: 'Suppliers',
      state: 'completed',
      rows: 3,
      pendingRows: 0,
      counts: { format_only: 1, invalid: 1, unsupported: 1, unreadable: 0 },
      cost: { reserved: 2, returned: 0 },
      createdBy: null,
      tokenName: 'Test token',
    })
    expect(await customer.results(batch.id)).toMatchObject([
      { line: 1, customId: 'a', result: 'format_only', isValid: true },
      { line: 2, customId: null, result: 'invalid', isValid: false },
      { line: 3, result: 'unsupported', isValid: null, errors: [{ code: 'UNSUPPORTED_COUNTRY' }] },
    ])
    expect(await customer.quota()).toBe(2)
  })

  it('counts a repeated number once, however it is written', { tags: 'deep' }, async () => {
    const before = await customer.quota()
    const others = ['136 695-976', 'DE136695976', 'ＤＥ１３６６９５９７６'].map((tin) => ({ ...GOOD, tin }))
    const batch = await customer.run([GOOD, ...others, GOOD], SOURCE_OFF)
    expect(batch).toMatchObject({ duplicateRows: 4, counts: { format_only: 5 }, cost: { reserved: 1 } })
    expect(await customer.quota()).toBe((before ?? 0) + 1)
  })

  it('is one entry of the activity list, and its rows are in the chart', { tags: 'deep' }, async () => {
    const own = await worker.customer()
    await own.run([GOOD, BAD, { countryCode: 'ZZ', tin: '1' }], SOURCE_OFF)
    const { body } = await own.member.call<{ rows: number; endpoint: string }[]>('/api/activity')
    expect(body).toMatchObject([{ endpoint: '/api/tinproof/batches', rows: 3 }])
    const { body: csv } = await own.member.call<string>('/api/activity/export')
    expect(csv.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringMatching(/batches,202,.*,3$/)])
    const { body: days } = await own.member.call<object[]>('/api/activity/days')
    expect(days.at(-1)).toMatchObject({ counts: { format_only: 1, invalid: 1, unsupported: 1, refused: 0 } })
  })

  it.each([
    [{}, 'items is required'],
    [{ items: 'x' }, 'items must be a list'],
    [{ items: [] }, 'The upload has no rows.'],
  ])('is refused for %j: %s', async (body, message) => {
    const answer = await customer.send(body)
    expect([...refusal(answer), answer.body.message]).toEqual([422, 'INVALID_INPUT', message])
  })

  it('is found by its pages of results and by result', async () => {
    const { id } = await customer.run([GOOD, BAD, ...items(3)], SOURCE_OFF)
    const first = await customer.call<{ results: object[]; next: string }>(`/${id}/results?limit=2`)
    expect([first.body.results.length, first.body.next]).toEqual([2, '2'])
    const wrong = await customer.call<ErrorBody>(`/${id}/results?cursor=x`)
    expect([wrong.status, wrong.body.message]).toEqual([422, 'cursor must be "next" of the previous page'])
    const next = await customer.call<{ results: { line: number }[]; next: null }>(
      `/${id}/results?limit=3&cursor=2`,
    )
    expect(next.body.results.map(({ line }) => line)).toEqual([3, 4, 5])
    expect(next.body.next).toBeNull()
    expect(await customer.results(id, '&result=format_only')).toMatchObject([{ line: 1 }])
    const csv = await customer.text(id, 'csv', '?result=format_only')
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^Line,Custom ID,Country,TIN,Result,/),
      expect.stringMatching(/^1,,DE,136695976,format_only,The check digit is correct/),
    ])
  })

  it('is found by result, however many others lie between', { tags: 'deep' }, async () => {
    const { id } = await customer.run([GOOD, ...items(2_500), GOOD, BAD], SOURCE_OFF)
    const found = '&result=format_only'
    expect((await customer.results(id, found)).map(({ line }) => line)).toEqual([1, 2_502])
    const page = (cursor = '') =>
      customer.call<BatchResultsPage>(`/${id}/results?limit=1${found}${cursor && `&cursor=${cursor}`}`)
    const { body: first } = await page()
    expect([first.results.map(({ line }) => line), first.next]).toEqual([[1], '2501'])
    const { body: last } = await page(first.next ?? '')
    expect([last.results.map(({ line }) => line), last.next]).toEqual([[2_502], null])
  })

  it('has an ETag, and says when to ask again while it is in progress', { tags: 'deep' }, async () => {
    const { body } = await customer.send(ONE)
    const read = (headers = {}) => customer.call<Batch>(`/${body.id}`, { headers })
    const { headers } = await read()
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    const etag = headers.get('ETag') ?? ''
    expect((await read({ 'If-None-Match': etag })).status).toBe(304)
    await worker.finish(body.id)
    const changed = await read({ 'If-None-Match': etag })
    expect([changed.status, changed.body.state, changed.headers.get('Retry-After')]).toEqual([
      200,
      'completed',
      null,
    ])
  })

  it('keeps no number in plain text, and no input after its end', async () => {
    const { id } = await customer.run([{ ...GOOD, name: 'Secret name' }], { ...SOURCE_OFF, name: 'Plain' })
    for (const table of ['batches', 'batch_chunks', 'batch_lookups', 'audit_entries', 'api_activities']) {
      const text = JSON.stringify(await worker.sql(`select * from ${table}`))
      expect(text).not.toMatch(/136695976|Secret name/)
    }
    expect(await worker.sql`select input from batch_chunks where batch_id = ${id}`).toEqual([{ input: null }])
  })
})

it('the list pages through the batches of the organization, newest first', { tags: 'deep' }, async () => {
  const own = await worker.customer()
  const ids = []
  for (let count = 0; count < 3; count++) ids.unshift((await own.run([GOOD], SOURCE_OFF)).id)
  const first = await own.call<BatchList>('?limit=2')
  expect(first.body.batches.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  // The place where a page ended remains.
  expect((await own.delete(`/${ids[1]}`)).status).toBe(204)
  expect(await own.call('?limit=2&limit=3')).toMatchObject({
    status: 422,
    body: { message: 'limit must be sent only once', details: [{ path: 'limit' }] },
  })
  const rest = await own.call<BatchList>(`?limit=2&cursor=${first.body.next}`)
  expect([rest.body.batches.map(({ id }) => id), rest.body.next]).toEqual([ids.slice(2), null])
  expect((await own.call<BatchList>('?state=failed')).body.batches).toEqual([])
})
describe('the quota', () => {
  it('is reserved as a whole, or the answer says what is missing', async () => {
    const own = await worker.customer({ tier: 'FREE' })
    expect((await worker.validate(own.token)).status).toBe(200)
    const { status, body } = await own.send({ items: items(120) })
    expect([status, body.code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(body).toMatchObject({ cost: 120, remaining: 99, missing: 21 })
    await worker.settle()
    expect(await own.quota()).toBe(1)
    expect((await own.call<BatchList>('')).body.batches).toEqual([])
    expect((await own.run(items(99))).cost.reserved).toBe(99)
    expect(await own.quota()).toBe(100)
    expect((await worker.validate(own.token)).status).toBe(429)
    const refused = await own.send(ONE)
    expect(refused.body.message).toBe(
      'This batch costs 1 validation, but none are left of the monthly quota.',
    )
  })

  it.each([false, true])(
    'is charged once or not at all if the database fails at any step, done before it: %s',
    { tags: 'deep' },
    async (after) => {
      const own = await worker.customer()
      for (let step = 0; step < 32; step++) {
        if (step > 0) await worker.fault({ service: 'neon', mode: 'slow', ms: 0, times: step })
        await worker.fault({ service: 'neon', after, times: 1 })
        await own.send({ items: items(3), ...SOURCE_OFF })
        await worker.settle()
        await worker.fakes.reset(worker.namespace)
        const [started] = await worker.sql<{ cost: number }>`select coalesce(sum(cost), 0)::int as cost
          from batches where organization_id = ${own.organizationId} and state <> 'receiving'`
        expect({ step, ...started }).toEqual({ step, cost: await own.quota() })
        await worker.sql`update batches set expires_at = expires_at - interval '3 minutes' where state = 'receiving'`
        await worker.runJob('continue-batches')
        await worker.sql`update batches set state = 'completed' where state = 'processing'`
        const [row] = await worker.sql<{ cost: number; others: number }>`
        select coalesce(sum(cost - returned_cost), 0)::int as cost,
               count(*) filter (where state <> 'completed')::int as others
          from batches where organization_id = ${own.organizationId}`
        expect({ step, ...row }).toEqual({ step, cost: await own.quota(), others: 0 })
      }
    },
  )
})

describe('the number of batches at once', () => {
  const isLimited = async (tier: 'FREE' | 'PRO', limit: number) => {
    const own = await worker.customer({ tier })
    const answers = await times(limit + 2, () => own.send(ONE))
    const created = answers.filter(({ status }) => status === 202)
    expect(created).toHaveLength(limit)
    for (const { body } of answers.filter(({ status }) => status !== 202))
      expect(body).toMatchObject({ code: 'BATCH_LIMIT_REACHED', limit })
    await worker.finish(created[0]?.body.id ?? '')
    expect((await own.send(ONE)).status).toBe(202)
  }
  it('is limited on FREE to 1, also for parallel uploads', () => isLimited('FREE', 1))
  it('is counted apart for live and test tokens', { tags: 'deep' }, async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const { headers: isTest } = await own.testToken()
    const send = async (headers = {}) => (await own.send(ONE, headers)).status
    expect([await send(isTest), await send(), await send(isTest), await send()]).toEqual([202, 202, 409, 409])
  })
  it('is limited on PRO to 3, also for parallel uploads', { tags: 'deep' }, () => isLimited('PRO', 3))
})

describe('what an organization can upload', () => {
  const blank = (kilobytes: number) => `${' '.repeat(1_023)}\n`.repeat(kilobytes)
  const NDJSON = { type: 'application/x-ndjson' }

  /** Returns the answer to one more upload. */
  const useUp = async (own: Customer, count: number, headers = {}) => {
    for (let upload = 0; upload < count; upload++) {
      expect(refusal(await own.send({ items: [] }, headers))).toEqual([422, 'INVALID_INPUT'])
      await worker.settle()
    }
    const refused = await own.send(ONE, headers)
    expect(refusal(refused)).toEqual([429, 'UPLOAD_LIMIT_REACHED'])
    await worker.settle()
    return refused
  }

  it('is 20 batches an hour on FREE, failed ones included, and more on PRO at once', {
    tags: 'deep',
  }, async () => {
    const own = await worker.customer({ tier: 'FREE' })
    expect((await own.run([GOOD], SOURCE_OFF)).state).toBe('completed')
    const refused = await useUp(own, 19)
    expect(refused.body.message).toMatch(
      /^Your plan allows 20 new batches an hour and 40 a day\. Try again in /,
    )
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await own.call<BatchList>('')).body.batches).toHaveLength(1)
    expect(await own.quota()).toBe(1)
    await worker.updateOrganization(own.organizationId, { tier: 'PRO' })
    await worker.settle()
    expect((await own.send(ONE)).status).toBe(202)
  })

  it('is as much with a test token, without using up what live tokens can upload', {
    tags: 'deep',
  }, async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const { headers } = await own.testToken()
    await useUp(own, 20, headers)
    expect((await own.send(ONE)).status).toBe(202)
    // What the hour refused didn't count for the day.
    await times(20, () => own.send(ONE, headers))
    const { headers: answer } = await own.send(ONE, headers)
    expect(Number(answer.get('Retry-After'))).toBeLessThanOrEqual(3_600 / 20)
  })

  it('ends one with an idempotency key, too, before all of it is held in memory', async () => {
    const own = await worker.customer({ tier: 'FREE' })
    let megabytes = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (megabytes++ < 10) controller.enqueue(new Uint8Array(1024 * 1024).fill(10))
        else controller.close()
      },
    })
    const headers = { 'Idempotency-Key': 'large' }
    expect(refusal(await own.upload(body, { ...NDJSON, headers }))).toEqual([429, 'UPLOAD_LIMIT_REACHED'])
    expect(megabytes).toBeLessThan(5)
  })

  it('is 1 MiB an hour on FREE, counted while they arrive, for live and test tokens apart', {
    tags: 'deep',
  }, async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const { headers } = await own.testToken()
    const larger = await own.upload(blank(1_100), { ...NDJSON, headers: { 'Content-Length': '1100000' } })
    expect([...refusal(larger), larger.body.message]).toEqual([
      413,
      'BODY_TOO_LARGE',
      'Your plan allows uploads of 1 MiB an hour and 2 MiB a day. Split this one.',
    ])
    expect(refusal(await own.upload(blank(900), NDJSON))).toEqual([422, 'INVALID_INPUT'])
    await worker.settle()
    const ofTest = await own.upload(blank(900), { ...NDJSON, headers })
    expect(refusal(ofTest)).toEqual([422, 'INVALID_INPUT'])
    await worker.settle()
    const refused = await own.upload(blank(200), NDJSON)
    expect(refusal(refused)).toEqual([429, 'UPLOAD_LIMIT_REACHED'])
    expect(refused.body.message).toMatch(/^Your plan allows uploads of 1 MiB an hour and 2 MiB a day\./)
    await worker.settle()
    expect(await worker.sql`select from batches where organization_id = ${own.organizationId}`).toEqual([])
    const other = await worker.customer({ tier: 'FREE' })
    expect((await other.send(ONE)).status).toBe(202)
  })

  it.each([
    ['unreadable', {}],
    ['of unknown types', { ...GOOD, type: 'nonsense' }],
  ])('has at most 1,000 rows that are %s', { tags: 'deep' }, async (_, row) => {
    const own = await worker.customer()
    const rows = (count: number) => Array.from({ length: count }, () => row)
    const refused = await own.send({ items: [GOOD, ...rows(1_001)] })
    expect(refusal(refused)).toEqual([422, 'TOO_MANY_UNREADABLE_ROWS'])
    expect(refused.body.message).toContain('The first is line 2: ')
    await worker.settle()
    expect(await worker.sql`select from batches where organization_id = ${own.organizationId}`).toEqual([])
    expect(await own.quota()).toBe(0)
    expect((await own.send({ items: [GOOD, ...rows(1_000)] })).status).toBe(202)
  })
})

describe('a test token', () => {
  it('creates batches of at most 1,000 rows, which are deleted after a day', { tags: 'deep' }, async () => {
    const own = await worker.customer()
    const { headers } = await own.testToken()
    const refused = await own.send({ items: items(1_001) }, headers)
    expect(refusal(refused)).toEqual([413, 'TOO_MANY_ROWS'])
    const { expiresAt } = await own.run(items(1_000), {}, headers)
    const hours = (Date.parse(expiresAt ?? '') - Date.now()) / 3_600_000
    expect([hours <= 24, hours > 23]).toEqual([true, true])
  })

  it('confirms the magic numbers of failed requests in the sandbox', { tags: 'deep' }, async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const { headers } = await own.testToken()
    const failing = errorOutcomes.map((outcome) => ({
      countryCode: 'DE',
      tin: magicNumbersOf('DE').find((number) => number.outcome === outcome)?.tin ?? '',
    }))
    const { id } = await own.run(failing, {}, headers)
    expect((await own.results(id)).map(({ result, errors }) => [result, errors])).toEqual(
      failing.map(() => ['confirmed', []]),
    )
  })

  it('creates batches of the sandbox, which cost nothing and call no register', async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const { id: liveId } = await own.run([GOOD], SOURCE_OFF)
    const { headers } = await own.testToken()
    const batch = await own.run([GOOD, BAD, ...items(120)], {}, headers)
    expect(batch).toMatchObject({
      live: false,
      counts: { confirmed: 1, invalid: 121 },
      cost: { reserved: 0, returned: 0 },
    })
    expect(await own.results(batch.id, '&result=confirmed')).toMatchObject([
      { isSourceValid: true, entity: { name: 'Sandbox Company Ltd' } },
    ])
    expect(await own.quota()).toBe(1)
    expect((await own.member.call<object[]>('/api/activity')).body).toHaveLength(1)
    const { body: days } = await own.member.call<object[]>('/api/activity/days')
    expect(days.at(-1)).toMatchObject({ counts: { format_only: 1, invalid: 0 } })
    expect((await own.call<BatchList>('', { headers })).body.batches).toHaveLength(1)
    expect((await own.call(`/${liveId}`, { headers })).status).toBe(404)
  })
})

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'one' }

  it('finds the batch of a call whose answer was lost', { tags: 'deep' }, async () => {
    const own = await worker.customer()
    const first = await own.send(ONE, key)
    await worker.sql`delete from idempotency_keys`
    const again = await own.send(ONE, key)
    expect([again.status, again.body.id]).toEqual([202, first.body.id])
    expect(await own.quota()).toBe(1)
  })

  it('takes over from a call whose Worker was killed, also from the only batch of a plan', {
    tags: 'deep',
  }, async () => {
    const own = await worker.customer({ tier: 'FREE' })
    const killed = await own.send(ONE, key)
    await worker.sql`update batches set state = 'receiving', reserved_at = null where id = ${killed.body.id}`
    await worker.sql`delete from idempotency_keys`
    const again = await own.send(ONE, key)
    expect([again.status, again.body.id === killed.body.id]).toEqual([202, false])
    expect((await own.call(`/${killed.body.id}`)).status).toBe(404)
  })

  it('starts a file of the dashboard once for each choice of columns and each member', {
    tags: 'deep',
  }, async () => {
    const own = await worker.customer()
    const colleague = await worker.colleague(own.organizationId)
    const headers = { ...key, 'Content-Type': 'text/csv', 'x-organization-id': own.organizationId }
    const start = async ({ call }: Pick<typeof colleague, 'call'>, name: string) => {
      const raw = 'country;tin\nDE;136695976'
      const { status, body } = await call<Batch>(`/api/tinproof/batches/csv?source=false&name=${name}`, {
        method: 'POST',
        headers,
        raw,
      })
      expect(status).toBe(202)
      return body.id
    }
    const id = await start(own.member, 'Customers')
    expect(await start(own.member, 'Customers')).toBe(id)
    expect(await own.quota()).toBe(1)
    expect(
      new Set([id, await start(own.member, 'Suppliers'), await start(colleague, 'Customers')]).size,
    ).toBe(3)
  })

  it('starts a file of the dashboard again after its upload was canceled', { tags: 'deep' }, async () => {
    const own = await worker.customer()
    const send = (raw: string | ReadableStream<Uint8Array>) =>
      own.member.call<Batch & ErrorBody>('/api/tinproof/batches/csv', {
        method: 'POST',
        headers: { ...key, 'Content-Type': 'text/csv', 'x-organization-id': own.organizationId },
        raw,
      })
    const { id, answer, writer } = await own.startUpload(send)
    expect((await own.post(`/${id}/cancel`)).status).toBe(200)
    await writer.close()
    expect(refusal(await answer)).toEqual([409, 'BATCH_CANCELED'])
    const { status, body } = await send('tin\nDE136695976')
    expect([status, body.id === id, body.state]).toEqual([202, false, 'processing'])
    expect((await own.get(id)).state).toBe('canceled')
  })
})

it('an upload that sends nothing for two minutes is deleted, so that its batch holds up no other', {
  tags: 'deep',
}, async () => {
  const own = await worker.customer({ tier: 'FREE' })
  const { id, answer, writer } = await own.startUpload()
  const pass = async (seconds: number) => {
    await worker.sql`update batches set expires_at = expires_at - make_interval(secs => ${seconds}) where id = ${id}`
    await worker.runJob('continue-batches')
  }
  await pass(145)
  vi.useFakeTimers({ toFake: ['Date'] })
  const sendRow = async () => {
    vi.setSystemTime(Date.now() + 31_000)
    await writer.write(new TextEncoder().encode('DE136695976\n'))
    return await worker.sql`select from batches where id = ${id} and expires_at > now() + interval '1 minute'`
  }
  await expect.poll(sendRow).toHaveLength(1)
  vi.useRealTimers()
  expect(await own.get(id)).toMatchObject({ state: 'receiving', expiresAt: null })
  expect(refusal(await own.send(ONE))).toEqual([409, 'BATCH_LIMIT_REACHED'])
  await pass(151)
  expect((await own.send(ONE)).status).toBe(202)
  await writer.close()
  expect(refusal(await answer)).toEqual([409, 'BATCH_CANCELED'])
})

it('a member who is removed during the upload starts no batch', { tags: 'deep' }, async () => {
  const own = await worker.customer()
  const { call, user } = await worker.colleague(own.organizationId)
  const headers = { 'Content-Type': 'text/csv', 'x-organization-id': own.organizationId }
  const { answer, writer } = await own.startUpload((raw) =>
    call('/api/tinproof/batches/csv', { raw, headers }),
  )
  await worker.sql`delete from organization_memberships where user_id = ${user.id}`
  await writer.close()
  expect(refusal(await answer)).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
  await worker.settle()
  expect((await own.call<BatchList>('')).body.batches).toEqual([])
  expect(await own.quota()).toBe(0)
})

describe('cancel and delete', () => {
  it('give back what has no answer, and keep the rest', async () => {
    const own = await worker.customer()
    const { body } = await own.send({ items: items(510) })
    // One of its two chunks.
    await worker.sql`update batch_chunks set lease_until = now() + interval '1 hour' where number = 1`
    await worker.deliver(body.id)
    const asked = await own.post<Batch>(`/${body.id}/cancel`)
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({
      state: 'canceled',
      pendingRows: 0,
      counts: { invalid: 500 },
      cost: { reserved: 510, returned: 10 },
    })
    expect(await own.quota()).toBe(500)
    expect(await own.results(body.id)).toHaveLength(500)
    const again = await own.post(`/${body.id}/cancel`)
    expect(refusal(again)).toEqual([409, 'BATCH_ENDED'])
    expect(
      await worker.sql`select from batch_chunks where batch_id = ${body.id} and input is not null`,
    ).toEqual([])
  })

  it('delete a batch that is being processed at once, once', { tags: 'deep' }, async () => {
    const own = await worker.customer()
    const { body } = await own.send({ items: items(5) })
    const answers = await times(3, () => own.delete(`/${body.id}`))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await own.quota()).toBe(0)
    expect((await own.call(`/${body.id}`)).status).toBe(404)
    expect(await worker.deliver(body.id)).toBe(true)
    expect(await worker.sql`select from batch_chunks where batch_id = ${body.id}`).toEqual([])
  })

  it('interrupt a download and an import of the batch, which never seem complete', {
    tags: 'deep',
  }, async () => {
    const own = await worker.customer()
    const { organizationId } = own
    const { id } = await own.run(items(2_001), SOURCE_OFF)
    const ctx = worker.context()
    const reader = (await streamResults(ctx, { organizationId, batchId: id }, 'ndjson')).getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    const creator = { organizationId, live: true, createdBy: null }
    const numbers = (await numbersOfBatch(ctx, creator, id))[Symbol.asyncIterator]()
    expect((await read()).trimEnd().split('\n')).toHaveLength(2_000)
    for (let chunk = 0; chunk < CHUNKS_PER_READ; chunk++)
      expect((await numbers.next()).value).toHaveLength(ROWS_PER_CHUNK)
    await own.delete(`/${id}`)
    expect(await read()).toBe('{"error":"The download was interrupted here. This file is incomplete."}\n')
    await expect(read()).rejects.toThrow()
    await expect(numbers.next()).rejects.toMatchObject({ code: 'BATCH_NOT_FOUND' })
  })

  it('give nothing back of a month that is over', { tags: 'deep' }, async () => {
    const own = await worker.customer()
    const { body } = await own.send({ items: items(5) })
    await worker.sql`update batches set reserved_at = now() - interval '40 days' where id = ${body.id}`
    await own.post(`/${body.id}/cancel`)
    expect(await own.quota()).toBe(5)
  })

  it('are for managers, and members who created the batch', async () => {
    const own = await worker.customer()
    const member = await worker.colleague(own.organizationId)
    const headers = { 'x-organization-id': own.organizationId }
    const create = (call: typeof member.call) => call<Batch>('/api/tinproof/batches', { body: ONE, headers })
    const theirs = (await create(own.member.call)).body
    const mine = (await create(member.call)).body
    expect(mine).toMatchObject({ createdBy: member.user.email, tokenName: 'default' })
    const cancel = (id: string) =>
      member.call(`/api/tinproof/batches/${id}/cancel`, { method: 'POST', headers })
    expect((await cancel(theirs.id)).status).toBe(403)
    expect((await cancel(mine.id)).status).toBe(200)
  })
})

it('retention deletes a batch 30 days after its end, or when the organization says', {
  tags: 'deep',
}, async () => {
  const own = await worker.customer()
  const keeps = async () => {
    const { expiresAt } = await own.run([GOOD], SOURCE_OFF)
    return Math.round((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000)
  }
  expect(await keeps()).toBe(30)
  const set = (batchRetentionDays: number) => own.member.patch('/api/organization', { batchRetentionDays })
  expect((await set(7)).body).toMatchObject({ batchRetentionDays: 7 })
  expect(await keeps()).toBe(7)
  expect([(await set(0)).status, (await set(91)).status]).toEqual([422, 422])
  await worker.sql`update batches set expires_at = now() - interval '1 second'
    where organization_id = ${own.organizationId}`
  await worker.runJob('delete-old-rows')
  expect((await own.call<BatchList>('')).body.batches).toEqual([])
})
it('the batches of a suspended organization stand still', { tags: 'deep' }, async () => {
  const own = await worker.customer()
  const { body } = await own.send(ONE)
  await worker.updateOrganization(own.organizationId, { status: 'SUSPENDED' })
  await worker.settle()
  expect(await worker.deliver(body.id)).toBe(true)
  expect(await worker.stateOf(body.id)).toBe('processing')
  await worker.updateOrganization(own.organizationId, { status: 'ACTIVE' })
  await worker.finish(body.id)
})
