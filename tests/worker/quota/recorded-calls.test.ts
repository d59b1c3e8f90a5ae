// @module-tag deep
import { beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '#worker/activity/contract.ts'
import { createContext } from '#worker/context.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
import { MAX_LISTED_REFUSALS, writeCalls } from '#worker/quota/write-calls.ts'
import { GERMAN, openWorker, type TestWorker } from '../harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('recorded_calls')
})

let customers = 0
async function customer() {
  const member = await worker.signUp(`caller-${customers++}`)
  const { token } = await member.createToken()
  return { member, token, organizationId: member.organization.id }
}

async function recordedOf(organizationId: string) {
  await worker.settle()
  return await worker.sql<{ outcome: Outcome; status: number; row: string }>(
    `select outcome, status_code as status, to_jsonb(a)::text as row
       from api_activities a where organization_id = $1 order by id`,
    [organizationId],
  )
}

/** Calls by a column of `activity_days`, or by an expression of its columns. */
async function callsBy(column: string, organizationId: string) {
  await worker.settle()
  const rows = await worker.sql<{ key: string; calls: number }>(
    `select ${column} as key, sum(calls)::int as calls from activity_days where organization_id = $1 group by 1`,
    [organizationId],
  )
  return Object.fromEntries(rows.map(({ key, calls }) => [key, calls]))
}

const outcomesOf = (organizationId: string) => callsBy('outcome', organizationId)
const usedBy = async (organizationId: string) => {
  await worker.settle()
  const [row] = await worker.sql<{ used: number }>(
    'select used_count as used from organization_quotas where organization_id = $1',
    [organizationId],
  )
  return row?.used
}

/** As the queue delivers them. */
async function write(calls: readonly RecordedCall[]) {
  const ctx = createContext(worker.settings, crypto.randomUUID(), () => {})
  for (const [organizationId, own] of Map.groupBy(calls, (call) => call.organizationId))
    await writeCalls(ctx, organizationId, own)
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

describe('the outcome of a call', () => {
  it.each([
    ['format_only', GERMAN],
    ['invalid', { countryCode: 'DE', tin: '136695977' }],
    ['unsupported', { countryCode: 'BM', tin: '136695976' }],
  ] as const)('is %s, and the number is not stored', async (outcome, body) => {
    const { token, organizationId } = await customer()
    expect((await worker.validate(token, body)).status).toBe(200)
    const [recorded] = await recordedOf(organizationId)
    expect(recorded).toMatchObject({ outcome, status: 200 })
    expect(recorded?.row).not.toContain(body.tin)
    expect(await outcomesOf(organizationId)).toEqual({ [outcome]: 1 })
    expect(await usedBy(organizationId)).toBe(1)
  })

  it('is refused for every call without a result, which spends nothing', async () => {
    const { member, token, organizationId } = await customer()
    const powerless = await member.createToken()
    await worker.sql(
      `update api_tokens set permissions = '{"read":false,"validation":false}' where id = $1`,
      [powerless.id],
    )
    await worker.sql('update organization_quotas set monthly_limit = 0 where organization_id = $1', [
      organizationId,
    ])
    await worker.forgetQuota(member.organization.id)
    await worker.validate(token, { countryCode: 'DE' })
    await worker.validate(token, { countryCode: 'QQ', tin: '1' })
    await worker.validate(token, undefined, { raw: '{' })
    await worker.validate(powerless.token)
    await worker.validate(token)
    await worker.settle()
    await worker.updateOrganization(organizationId, { status: 'SUSPENDED' })
    await worker.validate(token)
    const recorded = await recordedOf(organizationId)
    expect(recorded.map(({ status }) => status).sort()).toEqual([400, 403, 403, 422, 422, 429])
    expect(new Set(recorded.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
    expect(await outcomesOf(organizationId)).toEqual({ refused: 6 })
    expect(await usedBy(organizationId)).toBe(0)
  })
})

const WRITERS = 12

describe('the daily counts', () => {
  it('count a batch once even if it is written repeatedly and in parallel', async () => {
    const { organizationId } = await customer()
    const batch = [
      ...Array.from({ length: 40 }, () => callOf(organizationId)),
      ...Array.from({ length: 5 }, () =>
        callOf(organizationId, { statusCode: 422, outcome: 'refused', spent: 0 }),
      ),
    ]
    await Promise.all(
      Array.from({ length: 8 }, (_, writer) => write(writer % 2 === 0 ? batch : batch.toReversed())),
    )
    const twice = callOf(organizationId)
    await write([...batch.slice(0, 3), twice, twice])
    expect(await outcomesOf(organizationId)).toEqual({ format_only: 41, refused: 5 })
    expect(await recordedOf(organizationId)).toHaveLength(46)
  })

  it('are exact with parallel writers in any order', { tags: 'deep' }, async () => {
    const customers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { member, organizationId } = await customer()
        const tokens = await Promise.all([member.createToken(), member.createToken()])
        return { organizationId, tokenIds: tokens.map(({ id }) => id) }
      }),
    )
    const days = Array.from({ length: 4 }, (_, day) => `2026-01-${day + 20}`)
    const writes = Array.from({ length: WRITERS }, (_, writer) => {
      const later = writer * 120_000
      const calls = customers.flatMap(({ organizationId, tokenIds }) =>
        days.map((day, at) =>
          callOf(organizationId, {
            tokenId: tokenIds[at % 2] ?? null,
            at: new Date(Date.parse(day) + later).toISOString(),
          }),
        ),
      )
      return write(writer % 2 === 0 ? calls : calls.toReversed())
    })
    await Promise.all(writes)
    for (const { organizationId, tokenIds } of customers) {
      expect(Object.values(await callsBy('day::text', organizationId))).toEqual(days.map(() => WRITERS))
      const used = await worker.sql<{ last_used_at: string }>(
        'select last_used_at from api_tokens where id = any($1) order by last_used_at',
        [tokenIds],
      )
      expect(used.map(({ last_used_at }) => new Date(last_used_at).toISOString())).toEqual([
        '2026-01-22T00:22:00.000Z',
        '2026-01-23T00:22:00.000Z',
      ])
    }
  })

  it('list the first refused calls of a day, and count the others without a row', async () => {
    const { organizationId } = await customer()
    const refused = (country: string | null = 'DE', at = '2026-03-02T10:00:00.000Z') =>
      callOf(organizationId, { statusCode: 429, outcome: 'refused', spent: 0, country, at })
    await write(Array.from({ length: MAX_LISTED_REFUSALS - 1 }, () => refused()))
    const beyond = [refused('FR'), callOf(organizationId, { at: '2026-03-02T11:00:00.000Z' })]
    await write([refused(), ...beyond, refused('IT', '2026-03-03T10:00:00.000Z')])
    for (const _ of [1, 2, 3]) await write([refused('ES'), refused('AT')])
    expect(await recordedOf(organizationId)).toHaveLength(MAX_LISTED_REFUSALS + 2)
    expect(await outcomesOf(organizationId)).toEqual({ format_only: 1, refused: MAX_LISTED_REFUSALS + 8 })
    const hours = await worker.sql(
      `select country, calls from activity_hours where organization_id = $1 and outcome = 'refused' order by 1`,
      [organizationId],
    )
    expect(hours).toEqual([
      { country: 'DE', calls: MAX_LISTED_REFUSALS },
      { country: 'IT', calls: 1 },
      { country: null, calls: 7 },
    ])
  })

  it('skip only deleted organizations', async () => {
    const { organizationId } = await customer()
    await write([callOf('gone'), callOf(organizationId), callOf('gone')])
    expect(await outcomesOf(organizationId)).toEqual({ format_only: 1 })
    expect(await outcomesOf('gone')).toEqual({})
  })
})

