// @module-tag deep
import { expect, it } from 'vitest'
import { MAX_LISTED_REFUSALS } from '#worker/quota/insert-calls.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
import { writeCalls } from '#worker/quota/write-calls.ts'
import { times } from '../harness.ts'
import { overlap } from '../overlap.ts'
import { passTime, SECOND, wait } from './clock.ts'
import { agree, type Customer, openQuotaWorker } from './quota-worker.ts'

const worker = await openQuotaWorker('recorded_calls', 1)

const write = (calls: readonly RecordedCall[]) => passTime(writeCalls(worker.context(), calls))
const refused = { statusCode: 429, outcome: 'refused', spent: 0 } as const

/** The rows, and the charted calls by a column. */
async function recorded({ organizationId }: Customer) {
  await worker.settle()
  const chart = async (column: 'outcome' | 'day') => {
    const counts = await worker.sql<{ key: string; calls: number }>(
      `select ${column}::text as key, sum(calls)::int as calls from activity_days
        where organization_id = $1 group by 1`,
      [organizationId],
    )
    return Object.fromEntries(counts.map(({ key, calls }) => [key, calls]))
  }
  const rows = await worker.sql<{ outcome: string; status_code: number }>`
    select * from api_activities where organization_id = ${organizationId} order by id`
  return { rows, outcomes: await chart('outcome'), days: await chart('day') }
}

it('records the outcome of each call, but no number, and charges only calls with a result', async () => {
  const customer = await worker.customer({ limit: 3 })
  const { id, token } = await customer.member.createToken()
  await worker.sql`update api_tokens set permissions = '{"read":false,"validation":false}' where id = ${id}`
  const powerless = worker.account(customer.organizationId, token)
  await customer.calls(1, { body: { countryCode: 'DE' } })
  await customer.calls(1, { body: { countryCode: 'QQ', tin: '1' } })
  await customer.calls(1, { raw: '{' })
  await powerless.calls(1)
  await customer.calls(1)
  await customer.calls(1, { body: { countryCode: 'DE', tin: '136695977' } })
  await customer.calls(1, { body: { countryCode: 'BM', tin: '136695976' } })
  await customer.calls(1)
  await worker.settle()
  await customer.change({ status: 'SUSPENDED' })
  await wait(5 * SECOND)
  await customer.calls(1)
  const { rows, outcomes } = await recorded(customer)
  expect(rows.map(({ status_code }) => status_code).sort()).toEqual([
    200, 200, 200, 400, 403, 403, 422, 422, 429,
  ])
  const results = rows.flatMap(({ status_code, outcome }) => (status_code === 200 ? outcome : []))
  expect(results).toEqual(['format_only', 'invalid', 'unsupported'])
  expect(JSON.stringify(rows)).not.toMatch(/13669597[67]/)
  expect(outcomes).toEqual({ format_only: 1, invalid: 1, unsupported: 1, refused: 6 })
  expect(await customer.counts()).toEqual(agree(3))
})

it('counts calls once, in their UTC day and month, however often and in whatever order they are written', async () => {
  const [one, other] = [await worker.customer(), await worker.customer()]
  const { tokenId } = one
  const { id: second } = await one.member.createToken()
  const callsOf = ({ recordedCall }: Customer) => [
    recordedCall({ tokenId, at: '2026-02-28T23:59:59.999Z' }),
    recordedCall({ tokenId, at: '2026-03-01T00:00:00.000Z', spent: 100_000 }),
    recordedCall({ tokenId, at: '2026-03-31T23:59:59.999Z' }),
    recordedCall({ ...refused, tokenId, at: '2026-03-02T00:00:00.000Z' }),
    recordedCall({ tokenId: second, at: '2026-03-02T00:00:00.000Z' }),
    recordedCall({ tokenId: null, at: '2026-03-02T00:00:00.000Z' }),
    ...Array.from({ length: 40 }, () => recordedCall({ tokenId: null, at: '2026-03-03T12:00:00.000Z' })),
  ]
  const calls = [callsOf(one), callsOf(other)]
  const writes = calls.flatMap((own) => [[...own, ...own.slice(0, 3)], own.toReversed()])
  await times(16, (writer) => write(writes[writer % writes.length] ?? []))
  for (const customer of [one, other]) {
    const { rows, ...charts } = await recorded(customer)
    expect(rows).toHaveLength(46)
    expect(charts).toEqual({
      outcomes: { format_only: 45, refused: 1 },
      days: { '2026-02-28': 1, '2026-03-01': 1, '2026-03-02': 3, '2026-03-03': 40, '2026-03-31': 1 },
    })
  }
  const used = await worker.sql`
    select id, last_used_at::timestamptz(3) at time zone 'UTC' as at from api_tokens
      where id = any(${[tokenId, second]}) order by 1`
  expect(used).toEqual([
    { id: tokenId, at: '2026-03-31T23:59:59.999Z' },
    { id: second, at: '2026-03-02T00:00:00.000Z' },
  ])
  await one.revokeToken()
  await write([one.recordedCall()])
  expect((await recorded(one)).outcomes).toEqual({ format_only: 46, refused: 1 })
})

it('records calls while the tokens that made them are changed', async () => {
  const { tokenId, organizationId, member, recordedCall } = await worker.customer()
  const { id: second } = await member.createToken()
  const calls = [second, tokenId].map((id, index) =>
    recordedCall({ tokenId: id, at: `2026-03-02T00:00:0${index}.000Z` }),
  )
  const [, locked] = await overlap(
    worker,
    ['update', 'api_tokens', `new.id = ${second}`],
    () => write(calls),
    () =>
      worker.sql`select id from api_tokens where organization_id = ${organizationId} order by id for update`,
  )
  expect(locked).toMatchObject([{}, {}, {}])
  expect(
    await worker.sql`select from api_tokens where id in (${tokenId}, ${second}) and last_used_at is null`,
  ).toEqual([])
})

it('lists the first refused calls of a day, and counts the others without a row', async () => {
  const customer = await worker.customer()
  const { organizationId, recordedCall } = customer
  const refusal = (country: string, at = '2026-03-02T10:00:00.000Z') =>
    recordedCall({ ...refused, country, at })
  await write(Array.from({ length: MAX_LISTED_REFUSALS - 1 }, () => refusal('DE')))
  const answered = recordedCall({ at: '2026-03-02T11:00:00.000Z' })
  await write([refusal('DE'), refusal('FR'), answered, refusal('IT', '2026-03-03T10:00:00.000Z')])
  for (const _ of [1, 2, 3]) await write([refusal('ES'), refusal('AT')])
  const { rows, outcomes } = await recorded(customer)
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
