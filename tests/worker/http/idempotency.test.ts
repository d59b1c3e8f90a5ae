import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/worker/eventually.ts'
import { type Answer, type ErrorBody, times } from '#tests/worker/harness.ts'
import { openIsolates } from '#tests/worker/isolates.ts'
import { SECOND, wait } from '#tests/worker/quota/clock.ts'
import { agree, type Customer, openQuotaWorker, type QuotaWorker } from '#tests/worker/quota/quota-worker.ts'

const HOUR = 3_600 * SECOND
const GERMAN = { countryCode: 'DE', tin: '136695976', name: 'Muster GmbH' }
const OTHER = { countryCode: 'DE', tin: '136695977' }

const worker = await openQuotaWorker('idempotency', 2)
beforeAll(async () => {
  // A key counts by the day, so no test may run at midnight.
  const noon = new Date(Date.now() + 24 * HOUR)
  vi.setSystemTime(noon.setUTCHours(12))
  // Loading the isolates' modules can take longer than Redis may.
  const { calls } = await worker.customer()
  await calls(4)
})

const redisFails = () => worker.fault({ service: 'upstash' })

type Options = { count?: number; body?: unknown }

/** Calls both isolates with the key and waits for what follows the answers. */
async function callWith(
  key: string,
  { calls }: Pick<Customer, 'calls'>,
  { count = 1, body = GERMAN }: Options = {},
): Promise<Answer<ErrorBody>[]> {
  const answers = await calls(count, { parallel: count, body, headers: { 'Idempotency-Key': key } })
  await worker.settle()
  return answers
}

const isReplay = ({ headers }: Answer) => headers.get('Idempotent-Replayed') === 'true'

async function charged({ organizationId }: Customer) {
  await worker.settle()
  const [row] = await worker.sql<{ calls: number; spent: number }>(
    `select count(*)::int as calls, coalesce(sum(spent), 0)::int as spent
       from api_activities where organization_id = $1 and status_code = 200`,
    [organizationId],
  )
  return row
}
const once = { calls: 1, spent: 1 }
const twice = { calls: 2, spent: 2 }

const claims = async () =>
  (await worker.sql<{ text: string }>('select k::text as text from idempotency_keys k')).map(
    ({ text }) => text,
  )

