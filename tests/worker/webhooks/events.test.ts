import { describe, expect, it } from 'vitest'
import { documentedCalls } from '#tests/docs/documented-calls.ts'
import { type Customer, openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import { type ErrorBody, GERMAN } from '#tests/worker/harness.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { inTransaction } from '#worker/transaction.ts'
import { addEvent, addEventForAll } from '#worker/webhooks/add-event.ts'
import type { EventList } from '#worker/webhooks/contract.ts'

const worker = await openBatchWorker('events')
const { fits } = documentedCalls(openApiDocument())

const call = (token: string, query: Record<string, string> = {}) =>
  worker.call<EventList & ErrorBody>(`/api/tinproof/events?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
const list = async ({ token }: Pick<Customer, 'token'>, query: Record<string, string> = {}) => {
  const answer = await call(token, query)
  expect(fits('listEvents', answer)).toEqual([200, undefined])
  return answer.body
}

const add = (
  { organizationId }: Customer,
  tokenId: number,
  before: () => Promise<unknown> = async () => {},
) =>
  inTransaction(worker.context(), async (tx) => {
    await addEvent(tx, {
      organizationId,
      type: 'token.expiring',
      data: { tokenId, name: 'Old', endsAt: new Date().toISOString() },
    })
    await before()
  })
/** A transaction of any database on the server can hold events back. */
const allAreListed = () =>
  expect
    .poll(
      () =>
        worker.sql`select id from events where transaction >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    )
    .toEqual([])
const idsIn = ({ events }: EventList) => events.map(({ data }) => data.tokenId)

describe('GET /api/tinproof/events', () => {
  it('lists each event once, oldest first, without an endpoint, and names the place to continue', async () => {
    const customer = await worker.customer()
    expect(await list(customer)).toEqual({ events: [], next: null })
    expect(await list(customer, { after: 'latest' })).toEqual({ events: [], next: null })
    for (const number of [1, 2, 3]) await add(customer, number)
    await allAreListed()
    const first = await list(customer, { limit: '2' })
    expect(first.events[0]).toEqual({
      id: expect.stringMatching(/^event_/),
      type: 'token.expiring',
      timestamp: expect.any(String),
      live: true,
      organizationId: customer.organizationId,
      data: { tokenId: 1, name: 'Old', endsAt: expect.any(String) },
    })
    const second = await list(customer, { after: first.next ?? '' })
    expect([idsIn(first), idsIn(second)]).toEqual([[1, 2], [3]])
    const { next } = second
    expect(await list(customer, { after: next ?? '' })).toEqual({ events: [], next })
    expect(await list(customer, { after: 'latest' })).toEqual({ events: [], next })
    await add(customer, 4)
    await allAreListed()
    expect(idsIn(await list(customer, { after: next ?? '' }))).toEqual([4])
  })

  it('never lists an event before a place that was already read', async () => {
    const customer = await worker.customer()
    const { promise: isRead, resolve: end } = Promise.withResolvers<void>()
    const { promise: isAdded, resolve: added } = Promise.withResolvers<void>()
    const slow = add(customer, 1, async () => {
      added()
      await isRead
    })
    await isAdded
    await add(customer, 2)
    // The second is committed, but the first can still appear before it.
    expect(await list(customer)).toEqual({ events: [], next: null })
    const own = customer.organizationId
    const [second] = await worker.sql<{ id: string }>`select id from events where organization_id = ${own}`
    const after = second?.id ?? ''
    expect(await list(customer, { after })).toEqual({ events: [], next: after })
    end()
    await slow
    await allAreListed()
    expect(idsIn(await list(customer))).toEqual([1, 2])
  })

  it('continues after the last event, however long ago it was, and forgets those before', async () => {
    const customer = await worker.customer()
    for (const number of [1, 2]) await add(customer, number)
    await allAreListed()
    const { next } = await list(customer, { after: 'latest' })
    const own = customer.organizationId
    await worker.sql`update events set created_at = now() - interval '31 days' where organization_id = ${own}`
    await deleteOldRows(worker.context())
    expect(idsIn(await list(customer))).toEqual([2])
    await add(customer, 3)
    await allAreListed()
    await deleteOldRows(worker.context())
    expect(idsIn(await list(customer, { after: next ?? '' }))).toEqual([3])
  })

  it('lists events of test tokens to test tokens only, and nothing of other organizations', async () => {
    const [customer, stranger] = [await worker.customer(), await worker.customer()]
    const test = await customer.member.createToken({ live: false })
    await add(customer, 1)
    const headers = { Authorization: `Bearer ${test.token}` }
    const body = { items: [GERMAN], source: false }
    const { body: batch } = await worker.post<{ id: string }>('/api/tinproof/batches', body, { headers })
    await worker.deliver(batch.id)
    await allAreListed()
    const [event, ...others] = (await list(test)).events
    expect([event, others]).toMatchObject([
      { live: false, type: 'batch.completed', data: { batchId: batch.id } },
      [],
    ])
    expect(idsIn(await list(customer))).toEqual([1])
    expect((await list(stranger)).events).toEqual([])
    for (const { token } of [stranger, customer])
      expect(fits('listEvents', await call(token, { after: event?.id ?? '' }))).toEqual([
        404,
        'EVENT_NOT_FOUND',
      ])
    const session = await customer.member.call<EventList>('/api/tinproof/events')
    expect(idsIn(session.body)).toEqual([1])
  })

  it('refuses a limit and a place that there are not', async () => {
    const { token } = await worker.customer()
    for (const query of [{ limit: '0' }, { after: 'event_1' }, { limit: '101' }] as Record<string, string>[])
      expect(fits('listEvents', await call(token, query))).toEqual([422, 'INVALID_INPUT'])
  })
})

it('reaches 14,000 organizations at once', { tags: 'deep' }, async () => {
  const { organizationId, member } = await worker.customer()
  const endpoint = { url: 'https://hooks.example.com/tinproof', events: ['register.down'] }
  expect(await member.post('/api/webhooks', endpoint)).toMatchObject({ status: 201 })
  const copies = (table: string, changes: string) =>
    worker.sql(
      `insert into ${table} select (jsonb_populate_record(${table}, ${changes})).*
         from ${table}, generate_series(2, 14000) n where $1 in (id, to_jsonb(${table}) ->> 'organization_id')`,
      organizationId,
    )
  await copies('organizations', "jsonb_build_object('id', 'org_' || n)")
  await copies(
    'webhook_endpoints',
    "jsonb_build_object('id', 'endpoint_' || n, 'organization_id', 'org_' || n)",
  )
  await inTransaction(worker.context(), (tx) =>
    addEventForAll(tx, { type: 'register.down', data: { register: 'vies', at: new Date().toISOString() } }),
  )
  const [told] = await worker.sql`select count(distinct (organization_id, endpoint_id))::int as organizations
    from events join webhook_deliveries on event_id = events.id where type = 'register.down'`
  expect(told).toEqual({ organizations: 14_000 })
})