describe('what a token spent', () => {
  const spentOf = async (tokenId: number) => {
    const rows = await worker.sql<{ month: string; spent: number }>(
      'select month::text, spent from token_months where token_id = $1',
      [tokenId],
    )
    return Object.fromEntries(rows.map(({ month, spent }) => [month, spent]))
  }

  it('counts each call once, in the UTC month of the call, as its day does', async () => {
    const { member, organizationId } = await customer()
    const [{ id: tokenId }, other] = await Promise.all([member.createToken(), member.createToken()])
    const batch = [
      callOf(organizationId, { tokenId, at: '2026-02-28T23:59:59.999Z' }),
      callOf(organizationId, { tokenId, at: '2026-03-01T00:00:00.000Z', spent: 100_000 }),
      callOf(organizationId, { tokenId, at: '2026-03-31T23:59:59.999Z' }),
      callOf(organizationId, { tokenId, at: '2026-03-02T00:00:00.000Z', statusCode: 429, spent: 0 }),
      callOf(organizationId, { tokenId: other.id, at: '2026-03-02T00:00:00.000Z' }),
      callOf(organizationId, { tokenId: null, at: '2026-03-02T00:00:00.000Z' }),
    ]
    await Promise.all(
      Array.from({ length: 6 }, (_, writer) => write(writer % 2 === 0 ? batch : batch.toReversed())),
    )
    expect(await spentOf(tokenId)).toEqual({ '2026-02-01': 1, '2026-03-01': 100_001 })
    expect(await spentOf(other.id)).toEqual({ '2026-03-01': 1 })
    expect(await callsBy('day::text', organizationId)).toEqual({
      '2026-02-28': 1,
      '2026-03-01': 1,
      '2026-03-02': 3,
      '2026-03-31': 1,
    })
  })

  it('is deleted with the token, but its calls are kept', async () => {
    const { member, organizationId } = await customer()
    const { id: tokenId } = await member.createToken()
    await write([callOf(organizationId, { tokenId })])
    await member.call(`/api/tokens/${tokenId}`, { method: 'DELETE' })
    await write([callOf(organizationId, { tokenId })])
    expect(await spentOf(tokenId)).toEqual({})
    expect(await outcomesOf(organizationId)).toEqual({ format_only: 2 })
  })
})
