import { describe, expect, it } from 'vitest'
import { GERMAN, type Member, openWorker } from '#tests/worker/harness.ts'
import type { Activity } from '#worker/activity/contract.ts'
import { insertCalls } from './activity-rows.ts'

const PATH = '/api/activity/export'
const BATCH = 1_000
const COLUMNS = [
  'Time',
  'Method',
  'Endpoint',
  'Status',
  'Result',
  'Response Time (ms)',
  'Country',
  'Token',
  'Request ID',
  'Error Code',
  'Batch Rows',
]

const worker = await openWorker('activity_export')

let people = 0
const customer = () => worker.signUp(`exporter-${people++}`)

async function readerOf(member: Member) {
  const { status, body } = await member.open(PATH)
  expect(status).toBe(200)
  if (!body) throw new Error('no body')
  return body.getReader()
}

/** The rows of a CSV file; throws on what RFC 4180 does not allow. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    const [whole, quoted, plain, end] =
      /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text.slice(at, at + 5_000)) ?? []
    if (whole === undefined) throw new Error(`not CSV: ${JSON.stringify(text.slice(at, at + 80))}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    at += whole.length
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

async function exported(member: Member, query = '') {
  const { status, body } = await member.call<string>(`${PATH}${query}`)
  expect(status).toBe(200)
  const [header, ...rows] = parseCsv(body)
  expect(header).toEqual(COLUMNS)
  return rows
}

const trips = async () => (await worker.fakes.counts(worker.namespace)).neon.trips

describe('GET /api/activity/export', () => {
  it('returns the calls as a CSV file, newest first', async () => {
    const member = await customer()
    const { token, id } = await member.createToken({ name: 'Billing' })
    await worker.validate(token, { countryCode: 'DE' })
    await worker.settle()
    await member.post('/api/tinproof/validate', GERMAN)
    await worker.validate(token)
    await worker.settle()
    await member.delete(`/api/tokens/${id}`)
    const { headers } = await member.call('/api/activity/export')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="tinproof-activity-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const { body: calls } = await member.call<Activity[]>('/api/activity')
    expect(calls).toHaveLength(3)
    expect(await exported(member)).toEqual(
      calls.map((call) => [
        call.createdAt,
        call.method,
        call.endpoint,
        String(call.status),
        call.outcome,
        String(call.responseTime),
        call.country ?? '',
        call.tokenName === 'default' ? 'Dashboard' : '',
        call.requestId,
        call.errorCode ?? '',
        call.rows?.toString() ?? '',
      ]),
    )
    expect(calls.map(({ tokenName }) => tokenName)).toEqual([null, 'default', null])
  })

  it('is only the header without calls, after the byte order mark that Excel needs', async () => {
    const member = await customer()
    expect(await exported(member)).toEqual([])
    const bytes = new Uint8Array(await (await member.open(PATH)).arrayBuffer())
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from('T')])
  })

  it('contains only calls that match the filter', async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, 2_500, {
      status: 'case n % 5 when 0 then 422 else 200 end',
      tokenId: 'n % 2',
      at: "'2026-03-10T00:00:00Z'::timestamptz - n * interval '1 minute'",
    })
    const rows = await exported(
      member,
      '?status=422&tokenId=1&day=2026-03-09&endpoint=/api/tinproof/validate',
    )
    expect(rows).toHaveLength(1_440 / 10)
    expect(new Set(rows.map(([time, , , status]) => `${time?.slice(0, 10)} ${status}`))).toEqual(
      new Set(['2026-03-09 422']),
    )
    expect(await exported(member, '?status=599')).toEqual([])
  })

  it('quotes cells and disarms formulas', async () => {
    const member = await customer()
    const names = [
      ['=HYPERLINK("https://evil.test";"Click")', `'=HYPERLINK("https://evil.test";"Click")`],
      ['+1+1', "'+1+1"],
      ['-2+3', "'-2+3"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\t=1+1', "'\t=1+1"],
      ['\r=1+1', "'\r=1+1"],
      ['\n=1+1', "'\n=1+1"],
      [' =1+1', "' =1+1"],
      ['\u00a0 \u200b=1+1', "'\u00a0 \u200b=1+1"],
      ['\u2060\ufeff@SUM(A1)', "'\u2060\ufeff@SUM(A1)"],
      ['Billing; =1+1', "Billing;' =1+1"],
      ['Billing;=1+1', "Billing;'=1+1"],
      ['Billing;"=1+1";@SUM(A1)', `Billing;"'=1+1";'@SUM(A1)`],
      ['＝1+1', "'＝1+1"],
      ['a; b;c-d', 'a; b;c-d'],
      ['a "quoted", name', 'a "quoted", name'],
      ['two\r\nlines', 'two\r\nlines'],
      ['Zürich 数 🔑', 'Zürich 数 🔑'],
      ['a=b', 'a=b'],
    ]
    for (const [name] of names) {
      const [token] = await worker.sql<{ id: number }>`
        insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
         values (${name}, gen_random_uuid(), 'tp_live_', '0000', ${member.organization.id}, '{"read":true,"validation":false}') returning id`
      await insertCalls(worker, member.organization.id, 1, {
        tokenId: String(token?.id),
        at: 'clock_timestamp()',
      })
    }
    const rows = await exported(member)
    expect(rows.map((row) => row[7])).toEqual(names.map(([, shown]) => shown).toReversed())
    for (const row of rows) expect(row).toHaveLength(COLUMNS.length)
  })

  it('streams 10,500 calls once each while new ones arrive', { tags: 'deep' }, async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, 10_500, { at: "now() - n / 700 * interval '1 second'" })
    const existing = await worker.sql<{ request_id: string }>`select request_id from api_activities
      where organization_id = ${member.organization.id} order by timestamp desc, id desc`
    await worker.fakes.reset(worker.namespace)
    const reader = await readerOf(member)
    const decoder = new TextDecoder()
    let text = ''
    for (let chunks = 0; ; chunks++) {
      // The session, the batch read before the answer began, and one for each chunk taken since.
      expect(await trips()).toBe(2 + Math.max(0, chunks - 1))
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
      await insertCalls(worker, member.organization.id, 100, { at: 'now()' })
    }
    const [, ...rows] = parseCsv(text)
    expect(rows.map((row) => row[8])).toEqual(existing.map(({ request_id }) => request_id))
    expect(await trips()).toBe(1 + Math.ceil(10_500 / BATCH))
  })

  it('ends after exactly full batches', { tags: 'deep' }, async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, 2 * BATCH)
    expect(await exported(member)).toHaveLength(2 * BATCH)
  })

  it('fails the download with a note in the file when the database fails midway', async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, BATCH + 1)
    const reader = await readerOf(member)
    expect((await reader.read()).done).toBe(false)
    await worker.fault({ service: 'neon' })
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toBe(
      'The export was interrupted here. This file is incomplete.\r\n',
    )
    await expect(reader.read()).rejects.toThrow('The rows could not be read')
    await worker.clearFaults('neon')
  })

  it.each(['fail', 'garbage'] as const)(
    'retries a read that fails with: %s',
    { tags: 'deep' },
    async (mode) => {
      const member = await customer()
      await insertCalls(worker, member.organization.id, BATCH + 1)
      const reader = await readerOf(member)
      const decoder = new TextDecoder()
      let text = decoder.decode((await reader.read()).value)
      await worker.fault({ service: 'neon', mode, times: 1 })
      text += decoder.decode((await reader.read()).value)
      expect((await reader.read()).done).toBe(true)
      expect(parseCsv(text)).toHaveLength(1 + BATCH + 1)
    },
  )

  it('returns a JSON error when the database fails first', async () => {
    const member = await customer()
    await worker.sql`alter table api_activities rename to api_activities_gone`
    const { status, headers, body } = await member.call('/api/activity/export')
    await worker.sql`alter table api_activities_gone rename to api_activities`
    expect([status, body.code]).toEqual([500, 'INTERNAL'])
    expect(headers.get('Content-Type')).toContain('application/json')
    expect(headers.get('Content-Disposition')).toBeNull()
  })

  it('stops reading when the client disconnects', { tags: 'deep' }, async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, 5 * BATCH)
    await worker.fakes.reset(worker.namespace)
    const early = await readerOf(member)
    await early.cancel()
    const reader = await readerOf(member)
    await reader.read()
    await reader.read()
    const before = await trips()
    expect(before).toBe(5)
    await reader.cancel()
    expect((await reader.read()).done).toBe(true)

    const hurried = await readerOf(member)
    await hurried.read()
    await worker.fault({ service: 'neon', mode: 'slow', ms: 300 })
    const underWay = hurried.read()
    await hurried.cancel()
    expect((await underWay).done).toBe(true)
    await worker.clearFaults('neon')
    expect(await trips()).toBe(before + 3)
  })

  it('refuses a bad filter before it begins', async () => {
    const { status, body } = await (await customer()).call('/api/activity/export?endpoint=%00')
    expect([status, body.code, body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', 'endpoint'])
  })
})
