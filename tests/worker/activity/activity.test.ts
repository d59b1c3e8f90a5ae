// @module-tag deep
import { beforeAll, describe, expect, it } from 'vitest'
import { type ErrorBody, GERMAN, type Member, openWorker, refusal } from '#tests/worker/harness.ts'
import { selectDays, selectHours } from '#worker/activity/activity-chart.ts'
import {
  type Activity,
  type ActivityDay,
  type ActivityFilter,
  type ActivityHour,
  type CallDetail,
  noCalls,
  type Usage,
} from '#worker/activity/contract.ts'
import { selectUsage } from '#worker/activity/list-usage.ts'
import { selectCall, selectHistory, selectPage } from '#worker/activity/read-page.ts'
import { insertCalls } from './activity-rows.ts'

const DAY = 86_400_000

const worker = await openWorker('activity')
const stranger = await worker.signUp('stranger')

let people = 0
const customer = () => worker.signUp(`owner-${people++}`)

const dayOf = (instant: Date | number) => new Date(instant).toISOString().slice(0, 10)

type Query = ActivityFilter & { before?: number; limit?: number }

async function list(member: Member, query: Query = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, body } = await member.call<Activity[]>(`/api/activity?${search}`)
  expect(status).toBe(200)
  return body
}

/** Follows the pages to the end. */
async function walk(member: Member, query: Query = {}, onPage: (calls: Activity[]) => unknown = () => true) {
  const calls: Activity[] = []
  for (let page = await list(member, query); page.length > 0; ) {
    calls.push(...page)
    if ((await onPage(calls)) === false) break
    page = await list(member, { ...query, before: page.at(-1)?.id ?? 0 })
  }
  return calls
}

