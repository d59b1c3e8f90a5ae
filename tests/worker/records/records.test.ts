import { describe, expect, it } from 'vitest'
import { documentedCalls } from '#tests/docs/documented-calls.ts'
import {
  type Answer,
  type Call,
  captureLogs,
  type ErrorBody,
  GERMAN,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import type { OpenedRecord, RecordDetail, RecordList } from '#worker/records/contract.ts'
import { selectNumbers, selectRange } from '#worker/records/export-period.ts'
import { selectPage } from '#worker/records/read.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

const worker = await openWorker('records')

const BELGIAN = { countryCode: 'BE', tin: '0403019261' }
const RECORD_ID = /^record_[0-9A-Za-z]{22}$/
const DAY = 86_400_000

type Kept = { member: Member; token: string; recordId: string; answer: ValidationResponse }

const validate = async (token: string, input: object = GERMAN, options: Call = {}) =>
  (await worker.validate<ValidationResponse>(token, { record: true, ...input }, options)).body

/** By an API token with access to registers. */
async function keep(name?: string, input: object = GERMAN): Promise<Kept> {
  const member = await worker.signUp(name)
  const { token } = await member.createToken({ permissions: { read: true, validation: true } })
  const answer = await validate(token, input)
  await worker.settle()
  return { member, token, answer, recordId: answer.recordId ?? '' }
}

const path = (recordId: string) => `/api/tinproof/records/${recordId}`
const read = async (member: Member, recordId: string) =>
  (await member.call<RecordDetail>(path(recordId))).body
const list = async (member: Member, query = '') =>
  (await member.call<RecordList>(`/api/tinproof/records${query}`)).body.records
const withToken = <Body = ErrorBody>(token: string, url: string, options: Call = {}) =>
  worker.call<Body>(url, { ...options, headers: { Authorization: `Bearer ${token}` } })
const remove = (member: Member, recordId: string, organizationId = member.organization.id) =>
  member.call(path(recordId), { method: 'DELETE', headers: { 'x-organization-id': organizationId } })

const GONE = [404, 'RECORD_NOT_FOUND']

describe('a validation with record', () => {
  it('keeps what was sent and exactly what was answered', async () => {
    const { member, answer, recordId } = await keep('ann', { ...BELGIAN, name: 'Summit Energy' })
    expect(recordId).toMatch(RECORD_ID)
    const detail = await read(member, recordId)
    expect(detail).toMatchObject({
      id: recordId,
      referenceId: answer.referenceId,
      live: true,
      number: 1,
      countryCode: 'BE',
      result: answer.result,
      name: answer.entity.name,
      isShared: false,
      createdBy: null,
      link: null,
      file: { record: { recordId, organizationId: member.organization.id, rulesAsOf: expect.any(String) } },
    })
    expect(detail.response).toEqual(answer)
    expect(detail.request).toEqual({ ...BELGIAN, name: 'Summit Energy' })
    const { request: _, response: __, file: ___, link: ____, ...summary } = detail
    expect(await list(member)).toEqual([summary])
  })

  it('is stored encrypted, and its search is hashed', async () => {
    const { recordId } = await keep()
    const [row] = await worker.sql`select * from records where id = ${recordId}`
    const stored = JSON.stringify(row)
    expect(stored).not.toContain(GERMAN.tin)
    expect(row?.content).toMatch(/^[\w-]+\.[\w-]{200,}$/)
  })

  it('takes one statement more, and no command of Redis', { tags: 'deep' }, async () => {
    const { token } = await keep()
    const tripsOf = async (input: object) =>
      (await worker.trips(() => worker.validate(token, { ...GERMAN, ...input }))).answered
    const [without, withRecord] = [await tripsOf({}), await tripsOf({ record: true })]
    expect(withRecord.neon.trips).toBe(without.neon.trips + 1)
    expect(withRecord.upstash.trips).toBe(without.upstash.trips)
  })

  it('is answered even if PostgreSQL fails, and repeating it keeps the record', {
    tags: 'deep',
  }, async () => {
    const { member, token } = await keep()
    const headers = { 'Idempotency-Key': 'k1' }
    const logs = captureLogs()
    const failed = await worker.during({ service: 'neon', content: 'link_secret' }, () =>
      validate(token, BELGIAN, { headers }),
    )
    expect(failed).toMatchObject({ result: 'confirmed', recordId: null })
    expect(failed.warnings.map(({ code }) => code)).toContain('RECORD_NOT_KEPT')
    expect(logs.join()).toContain('keep a record')
    await worker.settle()
    const repeated = await validate(token, BELGIAN, { headers })
    expect(repeated).toMatchObject({
      referenceId: failed.referenceId,
      recordId: expect.stringMatching(RECORD_ID),
    })
    await worker.settle()
    expect(await list(member)).toHaveLength(2)
    const [quota] = await worker.sql`select used_count from organization_quotas
      where organization_id = ${member.organization.id}`
    expect(quota).toEqual({ used_count: 2 })
  })

  it('has one record, however often the call is repeated', { tags: 'deep' }, async () => {
    const { member, token } = await keep()
    const repeat = () => validate(token, BELGIAN, { headers: { 'Idempotency-Key': 'k2' } })
    const first = await repeat()
    await worker.settle()
    expect((await repeat()).recordId).toBe(first.recordId)
    // As if the Worker had been killed before it stored the answer.
    await worker.sql`delete from idempotency_keys`
    const second = await repeat()
    await worker.settle()
    expect(second.recordId).not.toBe(first.recordId)
    expect((await list(member)).map(({ id }) => id).slice(0, 1)).toEqual([second.recordId])
    expect(await list(member)).toHaveLength(2)
  })

  it('has none if the call is refused', async () => {
    const { member, token } = await keep()
    expect(refusal(await worker.validate(token, { countryCode: 'QQ', tin: '1', record: true }))).toEqual([
      422,
      'UNSUPPORTED_COUNTRY',
    ])
    expect(await list(member)).toHaveLength(1)
  })
})

describe('an organization', () => {
  const yearsOf = async (member: Member, recordId: string) => {
    const { createdAt, expiresAt } = await read(member, recordId)
    return new Date(expiresAt).getUTCFullYear() - new Date(createdAt).getUTCFullYear()
  }

  it('keeps a record of each live call by its own choice, which a call can overrule', async () => {
    const { member, token } = await keep('bea')
    expect((await member.patch('/api/organization', { keepsRecords: true })).status).toBe(200)
    const { recordId } = (await worker.validate<ValidationResponse>(token)).body
    expect(recordId).toMatch(RECORD_ID)
    const fromDashboard = await member.post<ValidationResponse>('/api/tinproof/validate', GERMAN)
    expect(fromDashboard.body.recordId).toMatch(RECORD_ID)
    expect(await validate(token, { record: false })).not.toHaveProperty('recordId')
    const test = await member.createToken({ live: false })
    expect((await worker.validate(test.token)).body).not.toHaveProperty('recordId')
  })

  it('keeps records as long as its plan allows when they are made, or shorter', {
    tags: 'deep',
  }, async () => {
    const { member, token, recordId } = await keep('cleo')
    expect(await yearsOf(member, recordId)).toBe(1)
    await worker.updateOrganization(member.organization.id, { tier: 'PRO' })
    const paid = await validate(token)
    expect(await yearsOf(member, paid.recordId ?? '')).toBe(5)
    await member.patch('/api/organization', { recordYears: 2 })
    const shorter = await validate(token)
    expect(await yearsOf(member, shorter.recordId ?? '')).toBe(2)
    expect(await yearsOf(member, recordId)).toBe(1)
    expect(refusal(await member.patch('/api/organization', { recordYears: 11 }))).toEqual([
      422,
      'INVALID_INPUT',
    ])
  })
})

describe('a test token', () => {
  it('keeps records that only test tokens and members see, for a day', async () => {
    const { member, recordId } = await keep('dora')
    const test = await member.createToken({ live: false })
    const kept = await validate(test.token)
    await worker.settle()
    expect(kept.live).toBe(false)
    const seen = await withToken<RecordList>(test.token, '/api/tinproof/records')
    expect(seen.body.records).toMatchObject([{ id: kept.recordId, live: false, number: 1 }])
    expect(refusal(await withToken(test.token, path(recordId)))).toEqual(GONE)
    const { createdAt, expiresAt } = await read(member, kept.recordId ?? '')
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(DAY)
  })
})

describe('a member', () => {
  async function validated(member: Member, input: object = GERMAN) {
    const { body, headers } = await member.post<ValidationResponse>('/api/tinproof/validate', input)
    return {
      answer: JSON.stringify(body),
      request: input,
      signature: headers.get('X-Answer-Signature') ?? '',
    }
  }
  const keepAnswer = <Body = { recordId: string }>(member: Member, body: object) =>
    member.post<Body>('/api/records', body)

  it('can keep a record of a result afterwards, once', async () => {
    const eva = await worker.signUp('eva')
    const signed = await validated(eva, { ...GERMAN, name: 'Example GmbH', address: 'Main Street 1' })
    const answers = await times(3, () => keepAnswer(eva, signed))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.recordId}`)).size).toBe(1)
    const [answer] = answers
    expect(answer?.status).toBe(201)
    await worker.settle()
    const detail = await read(eva, answer?.body.recordId ?? '')
    expect(detail).toMatchObject({ request: signed.request, createdBy: eva.user.email, number: 1 })
    expect(detail.response).toEqual(JSON.parse(signed.answer))
  })

  it('can keep only what we answered to what was sent, in the same organization', async () => {
    const fia = await worker.signUp('fia')
    const gwen = await worker.signUp('gwen')
    const signed = await validated(fia, { countryCode: 'DE', tin: '136695970', name: 'Example GmbH' })
    const forgeries: object[] = [
      { answer: signed.answer.replaceAll('"isValid":false', '"isValid":true') },
      { request: { ...signed.request, name: 'Other GmbH' } },
      { request: GERMAN },
      ...['', 'x', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{}')}.`].map((signature) => ({ signature })),
      { signature: decodeURIComponent(fia.cookie.split('=')[1] ?? '') },
    ]
    for (const forgery of forgeries)
      expect(refusal(await keepAnswer<ErrorBody>(fia, { ...signed, ...forgery }))).toEqual([
        422,
        'ANSWER_NOT_SIGNED',
      ])
    expect(refusal(await keepAnswer<ErrorBody>(gwen, signed))).toEqual([422, 'ANSWER_NOT_SIGNED'])
    expect((await keepAnswer(fia, signed)).status).toBe(201)
    const { token } = await fia.createToken()
    expect((await worker.validate(token)).headers.get('X-Answer-Signature')).toBeNull()
  })

  it('deletes what they kept, managers delete all, and a deleted record leaves nothing', async () => {
    const secretName = 'Quixotic Zephyr GmbH'
    const { member, recordId, answer } = await keep('hana', { ...BELGIAN, name: secretName })
    const { id } = member.organization
    const colleague = await worker.colleague(id)
    const inOrganization = { headers: { 'x-organization-id': id } }
    expect(refusal(await remove(colleague, recordId, id))).toEqual([403, 'ROLE_TOO_LOW'])
    const own = await colleague.post<ValidationResponse>('/api/tinproof/validate', GERMAN, inOrganization)
    const kept = await colleague.post<{ recordId: string }>(
      '/api/records',
      { answer: JSON.stringify(own.body), request: GERMAN, signature: own.headers.get('X-Answer-Signature') },
      inOrganization,
    )
    await worker.settle()
    const link = `/api/records/${kept.body.recordId}/link`
    await colleague.put(link, {}, inOrganization)
    await colleague.delete(link, undefined, inOrganization)
    expect((await remove(colleague, kept.body.recordId, id)).status).toBe(204)
    await member.put(`/api/records/${recordId}/link`, {})
    const { link: shared } = await read(member, recordId)
    const [row] = await worker.sql<{ search: string[]; content: string }>`select search, content from records
      where id = ${recordId}`
    const manager = await worker.colleague(id, 'manager')
    expect((await remove(manager, recordId, id)).status).toBe(204)
    expect(refusal(await remove(manager, recordId, id))).toEqual(GONE)
    await worker.settle()
    const traces = [
      answer.tin,
      answer.entity.name ?? '',
      secretName,
      row?.content ?? '',
      ...(row?.search ?? []),
    ]
    const tables = await worker.sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`
    for (const { name } of tables) {
      const [found] = await worker.sql<{ text: string | null }>(
        `select string_agg(t::text, ' ') as text from ${name} t`,
      )
      for (const trace of [...traces, shared?.url.split('#')[1] ?? 'no link'])
        expect(found?.text ?? '', name).not.toContain(trace)
    }
    expect(
      await worker.sql`select number, deleted_at is not null as deleted from record_chain
        where organization_id = ${id} order by number`,
    ).toEqual([
      { number: 1, deleted: true },
      { number: 2, deleted: true },
    ])
    const entries = await worker.sql`select event, subject from audit_entries
      where organization_id = ${id} and event like 'record.%' order by id`
    expect(entries).toEqual([
      { event: 'record.kept', subject: kept.body.recordId },
      { event: 'record.shared', subject: kept.body.recordId },
      { event: 'record.unshared', subject: kept.body.recordId },
      { event: 'record.deleted', subject: kept.body.recordId },
      { event: 'record.shared', subject: recordId },
      { event: 'record.deleted', subject: recordId },
    ])
  })
})

describe('the list', () => {
  it('is searched by number, name, reference and day, and has pages', async () => {
    const began = Date.now()
    const { member, token, answer } = await keep('iris', { ...BELGIAN, name: 'Zephyr Holding' })
    await validate(token)
    const stranger = await keep('jana', BELGIAN)
    const found = async (search: string) =>
      (await list(member, `?search=${encodeURIComponent(search)}`)).map(({ countryCode }) => countryCode)
    const registered = answer.entity.name ?? ''
    for (const term of [
      '0403019261',
      'BE 0403.019.261',
      registered,
      registered.toUpperCase(),
      'ZEPHYR holding',
    ])
      expect(await found(term), term).toEqual(['BE'])
    expect(await found(answer.referenceId)).toEqual(['BE'])
    for (const term of ['', '  ']) expect(await found(term)).toEqual(['DE', 'BE'])
    for (const term of [
      '040301926',
      'Zephyr',
      '%',
      "' or 1=1",
      stranger.answer.referenceId,
      stranger.recordId,
    ])
      expect(await found(term), term).toEqual([])
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
    expect(await list(member, `?from=${dayOf(began)}&to=${dayOf(Date.now())}`)).toHaveLength(2)
    expect(await list(member, `?from=${dayOf(Date.now() + DAY)}`)).toEqual([])
    expect(await list(member, `?to=${dayOf(began - DAY)}`)).toEqual([])
    for (const [day, message] of [
      ['yesterday', 'from must be a date such as "2026-01-31"'],
      ['1969-12-31', 'from is out of range'],
    ]) {
      const { body } = await member.call<ErrorBody>(`/api/tinproof/records?from=${day}`)
      expect(body.details).toEqual([{ path: 'from', message }])
    }
    const first = (await member.call<RecordList>('/api/tinproof/records?limit=1')).body
    expect((await remove(member, first.records[0]?.id ?? '')).status).toBe(204)
    const second = (await member.call<RecordList>(`/api/tinproof/records?limit=1&cursor=${first.next}`)).body
    expect([first, second].map(({ records }) => records.map(({ countryCode }) => countryCode))).toEqual([
      ['DE'],
      ['BE'],
    ])
    expect(second.next).toBeNull()
    expect((await withToken<RecordList>(token, '/api/tinproof/records')).body.records).toHaveLength(1)
  })

  it('leaves out records past their end, which the cron job deletes', { tags: 'deep' }, async () => {
    const { member, recordId } = await keep('kim')
    await worker.sql`update records set expires_at = now() - interval '1 second' where id = ${recordId}`
    expect(await list(member)).toEqual([])
    expect(refusal(await member.call(path(recordId)))).toEqual(GONE)
    await worker.runJob('delete-expired-records')
    expect(await worker.sql`select 1 from records where id = ${recordId}`).toEqual([])
    expect(
      await worker.sql`select number from record_chain
        where organization_id = ${member.organization.id} and deleted_at is not null`,
    ).toEqual([{ number: 1 }])
  })
})

const { fits } = documentedCalls(openApiDocument())

it('answers as the OpenAPI document says', { tags: 'deep' }, async () => {
  const { token, recordId } = await keep('pia')
  const send = (url: string, options: Call = {}) => withToken<unknown>(token, url, options)
  const remove = { method: 'DELETE' }
  for (const [call, url, options] of [
    ['listRecords', '/api/tinproof/records', {}],
    ['getRecord', path(recordId), {}],
    ['exportRecords', '/api/tinproof/records/export', {}],
    ['deleteRecord', path(recordId), remove],
  ] as const)
    expect(fits(call, await send(url, options))[0]).toBeLessThan(300)
  expect(fits('getRecord', await send(path(recordId)))).toEqual(GONE)
  expect(fits('deleteRecord', await send(path(recordId), remove))).toEqual(GONE)
  for (const [call, url] of [
    ['listRecords', '/api/tinproof/records?limit=0'],
    ['exportRecords', '/api/tinproof/records/export?from=2026'],
    ['listRecords', '/api/tinproof/records?from=2026-02-01&to=2026-01-31'],
    ['exportRecords', '/api/tinproof/records/export?from=2026-02-01&to=2026-01-31'],
  ] as const)
    expect(fits(call, await send(url))).toEqual([422, 'INVALID_INPUT'])
})

describe('a link', () => {
  const share = async (member: Member, recordId: string, days: number | null = null) =>
    (await member.put<RecordDetail>(`/api/records/${recordId}/link`, { days })).body.link
  const secretOf = (url: string | undefined) => /\/record#([0-9A-Za-z]{32})$/.exec(url ?? '')?.[1] ?? ''
  const open = <Body = OpenedRecord>(secret: string): Promise<Answer<Body>> =>
    worker.post<Body>('/api/records/open', { secret })

  it('shows anyone the record, but not who kept it, and can be copied again', async () => {
    const { member, answer, recordId } = await keep('lea')
    const link = await share(member, recordId)
    expect((await read(member, recordId)).link).toEqual(link)
    expect((await list(member))[0]?.isShared).toBe(true)
    const opened = await open(secretOf(link?.url))
    expect(opened.status).toBe(200)
    expect(opened.body).toMatchObject({ request: GERMAN, expiresAt: link?.expiresAt })
    expect(opened.body.response).toEqual(answer)
    for (const hidden of [member.user.email, member.organization.name])
      expect(JSON.stringify(opened.body)).not.toContain(hidden)
    expect(opened.headers.get('Cache-Control')).toBe('private, no-store')
    expect(opened.headers.get('X-Robots-Tag')).toBe('noindex')
    const [row] = await worker.sql`select * from records where id = ${recordId}`
    expect(JSON.stringify(row)).not.toContain(secretOf(link?.url))
  })

  it('works as long as chosen, but never longer than the record, until it is stopped', {
    tags: 'deep',
  }, async () => {
    const { member, recordId } = await keep('mia')
    const { expiresAt } = await read(member, recordId)
    const week = await share(member, recordId, 7)
    expect(Date.parse(week?.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(7 * DAY)
    const longer = await share(member, recordId, 3_650)
    expect(longer).toEqual({ url: week?.url, expiresAt })
    const secret = secretOf(week?.url)
    await worker.sql`update records set link_expires_at = now() - interval '1 second' where id = ${recordId}`
    expect(refusal(await open<ErrorBody>(secret))).toEqual(GONE)
    expect((await read(member, recordId)).link).toBeNull()
    const again = await share(member, recordId)
    expect(again?.url).not.toBe(week?.url)
    expect((await member.delete(`/api/records/${recordId}/link`)).status).toBe(204)
    expect((await member.delete(`/api/records/${recordId}/link`)).status).toBe(204)
    expect(refusal(await open<ErrorBody>(secretOf(again?.url)))).toEqual(GONE)
    expect(refusal(await member.put(`/api/records/${recordId}/link`, { days: 0 }))).toEqual([
      422,
      'INVALID_INPUT',
    ])
  })

  it.each(['', 'x', '0'.repeat(32), 'DE136695976'])('to nothing (%j) is not found', async (secret) => {
    expect(refusal(await open<ErrorBody>(secret))).toEqual(GONE)
  })

  it('stops while the organization is suspended', { tags: 'deep' }, async () => {
    const { member, recordId } = await keep('noa')
    const secret = secretOf((await share(member, recordId))?.url)
    await worker.updateOrganization(member.organization.id, { status: 'SUSPENDED' })
    expect(refusal(await open<ErrorBody>(secret))).toEqual(GONE)
    await worker.updateOrganization(member.organization.id, { status: 'ACTIVE' })
    expect((await open(secret)).status).toBe(200)
  })
})

it('an export and a search read only their own of 20,000 records', { tags: 'deep' }, async () => {
  const { organization } = await worker.signUp()
  await worker.sql`insert into record_chain (organization_id, live, number, hash, signed_at)
    select ${organization.id}, true, n, 'hash', now() - (20000 - n) * interval '1 hour' from generate_series(1, 20000) n`
  await worker.sql`insert into records
      (id, organization_id, reference_id, live, number, content, search, created_at, expires_at)
    select 'record_' || number, organization_id, gen_random_uuid(), live, number, 'content', '{}', signed_at, now() + interval '1 year'
      from record_chain where organization_id = ${organization.id}`
  await worker.sql`analyze`
  const { db } = worker.context()
  const chain = { organizationId: organization.id, live: true }
  const planOf = async ({ sql, params }: { sql: string; params: unknown[] }) =>
    JSON.stringify(await worker.sql(`explain ${sql}`, params))
  const from = new Date(Date.now() - 30 * DAY).toISOString().slice(0, 10)
  const range = selectRange(db, chain, { from })
  expect(await planOf(range.toSQL())).toMatch(/Index .*record_chain_signed_at_idx.*Index Cond:.*signed_at/)
  const rows = selectNumbers(db, chain, [19_998, 19_999, 20_000])
  expect(await planOf(rows.toSQL())).toMatch(/Index .*records_number_key.*Index Cond:.*number/)
  const search = { organizationId: organization.id, search: 'DE136695976', limit: 20 }
  expect(await planOf(selectPage(worker.context(), search).toSQL())).toMatch(/Index .*records_search_idx/)
})
