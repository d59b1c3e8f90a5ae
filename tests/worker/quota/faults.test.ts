import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultRequest } from '#tests/fakes/client.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { type Answer, countStatuses } from '../harness.ts'
import { openIsolates } from '../isolates.ts'
import { MINUTE, SECOND, wait } from './clock.ts'
import { agree, answered, type Customer, openQuotaWorker } from './quota-worker.ts'

const ISOLATES = 5
const LIMIT = 40

let worker: Awaited<ReturnType<typeof openQuotaWorker>>
beforeAll(async () => {
  worker = await openQuotaWorker('faults', ISOLATES)
})
afterEach(() => worker.recover())
afterAll(() => worker.close())

type Fault = Omit<FaultRequest, 'namespace'>
const fail = (fault: Fault) => worker.fakes.fault({ ...fault, namespace: worker.namespace })

/** A call may be refused while another of its isolate is being counted. */
const useUp = async ({ calls }: Customer) => [...(await calls(LIMIT)), ...(await calls(ISOLATES))]
const failAll = [
  { service: 'neon', mode: 'fail' },
  { service: 'upstash', mode: 'fail' },
] as const

/** More calls than the limit while the faults last. */
const during =
  (...faults: Fault[]) =>
  async ({ calls }: Customer) => {
    for (const fault of faults) await fail(fault)
    return calls(LIMIT)
  }

/** The calls wait until the service continues. */
const hanging = (service: 'neon' | 'upstash') => async (customer: Customer) => {
  await worker.fakes.reset(worker.namespace)
  // Isolates read Redis again.
  await wait(5 * SECOND)
  await fail({ service, mode: 'hang' })
  const answers = customer.calls(15)
  await worker.called(service)
  await worker.recover()
  return answers
}

async function rollBack({ calls }: Customer) {
  await worker.fakes.saveRedis(worker.namespace)
  const answers = await calls(15)
  await worker.settle()
  await worker.fakes.restoreRedis(worker.namespace)
  return answers
}

async function flush({ calls }: Customer) {
  const answers = calls(15)
  await worker.fakes.flushRedis(worker.namespace)
  return answers
}

/** The calls are answered, and then nothing takes their rows. */
async function failWhileRecording({ calls }: Customer) {
  worker.callQueue.fails = true
  const answers = await calls(15)
  for (const fault of failAll) await fail(fault)
  await wait(10 * SECOND)
  worker.callQueue.fails = false
  return answers
}

/** What happens meanwhile. */
const faults: Record<string, (customer: Customer) => Promise<Answer[]>> = {
  'Redis is down': during({ service: 'upstash', mode: 'fail' }),
  'Redis breaks connections': during({ service: 'upstash', mode: 'reset' }),
  'Redis answers garbage': during({ service: 'upstash', mode: 'garbage' }),
  'Redis hangs': hanging('upstash'),
  'Redis is down for two isolates': during({ service: 'upstash', mode: 'fail', times: 2 }),
  'Redis is slow': during({ service: 'upstash', mode: 'slow', ms: 200 }),
  'answers of Redis are lost': during({ service: 'upstash', mode: 'reset', after: true }),
  'one answer of Redis is lost': during({ service: 'upstash', mode: 'fail', after: true, times: 1 }),
  'Redis loses its data': flush,
  'Redis goes back to old data': rollBack,
  'PostgreSQL is down': during({ service: 'neon', mode: 'fail' }),
  'PostgreSQL answers garbage': during({ service: 'neon', mode: 'garbage' }),
  'answers of PostgreSQL are lost': during({ service: 'neon', mode: 'fail', after: true, times: 5 }),
  'both are down': during(...failAll),
  'the queue fails, then both': failWhileRecording,
}

