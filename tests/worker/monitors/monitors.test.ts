import { afterEach, describe, expect, it } from 'vitest'
import { monitors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { CallId } from '#tests/docs/conformance.ts'
import { documentedCalls } from '#tests/docs/documented-calls.ts'
import { type Customer, openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import { type Call, type ErrorBody, refusal, statusesOf, times } from '#tests/worker/harness.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { reencryptSecrets } from '#worker/jobs/reencrypt-secrets.ts'
import { hashKey } from '#worker/lib/hash.ts'
import {
  CHANGE_LAG_MINUTES,
  type Imported,
  MAX_TEST_MONITORS,
  type Monitor,
  type MonitorList,
  type MonitorWithHistory,
  monitorLimits,
  monitorSchema,
} from '#worker/monitors/contract.ts'
import { hasNumber } from '#worker/monitors/create.ts'
import { encryptFor } from '#worker/monitors/secrets.ts'
import { inTransaction } from '#worker/transaction.ts'
import { errorOutcomes } from '#worker/validation/sandbox/contract.ts'

const MONITORS = '/api/tinproof/monitors'
const NUMBER = { countryCode: 'DE', tin: 'DE 136 695 976', every: 'day' } as const

const worker = await openBatchWorker('monitors')
const customer = await worker.customer()
const stranger = await worker.customer()
const { token: testToken } = await customer.member.createToken({
  live: false,
  permissions: { read: true, validation: true },
})

afterEach(() => worker.sql`delete from monitors`)

type Body = MonitorWithHistory & ErrorBody & { monitorId: string; limit: number }
type As = { token: string }

const { fits } = documentedCalls(openApiDocument())
const callOf = (path: string, { method, body, raw }: Call): CallId => {
  const verb = method ?? (body === undefined && raw === undefined ? 'GET' : 'POST')
  const [route = ''] = path.split('?')
  if (route === '') return verb === 'GET' ? 'listMonitors' : 'createMonitor'
  if (route === '/import') return 'importMonitors'
  if (route === '/import/csv') return 'importMonitors/csv'
  if (route === '/import/ndjson') return 'importMonitors/ndjson'
  if (route.endsWith('/check')) return 'checkMonitor'
  return verb === 'GET' ? 'getMonitor' : verb === 'PATCH' ? 'updateMonitor' : 'deleteMonitor'
}
/** Each answer fits the OpenAPI document. */
async function call<Answered = Body>(path: string, { token }: As = customer, options: Call = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...options.headers }
  const answer = await worker.call<Answered>(`${MONITORS}${path}`, { ...options, headers })
  fits(callOf(path, options), answer)
  return answer
}
const post = (path: string, body: object, as?: As) => call(path, as, { body })
const patch = (id: string, body: object, as?: As) => call(`/${id}`, as, { method: 'PATCH', body })
const list = async (query = '', as?: As) => (await call<MonitorList>(query, as)).body
const create = async (input: object = {}, as?: As): Promise<Monitor> => {
  const { status, body } = await post('', { ...NUMBER, ...input }, as)
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

/** Valid numbers of a country without a register. */
const mexican = (index: number) => ({ countryCode: 'MX', tin: `ABC${680524 + index}P76` })
const insert = (count: number, { organizationId }: Pick<Customer, 'organizationId'>, live = true) =>
  worker.sql`insert into monitors (id, organization_id, live, country_code, number_hash, details, every, phase, next_check_at)
    select 'monitor_' || i, ${organizationId}, ${live}, 'DE', i, 'unused', 'day', 0, now() from generate_series(1, ${count}) i`

describe('a monitor', () => {
  it('is created, read, changed and deleted, with an audit entry each and no number in plain text', async () => {
    const monitor = await create({ name: 'Example GmbH', customId: 'crm-17', type: 'DE.VAT' })
    const { nextCheckAt, createdAt } = monitor
    expect(monitor).toEqual({
      id: expect.stringMatching(/^monitor_[0-9A-Za-z]{22}$/),
      live: true,
      countryCode: 'DE',
      tin: NUMBER.tin,
      type: 'DE.VAT',
      name: 'Example GmbH',
      customId: 'crm-17',
      every: 'day',
      pausedBy: null,
      answer: null,
      checkedAt: null,
      nextCheckAt: expect.any(String),
      changedAt: null,
      differsSince: null,
      failingSince: null,
      createdBy: null,
      createdAt: expect.any(String),
    })
    expect(Object.keys(monitor)).toEqual(Object.keys(monitorSchema.shape))
    expect(nextCheckAt).toBe(createdAt)
    const stored = JSON.stringify(await worker.sql`select * from monitors`)
    for (const secret of ['136695976', NUMBER.tin, 'Example', 'crm-17']) expect(stored).not.toContain(secret)
    expect((await call(`/${monitor.id}`)).body).toEqual({ ...monitor, history: [] })
    const changed = await patch(monitor.id, { every: 'month', name: '', customId: 'crm-18', paused: true })
    const paused = { every: 'month', name: null, customId: 'crm-18', pausedBy: 'member', nextCheckAt: null }
    expect(changed.body).toEqual({ ...monitor, ...paused })
    expect(refusal(await post(`/${monitor.id}/check`, {}))).toEqual([409, 'MONITOR_PAUSED'])
    const resumed = (await patch(monitor.id, { paused: false })).body
    expect(resumed).toMatchObject({ pausedBy: null, nextCheckAt: expect.any(String), every: 'month' })
    expect((await call(`/${monitor.id}`, customer, { method: 'DELETE' })).status).toBe(204)
    expect(refusal(await call(`/${monitor.id}`))).toEqual([404, 'MONITOR_NOT_FOUND'])
    const entries = await worker.sql<{
      event: string
      subject: string
    }>`select event, subject from audit_entries
      where organization_id = ${customer.organizationId} and event like 'monitor.%' order by id`
    const events = ['monitor.created', 'monitor.changed', 'monitor.changed', 'monitor.deleted']
    expect(entries).toEqual(events.map((event) => ({ event, subject: monitor.id })))
  })

  it('is never changed by a query, which would have no effect', async () => {
    const { id } = await create()
    const answers = [
      await call(`/${id}?paused=true`, customer, { method: 'PATCH', body: {} }),
      await call(`/${id}/check?name=x`, customer, { method: 'POST' }),
      await call('?name=x', customer, { body: NUMBER }),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
  })

  it('is one for each number, however it is written, and for each organization', async () => {
    const { id } = await create()
    for (const input of [{}, { tin: '136695976' }, { tin: 'de-136695976', type: 'DE.VAT', every: 'week' }]) {
      const again = await post('', { ...NUMBER, ...input })
      expect([...refusal(again), again.body.monitorId]).toEqual([409, 'MONITOR_EXISTS', id])
    }
    const parallel = await times(5, () => post('', NUMBER, stranger))
    expect(statusesOf(parallel).sort()).toEqual([201, 409, 409, 409, 409])
    await create({ sandbox: 'ended' }, { token: testToken })
  })

  it('gets the type that its number is valid as, if its kind is sent', async () => {
    const customs = { countryCode: 'DE', tin: 'DE1234567', kind: 'customs' }
    expect((await create(customs)).type).toBe('DE.EORI')
    expect(refusal(await post('', { ...customs, kind: 'vat', every: 'day' }))).toEqual([422, 'INVALID_INPUT'])
    expect(refusal(await post('', { ...customs, kind: 'none', every: 'day' }))).toEqual([
      422,
      'INVALID_INPUT',
    ])
    expect(await create({ kind: 'vat' })).toMatchObject({ ...NUMBER, type: 'DE.VAT' })
  })

  it('is due at once when it is to be checked, or gets another name or a shorter interval', async () => {
    const { id, createdAt } = await create({ name: 'Example GmbH', every: 'week' })
    const isDue = async () => {
      const due = Date.parse((await call(`/${id}`)).body.nextCheckAt ?? '')
      await worker.sql`update monitors set next_check_at = now() + interval '5 hours'`
      return due - Date.parse(createdAt) < 3_600_000
    }
    expect(await isDue()).toBe(true)
    for (const [isNow, change] of [
      [true, () => post(`/${id}/check`, {})],
      [true, () => patch(id, { name: 'Example AG' })],
      [false, () => patch(id, { name: 'Example AG', customId: '1', every: 'month' })],
      [true, () => patch(id, { every: 'day' })],
      [false, () => patch(id, { every: 'day' })],
    ] as const) {
      expect((await change()).status).toBeLessThan(203)
      expect(await isDue()).toBe(isNow)
    }
  })

  it('is created once for an idempotency key', async () => {
    const send = (input: object, key: string) =>
      call('', customer, { body: { ...NUMBER, ...input }, headers: { 'Idempotency-Key': key } })
    const first = await send({}, 'one')
    await worker.settle()
    const again = await send({}, 'one')
    expect([again.status, again.body, again.headers.get('Idempotent-Replayed')]).toEqual([
      201,
      first.body,
      'true',
    ])
    expect(refusal(await send({ every: 'week' }, 'one'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(refusal(await send({}, 'two'))).toEqual([409, 'MONITOR_EXISTS'])
    await worker.sql`update idempotency_keys set answer = null`
    expect(refusal(await send({}, 'one'))).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
    expect((await list()).monitorCount).toBe(1)
  })

  it.each([
    ['a broken number', { tin: 'DE136695977' }, 'INVALID_INPUT', 'tin'],
    ['a country without tax IDs', { countryCode: 'BM', tin: '1' }, 'INVALID_INPUT', 'tin'],
    ['an unknown country', { countryCode: 'ZZ' }, 'UNSUPPORTED_COUNTRY', 'countryCode'],
    ['an unknown type', { type: 'NOPE' }, 'INVALID_INPUT', 'type'],
    ['an unknown interval', { every: 'hour' }, 'INVALID_INPUT', 'every'],
    ['a sandbox outcome with a live token', { sandbox: 'ended' }, 'INVALID_INPUT', 'sandbox'],
    ['a long custom ID', { customId: 'x'.repeat(201) }, 'INVALID_INPUT', 'customId'],
  ])('is refused with %s', async (_, input, code, path) => {
    const answer = await post('', { ...NUMBER, ...input })
    expect([...refusal(answer), answer.body.details?.[0]?.path]).toEqual([422, code, path])
    expect((await list()).monitorCount).toBe(0)
  })

  it.each(errorOutcomes)('refuses the sandbox outcome %s, also with a test token', async (sandbox) => {
    const answer = await post('', { ...NUMBER, sandbox }, { token: testToken })
    expect([...refusal(answer), answer.body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', 'sandbox'])
  })
})

describe('the list of monitors', () => {
  it('shows a live token those of test tokens, too, and counts each kind apart', async () => {
    const { id: test } = await create({}, { token: testToken })
    const { id: live } = await create()
    const { id: second } = await create({ tin: 'DE811569869' })
    const seen = await list()
    expect(seen.monitors.map((monitor) => [monitor.id, monitor.live])).toEqual([
      [second, true],
      [live, true],
      [test, false],
    ])
    const seenByTest = (await call<MonitorList>('', { token: testToken })).body
    expect(seenByTest.monitors.map(({ id }) => id)).toEqual([test])
    expect([seen.monitorCount, seenByTest.monitorCount]).toEqual([2, 1])
    expect(seenByTest.monitorLimit).toBe(MAX_TEST_MONITORS)
  })

  it('is paged and filtered, newest first', async () => {
    const ids: string[] = []
    for (const tin of ['DE136695976', 'DE811569869', 'DE129273398']) ids.unshift((await create({ tin })).id)
    const [newest, middle, oldest] = ids
    const idsOf = async (query: string) => {
      const { monitors, next } = await list(query)
      return [...monitors.map(({ id }) => id), next]
    }
    const { next } = await list('?limit=2')
    expect(await idsOf('?limit=2')).toEqual([newest, middle, next])
    expect(await idsOf(`?limit=2&cursor=${next}`)).toEqual([oldest, null])
    expect(await list()).toMatchObject({ monitorCount: 3, monitorLimit: monitorLimits.ENTERPRISE })
    await worker.sql`update monitors set failing_since = now(), changed_at = '2026-01-31T10:00:00Z' where id = ${newest}`
    await patch(oldest ?? '', { paused: true })
    expect(await idsOf('?state=failing')).toEqual([newest, null])
    expect(await idsOf('?state=paused')).toEqual([oldest, null])
    expect(await idsOf('?state=active')).toEqual([newest, middle, null])
    expect(await idsOf('?changedSince=2026-01-31T10:00:00Z')).toEqual([newest, null])
    expect(await idsOf('?changedSince=2026-01-31T10:00:01Z')).toEqual([null])
    expect(await idsOf('?changedSince=0001-01-01T00:00:00Z')).toEqual([newest, null])
    expect(await idsOf('?changedSince=2026-01-31T11:00:00%2B01:00')).toEqual([newest, null])
    for (const time of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00%2B01:00', '9999-12-31T23:59:59-01:00'])
      expect((await call(`?changedSince=${time}`)).status).toBe(422)
    expect(await idsOf('?result=invalid')).toEqual([null])
    for (const query of ['?limit=101', '?state=other', '?cursor=monitor_1', '?result=unreadable'])
      expect((await call(query)).status).toBe(422)
    const { body } = await call('?cursor=2')
    expect(body.message).toBe('cursor must be "next" of the previous page')
  })

  it('lists a change that began before a call and ended after it, within the time that the docs say', async () => {
    const { id } = await create()
    const since = async (minutes: number) => {
      const time = new Date(calledAt - minutes * 60_000).toISOString()
      return (await list(`?changedSince=${time}`)).monitors.map((monitor) => monitor.id)
    }
    let calledAt = Date.now()
    await inTransaction(worker.context(), async (tx) => {
      await tx.update(monitors).set({ changedAt: now })
      calledAt = Date.now()
      expect(await since(CHANGE_LAG_MINUTES)).toEqual([])
    })
    expect(await since(0)).toEqual([])
    expect(await since(CHANGE_LAG_MINUTES)).toEqual([id])
  })

  it('is searched by number, name and customId, also after a change', async () => {
    const { id } = await create({ name: 'Muster GmbH', customId: 'CRM 17' })
    await create({ tin: 'DE811569869', name: 'Other' })
    const found = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).monitors.map((monitor) => monitor.id)
    for (const search of ['DE136695976', 'de 136 695 976', '136695976', 'muster', 'CRM 17', id])
      expect(await found(search), search).toEqual([id])
    for (const search of ['13669597', 'CRM', 'crm 17', 'must'])
      expect(await found(search), search).toEqual([])
    await patch(id, { name: 'Beispiel AG', customId: '' })
    expect([await found('Muster'), await found('beispiel'), await found('CRM 17')]).toEqual([[], [id], []])
  })
})

describe('the limit', () => {
  const holds = async (tier: 'FREE' | 'PRO' | 'ENTERPRISE') => {
    const owner = await worker.customer({ tier })
    const limit = monitorLimits[tier]
    await insert(limit - 2, owner)
    const answers = await times(5, (index) => post('', { ...NUMBER, ...mexican(index) }, owner))
    expect(statusesOf(answers).sort()).toEqual([201, 201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect([refused?.body.code, refused?.body.limit]).toEqual(['MONITOR_LIMIT_REACHED', limit])
  }
  it.each(['FREE'] as const)('of %s holds under parallel calls', holds)
  it.each(['PRO', 'ENTERPRISE'] as const)('of %s holds under parallel calls', { tags: 'deep' }, holds)

  it('also holds for test tokens and for resumed monitors', { tags: 'deep' }, async () => {
    await insert(MAX_TEST_MONITORS, customer, false)
    expect(refusal(await post('', NUMBER, { token: testToken }))).toEqual([409, 'MONITOR_LIMIT_REACHED'])
    await worker.sql`delete from monitors`
    const owner = await worker.customer({ tier: 'PRO' })
    const { id } = await create({}, owner)
    await patch(id, { paused: true }, owner)
    await insert(monitorLimits.PRO, owner)
    expect(refusal(await patch(id, { paused: false }, owner))).toEqual([409, 'MONITOR_LIMIT_REACHED'])
    expect((await patch(id, { every: 'week' }, owner)).status).toBe(200)
  })
})

it('refuses more changes than a day may have, so that their audit entries are bounded', {
  tags: 'deep',
}, async () => {
  const owner = await worker.customer({ tier: 'PRO' })
  const { id } = await create(mexican(1), owner)
  for (const key of (await worker.redis('KEYS', 'rate-limit:monitor-changes-PRO:*')) as string[])
    await worker.redis('HSET', key, 'tokens', '0', 'refilledAt', String(Date.now() + 60_000))
  const answers = [
    await post('', { ...NUMBER, ...mexican(2) }, owner),
    await patch(id, { every: 'week' }, owner),
  ]
  expect(answers.map(refusal)).toEqual(Array(2).fill([429, 'RATE_LIMITED']))
  const { monitors } = await list('', owner)
  expect(monitors.map((monitor) => [monitor.id, monitor.every])).toEqual([[id, 'day']])
  expect(
    await worker.sql`select event from audit_entries where organization_id = ${owner.organizationId}
      and event like 'monitor.%'`,
  ).toEqual([{ event: 'monitor.created' }])
  expect((await call(`/${id}`, owner, { method: 'DELETE' })).status).toBe(204)
})

describe('an import', () => {
  const csv = 'id;VAT number;name\n1;DE136695976;Example GmbH\n2;DE 136 695 976;\n3;DE1;\n4;DE811569869;\n'
  const upload = (raw: string, query = '?every=week', as?: As, type = 'text/csv') => {
    const [file] = /csv|ndjson/.exec(type) ?? []
    const path = `/import${file ? `/${file}` : ''}${query}`
    return call<Imported & ErrorBody>(path, as, { raw, headers: { 'Content-Type': type } })
  }

  it('creates a monitor for each number of a file, once', async () => {
    const invalidRows = [{ line: 4, reason: expect.stringContaining('digits') }]
    const imported = { created: 2, existing: 1, invalid: 1, overLimit: 0, invalidRows }
    const uploads = await times(2, () => upload(csv))
    expect(uploads.map(({ body }) => body).sort((one, other) => other.created - one.created)).toEqual([
      imported,
      { ...imported, created: 0, existing: 3 },
    ])
    const { monitors } = await list()
    expect(monitors.map(({ tin, customId, name, every }) => [tin, customId, name, every]).sort()).toEqual([
      ['DE136695976', '1', 'Example GmbH', 'week'],
      ['DE811569869', '4', null, 'week'],
    ])
    const lines = '{"countryCode":"DE","tin":"129273398"}\n{}\n'
    const ndjson = await upload(lines, '?every=day', customer, 'application/x-ndjson')
    expect(ndjson.body).toMatchObject({
      created: 1,
      invalid: 1,
      invalidRows: [{ line: 2, reason: 'countryCode is required, as in "DE"' }],
    })
    const entries = await worker.sql`select after from audit_entries
      where organization_id = ${customer.organizationId} and event = 'monitor.imported' order by id`
    expect(entries.map(({ after }) => after)).toEqual([
      { created: 2, every: 'week' },
      { created: 1, every: 'day' },
    ])
  })

  it('reads a number as the kind that its row names', async () => {
    const kinds = 'VAT number;kind\nDE1234567;customs\nDE811569869;vat\nDE1234567;vat\nDE1234567;\n'
    expect((await upload(kinds)).body).toMatchObject({ created: 2, existing: 0, invalid: 2, overLimit: 0 })
    const { monitors } = await list()
    expect(monitors.map(({ tin, type }) => [tin, type]).sort()).toEqual([
      ['DE1234567', 'DE.EORI'],
      ['DE811569869', 'DE.VAT'],
    ])
  })

  it('takes the valid rows of a batch of the organization', async () => {
    const rows = [
      { customId: 'a', countryCode: 'DE', tin: 'DE136695976', name: 'Example GmbH' },
      { countryCode: 'DE', tin: '1' },
    ]
    const { id: batchId } = await customer.run(rows, { source: false })
    const input = { batchId, every: 'month' }
    expect(refusal(await post('/import', input, stranger))).toEqual([404, 'BATCH_NOT_FOUND'])
    expect(refusal(await post('/import', input, { token: testToken }))).toEqual([404, 'BATCH_NOT_FOUND'])
    const { body } = await post('/import', input)
    expect(body).toMatchObject({
      created: 1,
      invalid: 1,
      invalidRows: [{ line: 2, reason: expect.stringMatching(/^Too short/) }],
    })
    expect((await list()).monitors).toMatchObject([
      { tin: 'DE136695976', type: 'DE.VAT', name: 'Example GmbH', customId: 'a', every: 'month' },
    ])
  })

  it('of a batch counts toward the uploads of the plan, but not a file that is too large', {
    tags: 'deep',
  }, async () => {
    const owner = await worker.customer({ tier: 'FREE' })
    const { id: batchId } = await owner.run([{ countryCode: 'DE', tin: 'DE136695976' }], { source: false })
    const again = () => post('/import', { batchId, every: 'day' }, owner)
    for (let refused = 0; refused < 20; refused++)
      expect((await upload(' '.repeat(2 ** 20 + 1), '?every=day', owner)).status).toBe(413)
    for (let upload = 1; upload < 20; upload++) expect((await again()).status).toBe(200)
    expect(refusal(await again())).toEqual([429, 'UPLOAD_LIMIT_REACHED'])
  })

  it('counts toward the changes of a day, so that it isn’t a free batch', async () => {
    const owner = await worker.customer({ tier: 'FREE' })
    expect((await upload(csv, '?every=day', owner)).body).toMatchObject({ created: 2 })
    const key = `rate-limit:monitor-changes-FREE:${hashKey(owner.organizationId)}`
    const [tokens] = (await worker.redis('HMGET', key, 'tokens')) as string[]
    expect(Number(tokens)).toBe(498)
    for (const { id } of (await list('', owner)).monitors) await call(`/${id}`, owner, { method: 'DELETE' })
    await worker.redis('HSET', key, 'tokens', '1')
    const refused = await upload(csv, '?every=day', owner)
    expect(refusal(refused)).toEqual([429, 'RATE_LIMITED'])
    // One of 500 a day comes back every 173 seconds.
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(173)
    expect((await list('', owner)).monitorCount).toBe(0)
  })

  it('counts the rows that another import adds at the same time as monitored, not as beyond the limit', async () => {
    const owner = await worker.customer({ tier: 'FREE' })
    await insert(monitorLimits.FREE - 2, owner)
    const uploads = await times(2, () => upload(csv, '?every=day', owner))
    const counts = uploads.map(({ body: { created, existing, overLimit } }) => [created, existing, overLimit])
    expect(counts.toSorted()).toEqual([
      [0, 3, 0],
      [2, 1, 0],
    ])
  })

  it('finds numbers among more than a statement has parameters', { tags: 'deep' }, async () => {
    const owner = await worker.customer()
    await insert(1, owner)
    const creator = { ...owner, live: true, createdBy: null }
    const hashes = Array.from({ length: 70_000 }, (_, at) => String(at))
    expect(await worker.context().db.$count(monitors, hasNumber(creator, hashes))).toBe(1)
  })

  it('counts the rows beyond the plan’s limit', async () => {
    const owner = await worker.customer({ tier: 'FREE' })
    await insert(monitorLimits.FREE - 1, owner)
    const { body } = await upload(csv, '?every=day', owner)
    expect(body).toMatchObject({ created: 1, existing: 1, invalid: 1, overLimit: 1 })
    const long = `3;DE1;${'x'.repeat(200)}\n`.repeat(1_000)
    const after = { created: 0, existing: 3, invalid: 1_001, overLimit: 1 }
    expect((await upload(csv + long + csv.split('\n')[1], '?every=day', owner)).body).toMatchObject(after)
  })

  it.each([
    ['no interval', csv, '', 'text/csv', 422, 'INVALID_INPUT'],
    ['no column of numbers', 'name\nExample', '?every=day', 'text/csv', 422, 'INVALID_INPUT'],
    ['another type', csv, '?every=day', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another large type', ' '.repeat(70_000), '?every=day', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['broken JSON', '{', '', 'application/json', 400, 'INVALID_JSON'],
    ['too many rows', `${csv}${';1\n'.repeat(100_001)}`, '?every=day', 'text/csv', 413, 'TOO_MANY_ROWS'],
    ['no batch', '{"every":"day"}', '', 'application/json', 422, 'INVALID_INPUT'],
    ['too much JSON', ' '.repeat(70_000), '', 'application/json', 413, 'BODY_TOO_LARGE'],
  ])('is refused with %s', async (_, raw, query, type, status, code) => {
    const refused = await upload(raw, query, customer, type)
    expect(refusal(refused)).toEqual([status, code])
    // JSON is for the ID of a batch.
    expect(refused.body).not.toMatchObject({ message: expect.stringContaining('rows as application/json') })
    expect((await list()).monitorCount).toBe(0)
  })
})

describe('a key rotation', () => {
  const confirmed = {
    result: 'confirmed',
    reason: 'Confirmed.',
    name: 'Example GmbH',
    address: null,
    status: null,
    register: 'VIES',
    isFormatValid: true,
    isFallback: false,
  } as const
  const newKey = `new:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
  const keys = (...values: readonly string[]) => ({ BATCH_KEYS: values.join(',') })

  it('keeps monitors, and numbers are still found, before and after the job', { tags: 'deep' }, async () => {
    const oldKey = String(worker.settings.BATCH_KEYS)
    const { id } = await create({ customId: 'crm-17' })
    const both = keys(newKey, oldKey)
    const isKnown = async (settings: { BATCH_KEYS: string }) => {
      const answer = await call('', customer, { body: NUMBER, settings })
      return answer.body.monitorId === id
    }
    expect(await isKnown(both)).toBe(true)
    await reencryptSecrets(worker.context(both))
    expect(await isKnown(keys(newKey))).toBe(true)
    const search = () => call<MonitorList>('?search=crm-17', customer, { settings: keys(newKey) })
    expect((await search()).body.monitors).toHaveLength(1)
    const { body } = await call(`/${id}`, customer, { settings: keys(newKey) })
    expect(body).toMatchObject({ tin: NUMBER.tin, customId: 'crm-17' })
  })

  it('also ends for what is changed before the job', async () => {
    const both = keys(newKey, String(worker.settings.BATCH_KEYS))
    const { id } = await create()
    const answer = await encryptFor(worker.context(), id, confirmed)
    await worker.sql`update monitors set result = 'confirmed', answer = ${answer} where id = ${id}`
    await call(`/${id}`, customer, { method: 'PATCH', body: { customId: 'crm-18' }, settings: both })
    const count = async () => (await reencryptSecrets(worker.context(both))).counts.monitors
    expect([await count(), await count()]).toEqual([1, 0])
    const { body } = await call(`/${id}`, customer, { settings: keys(newKey) })
    expect(body).toMatchObject({ customId: 'crm-18', answer: { name: 'Example GmbH' } })
  })
})

it('a test token gets 404 for each call on a live monitor', async () => {
  const { id } = await create()
  const as = { token: testToken }
  const answers = [
    await call(`/${id}`, as),
    await patch(id, { every: 'week' }, as),
    await post(`/${id}/check`, {}, as),
    await call(`/${id}`, as, { method: 'DELETE' }),
  ]
  for (const answer of answers) expect(refusal(answer)).toEqual([404, 'MONITOR_NOT_FOUND'])
  expect((await list('', as)).monitors).toEqual([])
  expect((await call(`/${id}`)).body.every).toBe('day')
})
