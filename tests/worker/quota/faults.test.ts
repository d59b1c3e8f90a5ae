// @module-tag deep
import { describe, expect, it, vi } from 'vitest'
import type { Tier } from '#worker/organizations/contract.ts'
import { type Answer, times } from '../harness.ts'
import { openIsolates } from '../isolates.ts'
import { MINUTE, SECOND, wait } from './clock.ts'
import { agree, answered, type Customer, openQuotaWorker } from './quota-worker.ts'

const ISOLATES = 5
const LIMIT = 40

const worker = await openQuotaWorker('faults', ISOLATES)
const { first, others } = worker

type Fault = Parameters<typeof worker.fault>[0]
const failBoth = [{ service: 'neon' }, { service: 'upstash' }] as const

/** More calls than the limit while the faults last. */
const during =
  (...faults: Fault[]) =>
  async ({ calls }: Customer) => {
    for (const fault of faults) await worker.fault(fault)
    return calls(LIMIT)
  }

/** The calls wait until Redis continues. */
async function hang({ calls }: Customer) {
  await worker.fakes.reset(worker.namespace)
  // Isolates read Redis again.
  await wait(5 * SECOND)
  await worker.fault({ service: 'upstash', mode: 'hang' })
  const answers = calls(15)
  await worker.redisIsCalled()
  await worker.recover()
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
  for (const fault of failBoth) await worker.fault(fault)
  await wait(10 * SECOND)
  worker.callQueue.fails = false
  return answers
}

/** What happens meanwhile. */
const faults: Record<string, (customer: Customer) => Promise<Answer[]>> = {
  'Redis is down': during({ service: 'upstash' }),
  'Redis breaks connections': during({ service: 'upstash', mode: 'reset' }),
  'Redis answers garbage': during({ service: 'upstash', mode: 'garbage' }),
  'Redis hangs': hang,
  'Redis is down for two isolates': during({ service: 'upstash', times: 2 }),
  'Redis is slow': during({ service: 'upstash', mode: 'slow', ms: 200 }),
  'answers of Redis are lost': during({ service: 'upstash', mode: 'reset', after: true }),
  'one answer of Redis is lost': during({ service: 'upstash', after: true, times: 1 }),
  'Redis loses its data': flush,
  'Redis goes back to old data': ({ calls }) => worker.undoInRedis(() => calls(15)),
  'PostgreSQL is down': during({ service: 'neon' }),
  'PostgreSQL answers garbage': during({ service: 'neon', mode: 'garbage' }),
  'answers of PostgreSQL are lost': during({ service: 'neon', after: true, times: 5 }),
  'both are down': during(...failBoth),
  'the queue fails, then both': failWhileRecording,
}

describe.each<Tier>(['FREE', 'PRO'])('%s', (tier) => {
  // Isolates answer a call before it is counted, and PostgreSQL decides before such a call is recorded.
  const over = tier === 'FREE' ? 0 : 2 * ISOLATES

  /** After so many answered calls. */
  async function useUp({ calls, counts }: Customer, before: number) {
    // A call may be refused while another of its isolate is being counted.
    const total = before + answered([...(await calls(LIMIT)), ...(await calls(ISOLATES))])
    expect(total).toBeGreaterThanOrEqual(LIMIT)
    expect(total).toBeLessThanOrEqual(LIMIT + over)
    expect(await counts()).toEqual(agree(total))
  }

  it.each(Object.entries(faults))('keeps its limit and counts every call once when %s', async (_, fault) => {
    const customer = await worker.customer({ tier, limit: LIMIT })
    const answers: Answer[] = await customer.calls(15)
    await worker.settle()
    answers.push(...(await fault(customer)))
    await worker.recover()
    answers.push(...(await customer.calls(5)))
    await worker.minutes(3)
    expect(await customer.counts()).toEqual(agree(answered(answers)))
    for (const { status } of answers) expect([200, 429, 503]).toContain(status)
    await useUp(customer, answered(answers))
  })

  it('keeps its limit when an isolate is killed, and loses no more than the calls it has not recorded', async () => {
    const [victim] = await openIsolates(worker, 1)
    const customer = await worker.customer({ tier, limit: LIMIT })
    const ofVictim = 10
    const killing = times(ofVictim, async () => {
      await victim?.validate(customer.token)
      victim?.kill()
    })
    const recorded = await customer.answered(15)
    await killing
    await worker.minutes(3)
    const { used, rows } = await customer.counts()
    expect(used).toBe(rows)
    expect(used).toBeGreaterThanOrEqual(recorded)
    expect(used).toBeLessThanOrEqual(recorded + ofVictim)
    await useUp(customer, used)
  })
})