describe.each(['answers', 'is down'])('an idempotency key while Redis %s', (redis) => {
  const isDown = redis === 'is down'
  const variant = { tags: isDown ? ['deep'] : [] }
  const open = async (plan: Parameters<QuotaWorker['customer']>[0] = {}) => {
    await worker.fakes.flushRedis(worker.namespace)
    await worker.sql('delete from idempotency_keys')
    const customer = await worker.customer({ tier: 'PRO', limit: 100, ...plan })
    if (isDown) await redisFails()
    return customer
  }

  const isChargedOnce = async (tier: 'FREE' | 'PRO') => {
    const customer = await open({ tier })
    await customer.calls(2)
    const answers = await callWith('parallel', customer, { count: 50 })
    const validated = answers.filter((answer) => answer.status === 200 && !isReplay(answer))
    expect(validated).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status !== 409) continue
      expect(answer.body.code).toBe('IDEMPOTENCY_KEY_IN_USE')
      expect(answer.headers.get('Retry-After')).toBe('1')
    }
    const replays = await callWith('parallel', customer, { count: 50 })
    for (const answer of [...answers.filter(isReplay), ...replays]) {
      expect([answer.status, isReplay(answer)]).toEqual([200, true])
      expect(answer.body).toEqual(validated[0]?.body)
    }
    expect(await charged(customer)).toEqual({ calls: 3, spent: 3 })
    await worker.recover()
    await worker.minutes(3)
    expect(await customer.counts()).toEqual(agree(3))
  }
  const parallel = 'validates and charges once under 50 parallel calls of %s'
  it.each(['PRO', 'FREE'] as const)(parallel, { tags: 'deep' }, isChargedOnce)

  it('is refused with another body, during and after the first call', variant, async () => {
    const customer = await open()
    const bodies = [GERMAN, OTHER]
    const parallel = await Promise.all(bodies.map((body) => callWith('body', customer, { body })))
    expect(parallel.map(([answer]) => answer?.status).sort()).toEqual([200, 422])
    const used = parallel[0]?.[0]?.status === 200 ? OTHER : GERMAN
    const [later] = await callWith('body', customer, { body: used })
    expect([later?.status, later?.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await charged(customer)).toEqual(once)
  })

  it('belongs to one token', async () => {
    const customer = await open()
    await callWith('token', customer)
    await worker.recover()
    const { token } = await customer.member.createToken()
    const stranger = await worker.customer()
    if (isDown) await redisFails()
    for (const other of [worker.account(customer.organizationId, token), stranger]) {
      const [answer] = await callWith('token', other, { body: OTHER })
      expect([answer?.status, answer && isReplay(answer)]).toEqual([200, false])
    }
    expect(await charged(customer)).toEqual(twice)
    expect(await charged(stranger)).toEqual(once)
  })

  it('is replayed when the quota is used up, but not to a token that may not call', variant, async () => {
    const customer = await open({ limit: 1 })
    await callWith('refused', customer)
    const [other] = await callWith('another', customer)
    expect(other?.status).toBe(429)
    expect((await callWith('refused', customer)).every(isReplay)).toBe(true)
    await worker.updateOrganization(customer.organizationId, { status: 'SUSPENDED' })
    await wait(5 * SECOND)
    const [suspended] = await callWith('refused', customer)
    expect(suspended?.status).toBe(403)
  })

  it('can be used again after a call that failed', variant, async () => {
    const customer = await open()
    const [invalid] = await callWith('failed', customer, { body: { countryCode: 'QQ', tin: '1' } })
    expect(invalid?.status).toBe(422)
    const [answer] = await callWith('failed', customer)
    expect([answer?.status, answer && isReplay(answer)]).toEqual([200, false])
    expect(await charged(customer)).toEqual(once)
  })

  it('can be used again after the burst limit refused a call that was spent', { tags: 'deep' }, async () => {
    await worker.fakes.flushRedis(worker.namespace)
    const customer = await worker.customer({ tier: 'PRO' })
    await customer.calls(2)
    const { validate } = worker.isolates[0] ?? {}
    await times(1_001, async () => validate?.(customer.token, {}))
    if (isDown) await redisFails()
    const headers = { 'Idempotency-Key': 'burst' }
    expect((await validate?.(customer.token, GERMAN, { headers }))?.status).toBe(429)
    await worker.settle()
    await wait(10 * SECOND)
    const [answer] = await callWith('burst', customer)
    expect([answer?.status, answer && isReplay(answer)]).toEqual([200, false])
    expect(await charged(customer)).toEqual({ calls: 3, spent: 3 })
  })

  it('is claimed for a minute by a Worker that was killed', { tags: 'deep' }, async () => {
    const [victim] = await openIsolates(worker, 1)
    const customer = await open()
    await customer.calls(1)
    await worker.settle()
    // The claim is made, but its answer doesn't arrive.
    const fault = { service: 'neon', mode: 'hang', after: true, content: 'idempotency_keys' } as const
    await worker.fault({ ...fault })
    const killed = victim?.validate(customer.token, GERMAN, { headers: { 'Idempotency-Key': 'killed' } })
    await eventually(async () => expect(await claims()).toHaveLength(1))
    victim?.kill()
    expect((await killed)?.status).toBe(0)
    await worker.clearFaults('neon')
    const [refused] = await callWith('killed', customer)
    expect(refused?.body.code).toBe('IDEMPOTENCY_KEY_IN_USE')
    await wait(57 * SECOND)
    expect((await callWith('killed', customer))[0]?.status).toBe(409)
    await wait(5 * SECOND)
    const [answer] = await callWith('killed', customer)
    expect([answer?.status, answer && isReplay(answer)]).toEqual([200, false])
    await worker.recover()
    await worker.minutes(3)
    expect(await customer.counts()).toEqual(agree(2))
  })

  it('ends after 24 hours', { tags: 'deep' }, async () => {
    const customer = await open()
    await callWith('day', customer)
    await wait(24 * HOUR - 5 * SECOND)
    expect((await callWith('day', customer)).every(isReplay)).toBe(true)
    await wait(10 * SECOND)
    const [answer] = await callWith('day', customer)
    expect([answer?.status, answer && isReplay(answer)]).toEqual([200, false])
    expect(await charged(customer)).toEqual(twice)
  })

  it('stores the answer encrypted', variant, async () => {
    const customer = await open()
    await callWith('secret', customer)
    await worker.recover()
    const stored = await claims()
    expect(stored.join(' ').length).toBeGreaterThan(200)
    for (const text of stored) expect(text).not.toMatch(/136695976|Muster|secret|referenceId/)
  })
})

