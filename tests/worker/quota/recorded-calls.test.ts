// @module-tag deep
import { beforeAll, expect, it } from 'vitest'
import type { Outcome } from '#worker/activity/contract.ts'
import { createContext } from '#worker/context.ts'
import { MAX_LISTED_REFUSALS } from '#worker/quota/insert-calls.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
import { writeCalls } from '#worker/quota/write-calls.ts'
import { GERMAN, openWorker, type TestWorker } from '../harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('recorded_calls')
})

let customers = 0
async function customer() {
  const member = await worker.signUp(`caller-${customers++}`)
  const { token, id: tokenId } = await member.createToken()
  const organizationId = member.organization.id
  /** Calls by a column of `activity_days`, and the rows and the quota's count. */
  const recorded = async () => {
    await worker.settle()
    const by = async (column: 'outcome' | 'day') => {
      const rows = await worker.sql<{ key: string; calls: number }>(
        `select ${column}::text as key, sum(calls)::int as calls from activity_days
          where organization_id = $1 group by 1`,
        [organizationId],
      )
      return Object.fromEntries(rows.map(({ key, calls }) => [key, calls]))
    }
    const rows = await worker.sql<{ outcome: Outcome; status: number; text: string }>`
      select outcome, status_code as status, to_jsonb(a)::text as text
        from api_activities a where organization_id = ${organizationId} order by id`
    const [quota] = await worker.sql<{ used: number }>`
      select used_count as used from organization_quotas where organization_id = ${organizationId}`
    return { rows, used: quota?.used, outcomes: await by('outcome'), days: await by('day') }
  }
  return { member, token, tokenId, organizationId, recorded }
}

/** As the queue delivers them. */
async function write(calls: readonly RecordedCall[]) {
  const ctx = createContext(worker.settings, crypto.randomUUID(), () => {})
  for (const own of Map.groupBy(calls, (call) => call.organizationId).values()) await writeCalls(ctx, own)
}

const callOf = (organizationId: string, call: Partial<RecordedCall> = {}): RecordedCall => ({
  requestId: crypto.randomUUID(),
  organizationId,
  tokenId: null,
  method: 'POST',
  endpoint: '/api/tinproof/validate',
  statusCode: 200,
  outcome: 'format_only',
  responseTime: 3,
  country: 'DE',
  spent: 1,
  at: new Date().toISOString(),
  ...call,
})
const REFUSED = { statusCode: 429, outcome: 'refused', spent: 0 } as const

it.each([
  ['format_only', GERMAN],
  ['invalid', { countryCode: 'DE', tin: '136695977' }],
  ['unsupported', { countryCode: 'BM', tin: '136695976' }],
] as const)('records the outcome %s, and not the number', async (outcome, body) => {
  const { token, recorded } = await customer()
  expect((await worker.validate(token, body)).status).toBe(200)
  const { rows, ...counts } = await recorded()
  expect(rows).toMatchObject([{ outcome, status: 200 }])
  expect(rows[0]?.text).not.toContain(body.tin)
  expect(counts).toMatchObject({ outcomes: { [outcome]: 1 }, used: 1 })
})

it('records every call without a result as refused, which spends nothing', async () => {
  const { member, token, organizationId, recorded } = await customer()
  const powerless = await member.createToken()
  await worker.sql`update api_tokens set permissions = '{"read":false,"validation":false}' where id = ${powerless.id}`
  await worker.sql`update organization_quotas set monthly_limit = 0 where organization_id = ${organizationId}`
  await worker.forgetQuota(organizationId)
  await worker.validate(token, { countryCode: 'DE' })
  await worker.validate(token, { countryCode: 'QQ', tin: '1' })
  await worker.validate(token, undefined, { raw: '{' })
  await worker.validate(powerless.token)
  await worker.validate(token)
  await worker.settle()
  await worker.updateOrganization(organizationId, { status: 'SUSPENDED' })
  await worker.validate(token)
  const { rows, ...counts } = await recorded()
  expect(rows.map(({ status }) => status).sort()).toEqual([400, 403, 403, 422, 422, 429])
  expect(counts).toMatchObject({ outcomes: { refused: 6 }, used: 0 })
})

