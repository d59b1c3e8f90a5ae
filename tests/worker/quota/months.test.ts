import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { type Answer, countStatuses } from '../harness.ts'
import { MINUTE, monthKey, nextMonth, SECOND, wait } from './clock.ts'
import { agree, answered, type Customer, openQuotaWorker, type QuotaWorker } from './quota-worker.ts'

const ISOLATES = 5
const LIMIT = 20
const HOUR = 60 * MINUTE

let worker: QuotaWorker
let midnight: Date
let oldMonth: string
beforeAll(async () => {
  worker = await openQuotaWorker('months', ISOLATES)
})
// Each test has its own month's end, so that the clock never goes back.
beforeEach(() => startMonth(nextMonth()))
afterEach(() => worker.recover())
afterAll(() => worker.close())

function startMonth(start: Date) {
  vi.setSystemTime(start)
  midnight = nextMonth()
  oldMonth = monthKey()
  beforeMidnight(HOUR)
}

const beforeMidnight = (milliseconds: number) => vi.setSystemTime(midnight.getTime() - milliseconds)
const afterMidnight = (milliseconds: number) => vi.setSystemTime(midnight.getTime() + milliseconds)
const fail = (service: 'neon' | 'upstash') =>
  worker.fakes.fault({ service, mode: 'fail', namespace: worker.namespace })

/** What the dashboard shows. */
async function described({ member }: Customer) {
  const { body: detail } = await member.call<OrganizationDetail>('/api/organization')
  const { body: list } = await member.call<Organization[]>('/api/user/organizations')
  return [detail.usedCount, detail.quota.usedCount, list[0]?.usedCount, detail.quota.resetDate]
}
const shown = (used: number, end: Date) => [used, used, used, end.toISOString()]

async function useUp({ calls }: Customer, end: Date) {
  const answers = await calls(30)
  expect(countStatuses(answers)).toEqual({ 200: LIMIT, 429: 10 })
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(end)
  for (const { status, headers, body } of answers) {
    if (status === 200) continue
    expect([status, body.code]).toEqual([429, 'QUOTA_EXCEEDED'])
    const wait = (end.getTime() - Date.now()) / SECOND
    expect(Math.abs(Number(headers.get('Retry-After')) - wait)).toBeLessThan(2)
    expect(body.message).toContain(date)
  }
}

it.each([
  ['month', 'answers'],
  ['month', 'is down'],
  ['year', 'answers'],
])(
  'allows exactly the limit on both sides of the end of a %s while Redis %s and cron is late',
  { tags: 'deep' },
  async (what, redis) => {
    if (what === 'year') startMonth(new Date(Date.UTC(midnight.getUTCFullYear(), 11)))
    const customer = await worker.customer({ limit: LIMIT })
    const idle = await worker.customer()
    beforeMidnight(SECOND)
    if (redis === 'is down') await fail('upstash')
    await useUp(customer, midnight)
    expect(answered(await idle.calls(3))).toBe(3)
    await worker.settle()
    expect(await described(customer)).toEqual(shown(LIMIT, midnight))

    afterMidnight(0)
    const end = nextMonth()
    expect(await described(customer)).toEqual(shown(0, end))
    await useUp(customer, end)
    await worker.recover()
    afterMidnight(HOUR)
    await Promise.all([worker.runCron(), worker.runCron()])
    await worker.minutes(2)
    expect(await described(customer)).toEqual(shown(LIMIT, end))
    expect(await customer.counts()).toEqual(agree(LIMIT))
    expect(await customer.rowsIn(oldMonth)).toBe(LIMIT)
    expect(await idle.counts()).toEqual(agree(0))
    expect(await idle.rowsIn(oldMonth)).toBe(3)
  },
)

describe('at midnight', { tags: 'deep' }, () => {
  it.each(['answers', 'is down', 'loses its data'])(
    'counts each call in one month while Redis %s',
    async (redis) => {
      const customer = await worker.customer({ limit: LIMIT })
      beforeMidnight(SECOND / 2)
      if (redis === 'is down') await fail('upstash')
      // The clock moves with each call.
      const calls = customer.calls(100, { parallel: 20 })
      await wait(SECOND / 2)
      if (redis === 'loses its data') await worker.fakes.flushRedis(worker.namespace)
      const answers = [...(await calls), ...(await customer.calls(LIMIT))]
      await worker.recover()
      await worker.minutes(3)
      const before = await customer.rowsIn(oldMonth)
      expect(before).toBeLessThanOrEqual(LIMIT)
      expect(await customer.counts()).toEqual(agree(LIMIT))
      expect(answered(answers)).toBe(before + LIMIT)
    },
  )

  it('keeps both limits while the clock of one isolate is ahead', async () => {
    const customer = await worker.customer({ limit: LIMIT })
    const [ahead, ...behind] = worker.isolates
    if (!ahead) throw new Error('no isolate')
    const answers: Answer[] = []
    for (let round = 0; round < 6; round++) {
      beforeMidnight(2 * SECOND)
      answers.push(...(await customer.calls(5, { on: behind })))
      afterMidnight(SECOND)
      answers.push(...(await customer.calls(3, { on: [ahead] })))
    }
    afterMidnight(10 * SECOND)
    answers.push(...(await customer.calls(2 * LIMIT)))
    await worker.minutes(3)
    const before = await customer.rowsIn(oldMonth)
    expect(before).toBeLessThanOrEqual(LIMIT)
    expect(answered(answers)).toBe(before + LIMIT)
    expect(await customer.counts()).toEqual(agree(LIMIT))
  })

  it.each(['before', 'after'])(
    'counts calls in their month that are written late, with cron %s the next calls',
    async (cron) => {
      const customer = await worker.customer({ tier: 'PRO', limit: 1_000 })
      await customer.calls(5)
      await worker.settle()
      await fail('neon')
      beforeMidnight(SECOND)
      expect(answered(await customer.calls(4))).toBe(4)
      await worker.settle()
      afterMidnight(0)
      await worker.recover()
      if (cron === 'before') await worker.runCron()
      expect(answered(await customer.calls(3))).toBe(3)
      await worker.minutes(3)
      expect(await customer.rowsIn(oldMonth)).toBe(9)
      expect(await customer.counts()).toEqual(agree(3))
    },
  )

  it('counts a call in the month that authorized it', async () => {
    const customer = await worker.customer({ limit: 1 })
    const slow = { service: 'upstash', mode: 'slow', ms: 300, after: true } as const
    await worker.fakes.fault({ ...slow, namespace: worker.namespace })
    beforeMidnight(5)
    const calls = customer.calls(2)
    await worker.called('upstash')
    await wait(SECOND)
    expect(countStatuses(await calls)).toEqual({ 200: 1, 429: 1 })
    await worker.recover()
    await worker.minutes(2)
    expect(await customer.rowsIn(oldMonth)).toBe(1)
    expect(await customer.counts()).toEqual(agree(0))
  })
})