describe('GET /api/activity', () => {
  it("lists the newest 100 calls with their token's name", async () => {
    const member = await customer()
    const named = await member.createToken({ name: 'Billing' })
    const deleted = await member.createToken({ name: 'Gone' })
    await worker.validate(deleted.token)
    await worker.settle()
    await worker.validate(named.token, { countryCode: 'DE' })
    await worker.settle()
    await member.post('/api/tinproof/validate', GERMAN)
    await member.delete(`/api/tokens/${deleted.id}`)
    const [dashboard, refused, ofDeleted] = await list(member)
    expect(dashboard).toMatchObject({ tokenName: 'default', outcome: 'confirmed', country: 'DE' })
    expect(refused).toMatchObject({
      method: 'POST',
      endpoint: '/api/tinproof/validate',
      status: 422,
      outcome: 'refused',
      country: null,
      tokenId: named.id,
      tokenName: 'Billing',
    })
    expect(ofDeleted).toMatchObject({ status: 200, tokenId: deleted.id, tokenName: null })

    await insertCalls(worker, member.organization.id, 150, { at: "now() - interval '1 day'" })
    const newest = await list(member)
    expect(newest).toHaveLength(100)
    expect(newest.slice(0, 3)).toEqual([dashboard, refused, ofDeleted])
    expect(await list(member, { limit: 2 })).toEqual([dashboard, refused])
  })

  it('pages through 1,050 calls once each while new ones arrive', { tags: 'deep' }, async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, 1_050, {
      at: "now() - n / 350 * interval '1 second' - interval '1 minute'",
    })
    const existing = await worker.sql<{ id: string }>`select id from api_activities
      where organization_id = ${member.organization.id} order by timestamp desc, id desc`
    const { token } = await member.createToken()
    const calls = await walk(member, {}, async () => {
      await worker.validate(token)
      await worker.settle()
    })
    expect(calls.map(({ id }) => id)).toEqual(existing.map(({ id }) => Number(id)))
    expect((await list(member, { limit: 1 }))[0]?.outcome).toBe('format_only')
  })

  it('returns nothing after a deleted or unknown call, or one of another organization', async () => {
    const member = await customer()
    await insertCalls(worker, member.organization.id, 3)
    await insertCalls(worker, stranger.organization.id, 3)
    const [theirs] = await list(stranger)
    const [, second] = await list(member)
    expect(await list(member, { before: second?.id ?? 0 })).toHaveLength(1)
    expect(await list(member, { before: theirs?.id ?? 0 })).toEqual([])
    expect(await list(member, { before: Number.MAX_SAFE_INTEGER })).toEqual([])
    await worker.sql`delete from api_activities where id = ${second?.id}`
    expect(await list(member, { before: second?.id ?? 0 })).toEqual([])
  })

  describe('filters', () => {
    const yesterday = dayOf(Date.now() - DAY)
    const filters: Required<ActivityFilter> = {
      status: 422,
      endpoint: '/api/tinproof/bulk',
      tokenId: 2,
      day: yesterday,
    }
    const matches = (call: Activity, filter: ActivityFilter) =>
      (filter.status === undefined || call.status === filter.status) &&
      (filter.endpoint === undefined || call.endpoint === filter.endpoint) &&
      (filter.tokenId === undefined || call.tokenId === filter.tokenId) &&
      (filter.day === undefined || call.createdAt.startsWith(filter.day))
    const combinations = Array.from(
      { length: 16 },
      (_, bits): ActivityFilter =>
        Object.fromEntries(Object.entries(filters).filter((_, index) => bits & (1 << index))),
    )

    let member: Member
    let all: Activity[]
    beforeAll(async () => {
      member = await customer()
      // 60 calls at each of 10 instants, 5 hours apart: pages begin and end between calls of the same time.
      await insertCalls(worker, member.organization.id, 600, {
        status: 'case n % 3 when 0 then 422 when 1 then 429 else 200 end',
        endpoint: "case n % 4 when 0 then '/api/tinproof/bulk' else '/api/tinproof/validate' end",
        tokenId: 'case when n % 5 < 2 then 2 else 1 end',
        at: "date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - n / 60 * interval '5 hours'",
      })
      await insertCalls(worker, stranger.organization.id, 300, {
        status: 'case n % 3 when 0 then 422 when 1 then 429 else 200 end',
        tokenId: '1_001',
      })
      all = await walk(member)
    })

    it.each(combinations)('%j, in pages of 7 and 100 calls', async (filter) => {
      expect(all).toHaveLength(600)
      expect(new Set(all.map(({ createdAt }) => createdAt)).size).toBe(11)
      const wanted = all.filter((call) => matches(call, filter))
      expect(wanted.length).toBeGreaterThan(0)
      expect(await walk(member, filter)).toEqual(wanted)
      const short = wanted.slice(0, 100)
      const pages = await walk(member, { ...filter, limit: 7 }, async (calls) => calls.length < 100)
      expect(pages.slice(0, 100)).toEqual(short)
    })

    it.each(combinations)('%j, after a call that does not match', async (filter) => {
      const last = all.findLastIndex((call) => !matches(call, filter))
      const before = all[last]?.id
      const expected = all.filter((call, index) => index > last && matches(call, filter)).slice(0, 100)
      if (before !== undefined) expect(await list(member, { ...filter, before })).toEqual(expected)
    })

    it.each([
      { endpoint: '/api/nothing' },
      { endpoint: "' or 1=1 --" },
      { endpoint: 'ü'.repeat(200) },
      { tokenId: 2_147_483_647 },
      { status: 599 },
      { day: '1999-12-31' },
      { day: '9998-12-31' },
    ])('finds nothing for %j', async (filter) => {
      expect(await list(member, filter)).toEqual([])
    })

    it("finds nothing for another organization's token", async () => {
      expect(await list(stranger, { tokenId: 1_001 })).toHaveLength(100)
      expect(await list(member, { tokenId: 1_001 })).toEqual([])
      expect(await list(member, { tokenId: 1_001, status: 200 })).toEqual([])
      expect(await list(member, { tokenId: 1_001, before: all[0]?.id ?? 0 })).toEqual([])
    })
  })

  it('filters a day by UTC midnight', async () => {
    const member = await customer()
    for (const at of [
      '2026-05-31T23:59:59.999Z',
      '2026-06-01T00:00:00.000Z',
      '2026-06-01T23:59:59.999Z',
      '2026-06-02T00:00:00.000Z',
    ])
      await insertCalls(worker, member.organization.id, 1, { at: `'${at}'::timestamptz` })
    const times = (await list(member, { day: '2026-06-01' })).map(({ createdAt }) => createdAt)
    expect(times).toEqual(['2026-06-01T23:59:59.999Z', '2026-06-01T00:00:00.000Z'])
  })

  it.each([
    ['status', 'status='],
    ['status', 'status=99'],
    ['status', 'status=70000'],
    ['status', 'status=200&status=422'],
    ['endpoint', 'endpoint='],
    ['tokenId', 'tokenId=0'],
    ['tokenId', 'tokenId=2147483648'],
    ['day', 'day=2026-02-30'],
    ['day', 'day=0000-01-01'],
    ['day', 'day=9999-12-31'],
    ['before', 'before=-1'],
    ['before', 'before=1.5'],
    ['before', 'before=9007199254740993'],
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
  ])('refuses a bad %s: %s', async (path, query) => {
    const { status, body } = await stranger.call(`/api/activity?${query}`)
    expect([status, body.code]).toEqual([422, 'INVALID_INPUT'])
    expect(new Set(body.details?.map((field) => field.path))).toEqual(new Set([path]))
  })
})