describe.each<Tier>(['FREE', 'PRO'])('%s', { tags: 'deep' }, (tier) => {
  // Isolates answer a call before it is counted, and PostgreSQL decides before such a call is recorded.
  const over = tier === 'FREE' ? 0 : 2 * ISOLATES

  it.each(Object.entries(faults))('keeps its limit and counts every call once when %s', async (_, fault) => {
    const customer = await worker.customer({ tier, limit: LIMIT })
    const answers: Answer[] = await customer.calls(15)
    await worker.settle()
    answers.push(...(await fault(customer)))
    await worker.recover()
    answers.push(...(await customer.calls(5)))
    await worker.minutes(3)
    expect(await customer.counts()).toEqual(agree(answered(answers)))
    answers.push(...(await useUp(customer)))
    const total = answered(answers)
    expect(total).toBeGreaterThanOrEqual(LIMIT)
    expect(total).toBeLessThanOrEqual(LIMIT + over)
    expect(await customer.counts()).toEqual(agree(total))
    for (const { status } of answers) expect([200, 429, 503]).toContain(status)
  })

  it('keeps its limit when an isolate is killed, and loses no more than the calls it has not recorded', async () => {
    const [victim] = await openIsolates(worker, 1)
    if (!victim) throw new Error('no isolate')
    const customer = await worker.customer({ tier, limit: LIMIT })
    const { token, calls, counts } = customer
    const ofVictim = Promise.all(
      Array.from({ length: 10 }, async () => {
        const answer = await victim.validate(token)
        victim.kill()
        return answer
      }),
    )
    const recorded = answered(await calls(15))
    const ofKilled = (await ofVictim).length
    await worker.minutes(3)
    const { used } = await counts()
    expect(await counts()).toEqual(agree(used))
    expect(used).toBeGreaterThanOrEqual(recorded)
    expect(used).toBeLessThanOrEqual(recorded + ofKilled)
    const total = used + answered(await useUp(customer))
    expect(total).toBeGreaterThanOrEqual(LIMIT)
    expect(total).toBeLessThanOrEqual(LIMIT + over)
  })
})

it('writes the calls of an isolate together while the queue refuses them', { tags: 'deep' }, async () => {
  const { organizationId, calls, counts } = await worker.customer({ tier: 'PRO' })
  const on = worker.isolates.slice(0, 1)
  worker.callQueue.fails = true
  await fail({ service: 'neon', mode: 'slow', ms: 300 })
  expect(answered(await calls(30, { on }))).toBe(30)
  expect(await counts()).toEqual(agree(30))
  const written =
    await worker.sql`select from api_activities where organization_id = ${organizationId} group by xmin::text`
  expect(written.length).toBeLessThan(10)
  worker.callQueue.fails = false
})

it('raises the counter of a paid organization with the next recorded call after Redis went back', async () => {
  const { calls, counter } = await worker.customer({ tier: 'PRO' })
  await calls(2)
  await worker.settle()
  await worker.fakes.saveRedis(worker.namespace)
  await calls(15)
  await worker.settle()
  await worker.fakes.restoreRedis(worker.namespace)
  expect(await counter()).toBe(2)
  await calls(1)
  await worker.settle()
  expect(await counter()).toBe(18)
})

it('sends a call to the queue as soon as it is answered', async () => {
  const { calls } = await worker.customer({ tier: 'PRO' })
  await calls(1)
  expect(worker.callQueue.waiting()).toBe(1)
})

it('lowers the counter of a paid organization after calls of a killed isolate, once it is quiet', {
  tags: 'deep',
}, async () => {
  const { key, calls, counter } = await worker.customer({ tier: 'PRO', limit: LIMIT })
  await calls(2)
  await worker.minutes(1)
  await worker.redis('HINCRBY', key(), 'used', '30')
  await worker.redis('HSET', key(), 'countedAt', String(Date.now()))
  await worker.minutes(1)
  expect(await counter()).toBe(32)
  await worker.minutes(2)
  expect(await counter()).toBe(2)
})

it.each([
  ['PostgreSQL refuses it', { country: 'a\0b' }],
  ['a newer release wrote it', { outcome: 'of a newer release' }],
])('keeps a message of the queue, and writes the others, if %s', async (_, unwritable) => {
  const [one, other] = [await worker.customer(), await worker.customer()]
  const messageOf = ({ organizationId, tokenId }: Customer, more: object = {}) => ({
    body: {
      ...{ method: 'POST', endpoint: '/api/tinproof/validate', statusCode: 200, responseTime: 1 },
      ...{ requestId: crypto.randomUUID(), organizationId, tokenId, at: new Date().toISOString() },
      ...{ outcome: 'confirmed', country: 'DE', spent: 1, ...more },
    },
  })
  await worker.callQueue.sendBatch([
    messageOf(one),
    messageOf(one, unwritable),
    messageOf(one),
    messageOf(other),
  ])
  expect(await one.counts()).toEqual(agree(2))
  expect(await other.counts()).toEqual(agree(1))
  expect(worker.callQueue.waiting()).toBe(1)
  worker.callQueue.drop()
})