it('writes the calls of an isolate together while the queue refuses them', async () => {
  const { organizationId, answered, counts } = await worker.customer({ tier: 'PRO' })
  worker.callQueue.fails = true
  await worker.fault({ service: 'neon', mode: 'slow', ms: 300 })
  expect(await answered(30, { on: first })).toBe(30)
  expect(await counts()).toEqual(agree(30))
  const written =
    await worker.sql`select from api_activities where organization_id = ${organizationId} group by xmin::text`
  expect(written.length).toBeLessThan(10)
  worker.callQueue.fails = false
})

it('writes a call that the queue takes no note of', async () => {
  const { answered, counts } = await worker.customer({ tier: 'PRO' })
  const send = vi.spyOn(worker.callQueue, 'sendBatch').mockReturnValueOnce(new Promise(() => {}))
  expect(await answered(1)).toBe(1)
  expect(await counts()).toEqual(agree(1))
  send.mockRestore()
})

it('takes no call back that failed, and was answered when it was repeated', async () => {
  const { answered, statuses, counts } = await worker.customer()
  expect(await answered(3)).toBe(3)
  await worker.settle()
  const headers = { 'Idempotency-Key': 'repeated' }
  await worker.fault({ service: 'neon', content: 'api_activities', after: true, times: 1 })
  expect(await statuses(1, { headers })).toEqual({ 503: 1 })
  expect(await answered(1, { headers })).toBe(1)
  await worker.deliverCalls()
  expect(await counts()).toEqual(agree(4))
})

it('lowers the counter of a paid organization after calls of a killed isolate, once it is quiet', async () => {
  const { organizationId, calls, counter } = await worker.customer({ tier: 'PRO', limit: LIMIT })
  await calls(2)
  await worker.minutes(1)
  const lost = ['used', '32', 'countedAt', String(Date.now())]
  await worker.redis('HSET', worker.quotaKeyOf(organizationId), ...lost)
  await worker.minutes(1)
  expect(await counter()).toBe(32)
  await worker.minutes(2)
  expect(await counter()).toBe(2)
})

it('refuses a FREE organization that has just used up its limit, although replicas are behind', async () => {
  const { calls, answered, statuses, counts } = await worker.customer({ limit: LIMIT })
  await calls(1, { on: first })
  await worker.fakes.placeRedis(worker.namespace, { lag: 60 * MINUTE })
  expect(await answered(LIMIT, { on: first })).toBe(LIMIT - 1)
  expect(await statuses(others.length, { on: others })).toEqual({ 429: others.length })
  expect(await counts()).toEqual(agree(LIMIT))
  await worker.fakes.placeRedis(worker.namespace, {})
})

it.each([
  // Half of what is left is spent after the answer, the last tenth of the limit before it.
  ['half after the answer', 1_000, 800, 0, {}],
  ['half after the answer, by isolates that know it', 1_000, 800, ISOLATES, {}],
  ['4 at once', 4, 0, 0, { parallel: 60, interval: 0 }],
  ['20 at once', 20, 0, 0, { parallel: 60, interval: 0 }],
])(
  'PRO passes its limit by at most one call for each isolate: %s',
  async (_, limit, used, before, options) => {
    const { answered, counts } = await worker.customer({ tier: 'PRO', used, limit })
    const rows =
      (await answered(before)) +
      (await answered(limit - used + 200, options)) +
      // A call may be refused while another of its isolate is being counted.
      (await answered(ISOLATES))
    expect(used + rows).toBeGreaterThanOrEqual(limit)
    expect(used + rows).toBeLessThanOrEqual(limit + ISOLATES)
    expect(await counts()).toEqual({ used: used + rows, rows })
  },
)

it('counts on after an upgrade and two downgrades', async () => {
  const { change, answered, counts } = await worker.customer({ used: 90 })
  const changePlan = async (tier: Tier) => {
    await worker.settle()
    await change({ tier })
    await wait(5 * SECOND)
  }
  expect(await answered(30)).toBe(10)
  await changePlan('PRO')
  expect(await answered(30)).toBe(30)
  await changePlan('FREE')
  expect(await answered(10)).toBe(0)
  await worker.minutes(3)
  expect(await counts()).toEqual({ used: 130, rows: 40 })
  await changePlan('ENTERPRISE')
  expect(await answered(10)).toBe(10)
})
