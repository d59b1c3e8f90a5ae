import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FaultRequest } from '#tests/fakes/client.ts'
import { createContext } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { type RecordedCall, recordCall } from '#worker/quota/record-call.ts'
import { type Answer, countStatuses, openIsolates } from '../harness.ts'
import { MINUTE, monthKey, passTime, SECOND, wait } from './clock.ts'
import { agree, answered, type Customer, openQuotaWorker } from './quota-worker.ts'

const ISOLATES = 5
const LIMIT = 40
const BLOCK = LIMIT / 10

let worker: Awaited<ReturnType<typeof openQuotaWorker>>
beforeAll(async () => {
  worker = await openQuotaWorker('faults', ISOLATES)
})
afterEach(() => worker.recover())
afterAll(() => worker.close())

type Fault = Omit<FaultRequest, 'namespace'>
const fail = (fault: Fault) => worker.fakes.fault({ ...fault, namespace: worker.namespace })

const recordedCall = (ids: { organizationId: string; tokenId: number }): RecordedCall => ({
  tokenHash: 'test',
  call: {
    ...ids,
    requestId: crypto.randomUUID(),
    method: 'POST',
    endpoint: '/api/tinproof/validate',
    statusCode: 200,
    outcome: 'valid',
    responseTime: 1,
    country: 'DE',
    spent: 1,
    at: new Date().toISOString(),
  },
  caller: {
    ...ids,
    tokenEndsAt: 0,
    canUseRegisters: true,
    status: 'ACTIVE',
    tier: 'FREE',
    monthlyLimit: 100,
    vatNumber: null,
    usedCount: 1,
    burstLeft: 1,
  },
})

const useUp = ({ calls }: Customer) => calls(LIMIT)

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

/** The calls are answered, and then neither store takes their rows. */
async function failWhileRecording({ calls }: Customer) {
  await fail({ service: 'neon', mode: 'fail' })
  const answers = await calls(15)
  await fail({ service: 'upstash', mode: 'fail' })
  await wait(MINUTE)
  return answers
}

/** What happens meanwhile, and the calls over the limit that it may cost. */
const faults: Record<string, [(customer: Customer) => Promise<Answer[]>, number?]> = {
  'Redis is down': [during({ service: 'upstash', mode: 'fail' })],
  'Redis breaks connections': [during({ service: 'upstash', mode: 'reset' })],
  'Redis answers garbage': [during({ service: 'upstash', mode: 'garbage' })],
  'Redis hangs': [hanging('upstash')],
  'Redis is down for two isolates': [during({ service: 'upstash', mode: 'fail', times: 2 })],
  'Redis is slow': [during({ service: 'upstash', mode: 'slow', ms: 200 })],
  'answers of Redis are lost': [during({ service: 'upstash', mode: 'reset', after: true })],
  'one answer of Redis is lost': [during({ service: 'upstash', mode: 'fail', after: true, times: 1 })],
  'Redis loses its data': [flush],
  'Redis goes back to old data': [rollBack, BLOCK],
  'PostgreSQL is down': [during({ service: 'neon', mode: 'fail' })],
  'PostgreSQL hangs': [hanging('neon')],
  'PostgreSQL answers garbage': [during({ service: 'neon', mode: 'garbage' })],
  'answers of PostgreSQL are lost': [during({ service: 'neon', mode: 'fail', after: true, times: 5 })],
  'both are down': [during({ service: 'neon', mode: 'fail' }, { service: 'upstash', mode: 'fail' })],
  'PostgreSQL fails, then Redis fails too': [failWhileRecording],
}

function keepsItsLimit(tier: Tier) {
  const unconfirmed = tier === 'FREE' ? 0 : ISOLATES

  it.each(Object.entries(faults))(
    'keeps its limit and counts every call once when %s',
    async (_, [fault, over = 0]) => {
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
      expect(total).toBeLessThanOrEqual(LIMIT + over + unconfirmed)
      expect(await customer.counts()).toEqual(agree(total))
      for (const { status } of answers) expect([200, 429, 503]).toContain(status)
    },
  )

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
    const unrecorded = answered(await ofVictim)
    await worker.minutes(3)
    const { used = 0 } = await counts()
    expect(await counts()).toEqual(agree(used))
    expect(used).toBeGreaterThanOrEqual(recorded)
    expect(used).toBeLessThanOrEqual(recorded + unrecorded)
    const total = used + answered(await useUp(customer))
    expect(total).toBeGreaterThanOrEqual(LIMIT)
    expect(total).toBeLessThanOrEqual(LIMIT + unconfirmed)
  })
}

describe('FREE', () => keepsItsLimit('FREE'))
describe('PRO', { tags: 'deep' }, () => keepsItsLimit('PRO'))