it('counts calls once, in their UTC day and month, however often and in whatever order they are written', async () => {
  const [one, other] = [await customer(), await customer()]
  const { tokenId } = one
  const { id: second } = await one.member.createToken()
  const calls = [one, other].flatMap(({ organizationId }) => [
    callOf(organizationId, { tokenId, at: '2026-02-28T23:59:59.999Z' }),
    callOf(organizationId, { tokenId, at: '2026-03-01T00:00:00.000Z', spent: 100_000 }),
    callOf(organizationId, { tokenId, at: '2026-03-31T23:59:59.999Z' }),
    callOf(organizationId, { ...REFUSED, tokenId, at: '2026-03-02T00:00:00.000Z' }),
    callOf(organizationId, { tokenId: second, at: '2026-03-02T00:00:00.000Z' }),
    callOf(organizationId, { at: '2026-03-02T00:00:00.000Z' }),
    ...Array.from({ length: 40 }, () => callOf(organizationId, { at: '2026-03-03T12:00:00.000Z' })),
  ])
  const twice = [...calls, ...calls.slice(0, 3)]
  await Promise.all(
    Array.from({ length: 8 }, (_, writer) => write(writer % 2 === 0 ? twice : calls.toReversed())),
  )
  for (const { recorded } of [one, other]) {
    const { rows, ...counts } = await recorded()
    expect(rows).toHaveLength(46)
    expect(counts).toMatchObject({
      outcomes: { format_only: 45, refused: 1 },
      days: { '2026-02-28': 1, '2026-03-01': 1, '2026-03-02': 3, '2026-03-03': 40, '2026-03-31': 1 },
    })
  }
  // A token of another organization spends nothing.
  const spent = await worker.sql`
    select token_id, month::text, spent from token_months
      where token_id = any(${[tokenId, second]}) order by 1, 2`
  expect(spent).toEqual([
    { token_id: tokenId, month: '2026-02-01', spent: 1 },
    { token_id: tokenId, month: '2026-03-01', spent: 100_001 },
    { token_id: second, month: '2026-03-01', spent: 1 },
  ])
  const used = await worker.sql<{ last_used_at: string }>`
    select last_used_at from api_tokens where id = any(${[tokenId, second]}) order by last_used_at`
  expect(used.map(({ last_used_at }) => new Date(last_used_at).toISOString())).toEqual([
    '2026-03-02T00:00:00.000Z',
    '2026-03-31T23:59:59.999Z',
  ])
  await one.member.call(`/api/tokens/${tokenId}`, { method: 'DELETE' })
  await write([callOf(one.organizationId, { tokenId })])
  expect(await worker.sql`select from token_months where token_id = ${tokenId}`).toEqual([])
  expect((await one.recorded()).outcomes).toEqual({ format_only: 46, refused: 1 })
})

it('lists the first refused calls of a day, and counts the others without a row', async () => {
  const { organizationId, recorded } = await customer()
  const refused = (country: string | null = 'DE', at = '2026-03-02T10:00:00.000Z') =>
    callOf(organizationId, { ...REFUSED, country, at })
  await write(Array.from({ length: MAX_LISTED_REFUSALS - 1 }, () => refused()))
  const beyond = [refused('FR'), callOf(organizationId, { at: '2026-03-02T11:00:00.000Z' })]
  await write([refused(), ...beyond, refused('IT', '2026-03-03T10:00:00.000Z')])
  for (const _ of [1, 2, 3]) await write([refused('ES'), refused('AT')])
  const { rows, outcomes } = await recorded()
  expect(rows).toHaveLength(MAX_LISTED_REFUSALS + 2)
  expect(outcomes).toEqual({ format_only: 1, refused: MAX_LISTED_REFUSALS + 8 })
  const hours = await worker.sql`
    select country, calls from activity_hours
      where organization_id = ${organizationId} and outcome = 'refused' order by 1`
  expect(hours).toEqual([
    { country: 'DE', calls: MAX_LISTED_REFUSALS },
    { country: 'IT', calls: 1 },
    { country: null, calls: 7 },
  ])
})

it('skips only deleted organizations', async () => {
  const { organizationId, recorded } = await customer()
  await write([callOf('gone'), callOf(organizationId), callOf('gone')])
  expect((await recorded()).outcomes).toEqual({ format_only: 1 })
  expect(await worker.sql`select from activity_days where organization_id = 'gone'`).toEqual([])
})