describe('a change takes effect', () => {
  const allowOther = async ({ member, tokenId }: Customer) => {
    await worker.sql`update session set confirmed_at = '2100-01-01' where user_id = ${member.user.id}`
    await member.call(`/api/tokens/${tokenId}`, { method: 'PATCH', body: { allowedIps: ['203.0.113.7'] } })
  }
  const revoke = ({ member, tokenId }: Customer) =>
    member.call(`/api/tokens/${tokenId}`, { method: 'DELETE' })
  const update =
    (values: object) =>
    ({ organizationId }: Customer) =>
      worker.updateOrganization(organizationId, values)
  const changes: Record<string, [change: (customer: Customer) => Promise<unknown>, status: number]> = {
    'a revoked token': [revoke, 401],
    'an allow-list without the caller': [allowOther, 403],
    'a suspended organization': [update({ status: 'SUSPENDED' }), 403],
    'a lower limit': [update({ tier: 'FREE' }), 429],
  }

  it.each(Object.entries(changes))(
    'within 5 seconds, on busy isolates and idle ones: %s',
    async (_, [change, status]) => {
      const customer = await worker.customer({ tier: 'PRO', used: 150 })
      expect(answered(await customer.calls(2 * ISOLATES))).toBe(2 * ISOLATES)
      await worker.settle()
      await change(customer)
      for (let second = 0; second < 5; second++) {
        await customer.calls(1, { on: worker.isolates.slice(0, 1) })
        await wait(SECOND)
      }
      expect(countStatuses(await customer.calls(ISOLATES))).toEqual({ [status]: ISOLATES })
    },
  )

  it('after the first call with a revoked token that Redis knows again, because it went back to old data', async () => {
    const customer = await worker.customer({ tier: 'PRO' })
    const { calls } = customer
    await calls(1)
    await worker.settle()
    await worker.fakes.saveRedis(worker.namespace)
    await revoke(customer)
    await wait(5 * SECOND)
    await worker.fakes.restoreRedis(worker.namespace)
    expect(answered(await calls(1))).toBe(1)
    await worker.settle()
    await wait(5 * SECOND)
    expect(countStatuses(await calls(ISOLATES))).toEqual({ 401: ISOLATES })
  })

  describe('although replicas are a second behind', { tags: 'deep' }, () => {
    const HOUR = 60 * MINUTE
    const placeReplicas = (lag: number) => worker.fakes.placeRedis(worker.namespace, { lag })
    afterEach(() => placeReplicas(0))

    it.each([
      ['FREE', 'a revoked token', revoke, 401],
      ['PRO', 'an allow-list without the caller', allowOther, 403],
    ] as const)('within 5 seconds, %s: %s', async (tier, _, change, status) => {
      const customer = await worker.customer({ tier })
      await customer.calls(1)
      await worker.settle()
      await wait(5 * SECOND)
      await placeReplicas(HOUR)
      const changedAt = Date.now()
      await change(customer)
      await wait(900)
      // They neither spend at the primary nor are written to PostgreSQL, so the isolates don't learn of the change.
      await fail({ service: 'neon', mode: 'fail' })
      const stale = await customer.calls(ISOLATES, { body: { countryCode: 'DE' } })
      expect(countStatuses(stale)).toEqual({ 422: ISOLATES })
      await placeReplicas(0)
      await worker.settle()
      await worker.recover()
      await wait(changedAt + 5 * SECOND - Date.now())
      expect(countStatuses(await customer.calls(ISOLATES))).toEqual({ [status]: ISOLATES })
    })

    it('in a FREE organization that has just used up its limit', async () => {
      const { calls, counts } = await worker.customer({ limit: LIMIT })
      const [first, ...others] = worker.isolates
      if (!first) throw new Error('no isolate')
      await calls(1, { on: [first] })
      await placeReplicas(HOUR)
      expect(answered(await calls(LIMIT, { on: [first] }))).toBe(LIMIT - 1)
      expect(countStatuses(await calls(others.length, { on: others }))).toEqual({ 429: others.length })
      expect(await counts()).toEqual(agree(LIMIT))
    })
  })

  it('in calls that are left after an upgrade and two downgrades', { tags: 'deep' }, async () => {
    const { organizationId, calls, counts } = await worker.customer({ used: 90 })
    expect(answered(await calls(30))).toBe(10)
    await worker.updateOrganization(organizationId, { tier: 'PRO' })
    await wait(5 * SECOND)
    expect(answered(await calls(30))).toBe(30)
    await worker.settle()
    await worker.updateOrganization(organizationId, { tier: 'FREE' })
    await wait(5 * SECOND)
    expect(answered(await calls(10))).toBe(0)
    await worker.minutes(3)
    expect(await counts()).toEqual({ used: 130, rows: 40 })
    await worker.updateOrganization(organizationId, { tier: 'ENTERPRISE' })
    await wait(5 * SECOND)
    expect(answered(await calls(10))).toBe(10)
  })
})