it('records a call in its own request, because a request that records later ones too would be canceled', async () => {
  const { organizationId, tokenId, rowsIn } = await worker.customer()
  const work: Promise<unknown>[] = []
  const record = () =>
    recordCall(
      createContext(worker.settings, crypto.randomUUID(), (afterwards) => work.push(afterwards)),
      recordedCall({ organizationId, tokenId }),
    )
  await worker.fakes.reset(worker.namespace)
  await fail({ service: 'neon', mode: 'hang' })
  record()
  vi.advanceTimersByTime(SECOND)
  await worker.called('neon')
  record()
  await worker.fakes.reset(worker.namespace)
  await work[0]
  expect(await rowsIn(monthKey())).toBe(1)
  await passTime(Promise.all(work))
  expect(await rowsIn(monthKey())).toBe(2)
})

it('returns what Redis lost while a limit seems to be used up', async () => {
  const { calls } = await worker.customer({ limit: LIMIT })
  expect(answered(await calls(LIMIT - 2))).toBe(LIMIT - 2)
  await worker.minutes(3)
  await worker.fakes.flushRedis(worker.namespace)
  expect(answered(await calls(1))).toBe(0)
  await worker.minutes(3)
  expect(answered(await calls(3, { parallel: 1 }))).toBe(2)
})

it('refuses no call while another isolate adds the last block', async () => {
  const { organizationId, key, calls } = await worker.customer({ limit: LIMIT })
  const on = worker.isolates.slice(0, 2)
  await calls(2, { on })
  await worker.settle()
  const used = LIMIT - BLOCK
  await worker.sql(
    'update organization_quotas set used_count = $2, reserved_count = $2 where organization_id = $1',
    [organizationId, used],
  )
  await worker.redis('HSET', key(), 'left', '0', 'reserved', String(used))
  // PostgreSQL's first answer, which has the block, comes after its second one, which has nothing.
  await fail({ service: 'neon', mode: 'slow', ms: 300, after: true, times: 1 })
  expect(countStatuses(await calls(2, { on, parallel: 2 }))).toEqual({ 200: 2 })
})

describe('a change takes effect', () => {
  const changes: Record<string, [change: (customer: Customer) => Promise<unknown>, status: number]> = {
    'a revoked token': [
      ({ member, tokenId }) => member.call(`/api/tokens/${tokenId}`, { method: 'DELETE' }),
      401,
    ],
    'a suspended organization': [
      ({ organizationId }) => worker.updateOrganization(organizationId, { status: 'SUSPENDED' }),
      403,
    ],
    'a lower limit': [
      ({ organizationId }) => worker.updateOrganization(organizationId, { tier: 'FREE' }),
      429,
    ],
  }

  it.each(Object.entries(changes))('within 5 seconds on an idle isolate: %s', async (_, [change, status]) => {
    const customer = await worker.customer({ tier: 'PRO', used: 150 })
    expect(answered(await customer.calls(2 * ISOLATES))).toBe(2 * ISOLATES)
    await worker.settle()
    await change(customer)
    await wait(5 * SECOND)
    expect(countStatuses(await customer.calls(ISOLATES))).toEqual({ [status]: ISOLATES })
  })

  it.each(Object.entries(changes))('after one call on a busy isolate: %s', async (_, [change, status]) => {
    const customer = await worker.customer({ tier: 'PRO', used: 150 })
    const on = worker.isolates.slice(0, 1)
    await customer.calls(2, { on })
    await worker.settle()
    await change(customer)
    await customer.calls(1, { on })
    await worker.settle()
    expect((await customer.calls(1, { on }))[0]?.status).toBe(status)
  })

  describe('although replicas are a second behind', () => {
    const HOUR = 60 * MINUTE
    const placeReplicas = (lag: number) => worker.fakes.placeRedis(worker.namespace, { lag })
    afterEach(() => placeReplicas(0))

    it.each(Object.entries(changes).slice(0, 2))('within 5 seconds: %s', async (_, [change, status]) => {
      const customer = await worker.customer({ tier: 'PRO' })
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

    it.each(Object.entries(changes).slice(0, 2))(
      'at once in a FREE organization: %s',
      async (_, [change, status]) => {
        const customer = await worker.customer()
        await customer.calls(1)
        await placeReplicas(HOUR)
        await change(customer)
        expect(countStatuses(await customer.calls(ISOLATES))).toEqual({ [status]: ISOLATES })
      },
    )

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

  it('in calls that are left after an upgrade and two downgrades', async () => {
    const { organizationId, calls, counts } = await worker.customer({ used: 90 })
    expect(answered(await calls(30))).toBe(10)
    await worker.updateOrganization(organizationId, { tier: 'PRO' })
    expect(answered(await calls(30))).toBe(30)
    await worker.settle()
    await worker.updateOrganization(organizationId, { tier: 'FREE' })
    await wait(5 * SECOND)
    expect(answered(await calls(10))).toBe(0)
    await worker.minutes(3)
    expect(await counts()).toMatchObject({ used: 130, rows: 40, spent: 130 })
    await worker.updateOrganization(organizationId, { tier: 'ENTERPRISE' })
    expect(answered(await calls(10))).toBe(10)
  })
})