describe('GET /api/activity/days', () => {
  const write = (organizationId: string, day: string, outcome: string, calls: number) =>
    worker.sql`insert into activity_days values (${organizationId}, ${day}, ${outcome}, ${calls})`

  it('returns the last 60 days, oldest first, including days without calls', async () => {
    const member = await customer()
    const { id } = member.organization
    const now = Date.now()
    await write(id, dayOf(now - 60 * DAY), 'confirmed', 9)
    await write(id, dayOf(now - 59 * DAY), 'invalid', 3)
    await write(id, dayOf(now - DAY), 'unconfirmed', 4)
    await write(id, dayOf(now), 'confirmed', 5)
    await write(id, dayOf(now), 'refused', 6)
    await write(id, dayOf(now + DAY), 'confirmed', 9)
    await write(stranger.organization.id, dayOf(now), 'confirmed', 1_000)
    const { status, body } = await member.call<ActivityDay[]>('/api/activity/days')
    const expected = Array.from({ length: 60 }, (_, index) => ({
      day: dayOf(now - (59 - index) * DAY),
      counts: noCalls,
    }))
    expected[0] = { day: dayOf(now - 59 * DAY), counts: { ...noCalls, invalid: 3 } }
    expected[58] = { day: dayOf(now - DAY), counts: { ...noCalls, unconfirmed: 4 } }
    expected[59] = { day: dayOf(now), counts: { ...noCalls, confirmed: 5, refused: 6 } }
    expect([status, body]).toEqual([200, expected])
  })

  it('makes one statement besides the session', async () => {
    const { answered } = await worker.trips(() => stranger.call('/api/activity/days'))
    expect(answered.neon).toEqual({ trips: 2, statements: 2 })
  })
})

describe('GET /api/activity/:requestId', () => {
  const find = (member: Member, requestId: string) =>
    member.call<CallDetail & ErrorBody>(`/api/activity/${requestId}`)

  it('returns the call with its timings and its error', async () => {
    const member = await customer()
    const { token } = await member.createToken({ permissions: { read: true, validation: true } })
    const answered = await worker.validate(token, { countryCode: 'LU', tin: 'LU26375245' })
    const refused = await worker.validate(token, { countryCode: 'XX', tin: '1' })
    await worker.settle()
    const [newest, oldest] = await list(member)
    const { status, body } = await find(member, answered.headers.get('X-Request-Id') ?? '')
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...oldest, batchId: null, errorMessage: null, history: [oldest] })
    expect(body).toMatchObject({ country: 'LU', status: 200, errorCode: null })
    const { quotaTime, registerTime, responseTime } = body
    expect(quotaTime).toBeGreaterThanOrEqual(0)
    expect(registerTime).toBeGreaterThanOrEqual(0)
    expect((quotaTime ?? 0) + (registerTime ?? 0)).toBeLessThanOrEqual(responseTime)
    expect((await find(member, refused.headers.get('X-Request-Id') ?? '')).body).toMatchObject({
      ...newest,
      batchId: null,
      errorMessage: "This country isn't supported.",
      docs: '/docs/errors/UNSUPPORTED_COUNTRY',
    })
    expect(newest).toMatchObject({ status: 422, errorCode: 'UNSUPPORTED_COUNTRY', registerTime: null })
  })

  it('measures the register only if the call needed one', async () => {
    const member = await customer()
    await member.post('/api/tinproof/validate', { ...GERMAN, source: false })
    expect((await list(member))[0]).toMatchObject({ status: 200, registerTime: null })
  })

  it('names the batch that the call created', async () => {
    const member = await customer()
    const { token } = await member.createToken()
    const created = await worker.post<{ id: string }>(
      '/api/tinproof/batches',
      { items: [GERMAN], source: false },
      { headers: { Authorization: `Bearer ${token}` } },
    )
    expect(created.status).toBe(202)
    const [call] = await list(member)
    expect(call).toMatchObject({ rows: 1, quotaTime: null, errorCode: null })
    expect((await find(member, call?.requestId ?? '')).body.batchId).toBe(created.body.id)
    await worker.sql`delete from batches where id = ${created.body.id}`
    expect((await find(member, call?.requestId ?? '')).body).toMatchObject({ rows: 1, batchId: null })
  })
})

