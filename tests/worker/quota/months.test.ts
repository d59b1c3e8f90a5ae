// @module-tag deep
import { beforeEach, expect, it, vi } from 'vitest'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { refreshOrganization } from '#worker/quota/refresh-organization.ts'
import { type Answer, countStatuses } from '../harness.ts'
import { MINUTE, monthKey, nextMonth, SECOND, wait } from './clock.ts'
import { agree, answered, type Customer, openQuotaWorker } from './quota-worker.ts'

const LIMIT = 20
const HOUR = 60 * MINUTE

const worker = await openQuotaWorker('months', 5)

let midnight: Date
let oldMonth: string
// Each test has its own month's end, so that the clock never goes back.
beforeEach(() => startMonth(nextMonth()))

function startMonth(start: Date) {
  vi.setSystemTime(start)
  midnight = nextMonth()
  oldMonth = monthKey()
  fromMidnight(-HOUR)
}

const fromMidnight = (milliseconds: number) => vi.setSystemTime(midnight.getTime() + milliseconds)

async function expectShown({ member }: Customer, used: number, end: Date) {
  const { body: detail } = await member.call<OrganizationDetail>('/api/organization')
  const { body: list } = await member.call<Organization[]>('/api/user/organizations')
  expect([detail.usedCount, detail.quota.usedCount, list[0]?.usedCount]).toEqual([used, used, used])
  expect(detail.quota.resetDate).toBe(end.toISOString())
}

async function useUp({ calls }: Customer, end: Date) {
  const answers = await calls(30)
  expect(countStatuses(answers)).toEqual({ 200: LIMIT, 429: 10 })
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(end)
  for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
    expect(body).toMatchObject({ code: 'QUOTA_EXCEEDED', message: expect.stringContaining(date) })
    const wait = (end.getTime() - Date.now()) / SECOND
    expect(Math.abs(Number(headers.get('Retry-After')) - wait)).toBeLessThan(2)
  }
}

it.each([
  ['month', 'answers'],
  ['month', 'is down'],
  ['year', 'answers'],
])(
  'allows exactly the limit on both sides of the end of a %s while Redis %s and cron is late',
  async (what, redis) => {
    if (what === 'year') startMonth(new Date(Date.UTC(midnight.getUTCFullYear(), 11)))
    const customer = await worker.customer({ limit: LIMIT })
    const idle = await worker.customer()
    fromMidnight(-SECOND)
    if (redis === 'is down') await worker.fault({ service: 'upstash' })
    await useUp(customer, midnight)
    expect(await idle.answered(3)).toBe(3)
    await worker.settle()
    await expectShown(customer, LIMIT, midnight)

    fromMidnight(0)
    const end = nextMonth()
    await expectShown(customer, 0, end)
    await useUp(customer, end)
    await worker.recover()
    fromMidnight(HOUR)
    await Promise.all([worker.runCron(), worker.runCron()])
    await worker.minutes(2)
    await expectShown(customer, LIMIT, end)
    expect([await customer.counts(), await customer.rowsIn(oldMonth)]).toEqual([agree(LIMIT), LIMIT])
    expect([await idle.counts(), await idle.rowsIn(oldMonth)]).toEqual([agree(0), 3])
  },
)

async function crossMidnight({ calls }: Customer, atMidnight = async () => {}) {
  fromMidnight(-SECOND / 2)
  // The clock moves with each call.
  const answers = calls(100, { parallel: 20 })
  await wait(SECOND / 2)
  await atMidnight()
  return await answers
}

async function failRedis(customer: Customer) {
  await worker.fault({ service: 'upstash' })
  return crossMidnight(customer)
}

const flushRedis = (customer: Customer) =>
  crossMidnight(customer, async () => void (await worker.fakes.flushRedis(worker.namespace)))

async function oneIsAhead({ calls }: Customer) {
  const answers: Answer[] = []
  for (let round = 0; round < 6; round++) {
    fromMidnight(-2 * SECOND)
    answers.push(...(await calls(5, { on: worker.others })))
    fromMidnight(SECOND)
    answers.push(...(await calls(3, { on: worker.first })))
  }
  fromMidnight(10 * SECOND)
  return answers
}

it.each([
  ['Redis answers', (customer: Customer) => crossMidnight(customer)],
  ['Redis is down', failRedis],
  ['Redis loses its data', flushRedis],
  ['the clock of one isolate is ahead', oneIsAhead],
])('counts each call at midnight in one month, and keeps both limits, while %s', async (_, play) => {
  const customer = await worker.customer({ limit: LIMIT })
  const answers = [...(await play(customer)), ...(await customer.calls(2 * LIMIT))]
  await worker.recover()
  await worker.minutes(3)
  const before = await customer.rowsIn(oldMonth)
  expect(before).toBeLessThanOrEqual(LIMIT)
  expect(await customer.counts()).toEqual(agree(LIMIT))
  expect(answered(answers)).toBe(before + LIMIT)
})