it('is charged once, and validated again, if PostgreSQL is down', { tags: 'deep' }, async () => {
  const customer = await worker.customer({ tier: 'PRO' })
  await customer.calls(1)
  await worker.settle()
  const fault = { service: 'neon', mode: 'fail', content: 'idempotency_keys' } as const
  await worker.fault({ ...fault })
  const [first] = await callWith('unclaimed', customer)
  await worker.recover()
  const [second] = await callWith('unclaimed', customer)
  expect([first, second].map((answer) => answer && [answer.status, isReplay(answer)])).toEqual([
    [200, false],
    [200, false],
  ])
  expect(second?.headers.get('X-Request-Id')).toBe(first?.headers.get('X-Request-Id'))
  await worker.minutes(3)
  expect(await customer.counts()).toEqual(agree(2))
})

it('is charged once, and each call is answered, if calls at once can’t claim it', {
  tags: 'deep',
}, async () => {
  const customer = await worker.customer()
  await worker.sql`create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.5); return new; end $$`
  await worker.sql`create trigger slow before insert on api_activities for each row execute function be_slow()`
  await worker.fault({ service: 'neon', content: 'idempotency_keys' })
  const answers = await callWith('at once', customer, { count: 3 })
  await worker.sql`drop function be_slow cascade`
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await charged(customer)).toEqual(once)
  expect(await customer.counts()).toEqual(agree(1))
})

it('can be used again after PostgreSQL failed to count the call', { tags: 'deep' }, async () => {
  const customer = await worker.customer()
  await customer.calls(1)
  await worker.settle()
  await worker.fault({ service: 'neon', content: 'api_activities', times: 1 })
  const [failed] = await callWith('uncounted', customer)
  expect(failed?.status).toBe(503)
  const [answer] = await callWith('uncounted', customer)
  expect([answer?.status, answer && isReplay(answer)]).toEqual([200, false])
  expect(await charged(customer)).toEqual(twice)
})

describe('the header', () => {
  it.each([
    ['a key of 255 characters', 'k'.repeat(255), 200],
    ['a key of 256 characters', 'k'.repeat(256), 422],
    ['an empty key', '', 422],
  ])('%s', async (_, key, status) => {
    const customer = await worker.customer()
    const [answer] = await callWith(key, customer)
    expect(answer?.status).toBe(status)
    if (status === 422)
      expect(answer?.body).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'Idempotency-Key' }] })
    expect(await charged(customer)).toEqual(status === 200 ? once : { calls: 0, spent: 0 })
  })

  it('is ignored in calls of the dashboard', async () => {
    const { member, organizationId, ...customer } = await worker.customer()
    for (let call = 0; call < 2; call++) {
      const { status, headers } = await member.call('/api/tinproof/validate', {
        body: { ...GERMAN, organizationId },
        headers: { 'Idempotency-Key': 'dashboard' },
      })
      expect([status, headers.get('Idempotent-Replayed')]).toEqual([200, null])
    }
    expect(await charged({ member, organizationId, ...customer })).toEqual(twice)
  })
})