const HOUR = 3_600_000
const hourOf = (instant: number) => new Date(Math.floor(instant / HOUR) * HOUR).toISOString()

type HourRow = { hour: string; calls: number; country?: string; outcome?: string }

const writeHour = (organizationId: string, { hour, calls, country, outcome = 'confirmed' }: HourRow) =>
  worker.sql`insert into activity_hours
    values (${organizationId}, ${hour}, null, ${country ?? null}, ${outcome}, ${calls})`

describe('GET /api/activity/hours', () => {
  it('returns the last 24 hours, oldest first, including hours without calls', async () => {
    const member = await customer()
    const { id } = member.organization
    const now = Date.now()
    await writeHour(id, { hour: hourOf(now - 24 * HOUR), calls: 9 })
    await writeHour(id, { hour: hourOf(now - 23 * HOUR), calls: 3, country: 'DE' })
    await writeHour(id, { hour: hourOf(now - 23 * HOUR), calls: 4, country: 'FR' })
    await writeHour(id, { hour: hourOf(now), calls: 5, outcome: 'refused' })
    await writeHour(stranger.organization.id, { hour: hourOf(now), calls: 1_000 })
    const { status, body } = await member.call<ActivityHour[]>('/api/activity/hours')
    const expected = Array.from({ length: 24 }, (_, index) => ({
      hour: hourOf(now - (23 - index) * HOUR),
      counts: noCalls,
    }))
    expected[0] = { hour: hourOf(now - 23 * HOUR), counts: { ...noCalls, confirmed: 7 } }
    expected[23] = { hour: hourOf(now), counts: { ...noCalls, refused: 5 } }
    expect([status, body]).toEqual([200, expected])
  })
})

describe('GET /api/activity/usage', () => {
  const usage = async (member: Member, query = '') =>
    (await member.call<Usage>(`/api/activity/usage${query}`)).body
  const total = ({ counts }: Usage['countries'][number]) =>
    Object.values(counts).reduce((sum, calls) => sum + calls, 0)

  it('counts single calls and the rows of batches, once each, and EL as GR', async () => {
    const member = await customer()
    const [shop, crm] = [
      await member.createToken({ name: 'Shop' }),
      await member.createToken({ name: 'CRM' }),
    ]
    const calls = [GERMAN, GERMAN, { countryCode: 'EL', tin: '1' }]
    for (const call of calls) await worker.validate(shop.token, { ...call, source: false })
    await worker.validate(crm.token, { countryCode: 'XX', tin: '1' })
    await worker.settle()
    const batch = await worker.post<{ id: string }>(
      '/api/tinproof/batches',
      { items: [GERMAN, GERMAN, { countryCode: 'EL', tin: '1' }], source: false },
      { headers: { Authorization: `Bearer ${crm.token}` } },
    )
    await worker.deliver({ batchId: batch.body.id })
    const { tokens, countries } = await usage(member, '?range=24h')
    expect(tokens).toEqual([
      { tokenId: crm.id, tokenName: 'CRM', counts: { ...noCalls, format_only: 2, invalid: 1, refused: 1 } },
      { tokenId: shop.id, tokenName: 'Shop', counts: { ...noCalls, format_only: 2, invalid: 1 } },
    ])
    const byCountry = countries.map((each) => [each.country, total(each)])
    expect(byCountry[0]).toEqual(['DE', 4])
    expect(new Set(byCountry.slice(1).map(String))).toEqual(new Set(['GR,2', 'XX,1']))
    await member.delete(`/api/tokens/${crm.id}`)
    expect((await usage(member)).tokens[0]).toMatchObject({ tokenId: crm.id, tokenName: null })
  })

  it('begins 24 hours ago, or at midnight UTC 6 or 29 days ago', async () => {
    const member = await customer()
    const { id } = member.organization
    const now = Date.now()
    const midnight = (days: number) => Date.parse(dayOf(now - days * DAY))
    const starts = { '24h': now - 23 * HOUR, '7d': midnight(6), '30d': midnight(29) }
    for (const [range, start] of Object.entries(starts)) {
      await worker.sql`delete from activity_hours where organization_id = ${id}`
      await writeHour(id, { hour: hourOf(start), calls: 2, country: 'DE' })
      await writeHour(id, { hour: hourOf(start - HOUR), calls: 40, country: 'DE' })
      expect((await usage(member, `?range=${range}`)).countries.map(total)).toEqual([2])
    }
    expect(await usage(member)).toEqual(await usage(member, '?range=30d'))
  })

  it('is empty without calls, and refuses another range', async () => {
    expect(await usage(await customer())).toEqual({ tokens: [], countries: [] })
    expect(refusal(await stranger.call('/api/activity/usage?range=1y'))).toEqual([422, 'INVALID_INPUT'])
  })
})