it.each(['before', 'after'])(
  'answers and counts calls in their month while PostgreSQL is down at its start, with cron %s the next calls',
  async (cron) => {
    const customer = await worker.customer({ tier: 'PRO', limit: 1_000 })
    await customer.calls(5)
    await worker.settle()
    await worker.fault({ service: 'neon' })
    fromMidnight(-SECOND)
    expect(await customer.answered(4)).toBe(4)
    await worker.settle()
    fromMidnight(0)
    expect(await customer.answered(12)).toBe(12)
    await worker.settle()
    await worker.recover()
    if (cron === 'before') await worker.runCron()
    expect(await customer.answered(3)).toBe(3)
    await worker.minutes(3)
    expect([await customer.counts(), await customer.rowsIn(oldMonth)]).toEqual([agree(15), 9])
  },
)

async function countInRedis({ organizationId }: Customer) {
  const { used, resetDate } = await worker.quotaOf(organizationId)
  return [used, resetDate].map(Number)
}

it('begins a paid quota anew at midnight, and counts late calls in it', async () => {
  const customer = await worker.customer({ tier: 'PRO', limit: LIMIT })
  const counter = () => countInRedis(customer)
  const one = { on: worker.first, parallel: 1 }
  const late = { on: worker.others, parallel: 1 }
  fromMidnight(-10 * SECOND)
  expect(await customer.answered(LIMIT - 4, one)).toBe(LIMIT - 4)
  fromMidnight(-2 * SECOND)
  expect(await customer.answered(4, late)).toBe(4)
  await worker.settle()
  expect(await counter()).toEqual([LIMIT, midnight.getTime()])
  fromMidnight(0)
  const end = nextMonth().getTime()
  expect(await customer.answered(2, one)).toBe(2)
  // PostgreSQL still has the month before.
  await refreshOrganization(worker.context(), customer.organizationId)
  expect(await counter()).toEqual([2, end])
  await worker.settle()
  expect(await counter()).toEqual([2, end])
  // These isolates know the month before, and their time is late.
  fromMidnight(-SECOND)
  expect(await customer.answered(4, late)).toBe(4)
  expect(await counter()).toEqual([6, end])
  await worker.settle()
  fromMidnight(10 * SECOND)
  expect(await customer.answered(LIMIT, one)).toBe(LIMIT - 6)
  await worker.settle()
  expect(await counter()).toEqual([LIMIT, end])
  // One of the late calls was answered first, in the month before.
  expect(await customer.counts()).toEqual(agree(LIMIT - 1))
  expect(await customer.rowsIn(oldMonth)).toBe(LIMIT + 1)
})

it('tells what is left of a new month, although its isolate gets a count of the old one late', async () => {
  const customer = await worker.customer({ tier: 'PRO', limit: LIMIT, used: LIMIT / 2 })
  const one = { on: worker.first, parallel: 1 }
  fromMidnight(-SECOND)
  await customer.calls(1, one)
  await worker.settle()
  await worker.fault({ service: 'upstash', mode: 'hang', after: true, content: 'evalsha', times: 1 })
  await customer.calls(1, one)
  await worker.redisIsCalled()
  fromMidnight(0)
  expect(await customer.answered(3, one)).toBe(3)
  await worker.clearFaults('upstash')
  await worker.settle()
  const [next] = await customer.calls(1, one)
  expect(next?.headers.get('RateLimit')).toContain(`"month";r=${LIMIT - 4};`)
})

it('counts on from what PostgreSQL has of a new month', async () => {
  const customer = await worker.customer({ tier: 'PRO', limit: LIMIT })
  const { organizationId } = customer
  fromMidnight(-SECOND)
  expect(await customer.answered(5)).toBe(5)
  await worker.settle()
  fromMidnight(0)
  const end = nextMonth()
  await worker.sql`update organization_quotas set used_count = 2, reset_date = ${end.toISOString()}
    where organization_id = ${organizationId}`
  await refreshOrganization(worker.context(), organizationId)
  expect(await countInRedis(customer)).toEqual([2, end.getTime()])
})

it('counts a call in the month that authorized it', async () => {
  const customer = await worker.customer({ limit: 1 })
  await worker.fault({ service: 'upstash', mode: 'slow', ms: 300, after: true })
  fromMidnight(-5)
  const statuses = customer.statuses(2)
  await worker.redisIsCalled()
  await wait(SECOND)
  expect(await statuses).toEqual({ 200: 1, 429: 1 })
  await worker.recover()
  await worker.minutes(2)
  expect([await customer.counts(), await customer.rowsIn(oldMonth)]).toEqual([agree(0), 1])
})