describe('with 20,000 calls, most of one organization', { tags: 'deep' }, () => {
  let member: Member
  beforeAll(async () => {
    member = await customer()
    const { id } = member.organization
    await insertCalls(worker, id, 20_000, {
      status: 'case when n % 10 = 0 then 422 else 200 end',
      endpoint: "case when n % 10 = 5 then '/api/tinproof/bulk' else '/api/tinproof/validate' end",
      tokenId: 'n % 4',
      at: "now() - n * interval '6 minutes'",
    })
    await worker.sql`with others as (
         insert into organizations (id, name) select 'other-' || n, 'Other' from generate_series(1, 100) n returning id)
       insert into activity_days
       select id, (now() at time zone 'UTC')::date - n, outcome, 5
         from (select id from others union all select ${id}) organization, generate_series(0, 89) n,
              unnest(array['confirmed', 'invalid', 'unconfirmed', 'refused']) outcome`
    await worker.sql`insert into activity_hours
       select organization.id, date_trunc('hour', now()) - n * interval '1 hour', token, 'DE', 'confirmed', 5
         from (select id from organizations) organization, generate_series(0, 700, 10) n, generate_series(1, 3) token
           on conflict do nothing`
    await worker.sql`analyze`
  })

  const db = () => worker.context().db

  async function planOf({ sql, params }: { sql: string; params: unknown[] }) {
    const lines = await worker.sql<{ 'QUERY PLAN': string }>(`explain ${sql}`, params)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }

  const kinds = 'api_activities_organization_id_kind_idx'
  const tokens = 'api_activities_token_id_kind_idx'
  const bulk = '/api/tinproof/bulk'
  it.each([
    [{}, [kinds]],
    [{ day: dayOf(Date.now() - 9 * DAY) }, [kinds]],
    [{ status: 422 }, [kinds]],
    [{ status: 200 }, [kinds]],
    [{ endpoint: bulk }, [kinds]],
    [{ endpoint: '/api/nothing' }, [kinds]],
    [{ status: 422, endpoint: bulk }, [kinds]],
    [{ tokenId: 2 }, [tokens]],
    [{ tokenId: 2, status: 422 }, [tokens]],
    [{ tokenId: 2, endpoint: bulk, day: dayOf(Date.now()) }, [tokens]],
  ])('reads the page for %j only from %j', async (filter: ActivityFilter, indexes) => {
    const organizationId = member.organization.id
    const [, , , someCall] = await list(member)
    for (const before of [undefined, someCall?.id]) {
      const plan = await planOf(selectPage(db(), { organizationId, ...filter, before, limit: 100 }).toSQL())
      const used = new Set(plan.match(/\bapi_activities_\w+_idx\b/g))
      expect(used).toEqual(new Set(indexes))
      expect(plan).not.toContain('Seq Scan on api_activities')
      if (before) expect(plan).toMatch(/Index Cond: .*ROW\((\w+\.)?"timestamp", (\w+\.)?id\) < ROW\(/)
    }
  })

  it('reads a call by its request ID, and its history by the hash', async () => {
    const [call] = await list(member, { limit: 1 })
    const ctx = worker.context()
    const input = { organizationId: member.organization.id, requestId: call?.requestId ?? '' }
    const plan = await planOf(selectCall(ctx, input).toSQL())
    expect(plan).toContain('Index Scan using api_activities_request_id_key')
    const { organizationId } = input
    const history = await planOf(selectHistory(ctx, { organizationId, numberHash: 'none' }).toSQL())
    expect(history).toContain('using api_activities_number_hash_idx')
    expect(plan + history).not.toContain('Seq Scan on api_activities')
  })

  it('reads the hours and the usage by their key', async () => {
    const { id } = member.organization
    const [from, to] = [new Date(Date.now() - DAY), new Date()]
    for (const statement of [selectHours(db(), id, { from, to }), selectUsage(db(), id, from)]) {
      const plan = await planOf(statement.toSQL())
      expect(plan).toMatch(/Index Scan (using|on) activity_hours_key/)
      expect(plan).not.toContain('Seq Scan on activity_hours')
    }
  })

  it('reads the days by the primary key', async () => {
    const plan = await planOf(selectDays(db(), member.organization.id, new Date()).toSQL())
    expect(plan).toMatch(/Index Scan (using|on) activity_days_key/)
    expect(plan).not.toContain('Seq Scan')
  })
})
