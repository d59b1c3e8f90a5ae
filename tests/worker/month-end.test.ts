import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { type Month, monthOf } from '#worker/quota/month.ts'
import { type Answer, countStatuses, type ErrorBody, GERMAN, openWorker, type TestWorker } from './harness.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

let worker: TestWorker
let old: Month
let next: Month

beforeAll(async () => {
  worker = await openWorker('month_end')
  // No warm-up: the clock stands still.
  await worker.redis('SET', 'generation', '0')
  vi.useFakeTimers({ toFake: ['Date'] })
  next = monthOf(new Date())
})
afterAll(() => vi.useRealTimers())

// Each test has its own month's end, so that the clock never goes back. They lie in the future, because Redis expires
// counters by its own clock.
beforeEach(async () => {
  await worker.fakes.reset(worker.namespace)
  endMonth(next)
})

function endMonth(month: Month) {
  old = month
  next = monthOf(month.end)
  beforeMidnight(HOUR)
}

const beforeMidnight = (milliseconds: number) => vi.setSystemTime(old.end.getTime() - milliseconds)
const afterMidnight = (milliseconds: number) => vi.setSystemTime(old.end.getTime() + milliseconds)

let customers = 0
async function customer() {
  const member = await worker.signUp(`month-end-${customers++}`)
  const { token } = await member.createToken()
  await worker.settle()
  // The fake clock must neither renew nor delete sessions, which expire by the clock of PostgreSQL.
  await worker.sql(
    "update session set expire = 'infinity', created_at = 'infinity', last_seen_at = '9999-01-01'",
  )
  const organizationId = member.organization.id
  return {
    member,
    token,
    organizationId,
    calls: (count: number) => many(count, () => worker.validate<ErrorBody>(token)),
    dashboardCalls: (count: number) =>
      many(count, () => member.call<ErrorBody>('/api/tinproof/validate', { body: GERMAN })),
    described: async () => {
      const [detail, list] = await Promise.all([
        member.call<OrganizationDetail>('/api/organization'),
        member.call<Organization[]>('/api/user/organizations'),
      ])
      return {
        used: [detail.body.usedCount, detail.body.quota.usedCount, list.body[0]?.usedCount],
        resetDate: detail.body.quota.resetDate,
      }
    },
    counts: async () => {
      await worker.settle()
      const [row] = await worker.sql<{ used: number; reset: string; before: number; after: number }>(
        `select used_count as used, reset_date as reset,
                (select coalesce(sum(spent), 0)::int from api_activities
                  where organization_id = $1 and timestamp >= $2 and timestamp < $3) as before,
                (select coalesce(sum(spent), 0)::int from api_activities
                  where organization_id = $1 and timestamp >= $3 and timestamp < $4) as after
           from organization_quotas where organization_id = $1`,
        [organizationId, old.start.toISOString(), old.end.toISOString(), next.end.toISOString()],
      )
      const inRedis = async ({ key }: Month) =>
        Number(await worker.redis('GET', `quota:${organizationId}:${key}`))
      return {
        usedCount: row?.used,
        resetDate: new Date(row?.reset ?? 0),
        spent: [row?.before, row?.after],
        redis: [await inRedis(old), await inRedis(next)],
      }
    },
  }
}

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))
const breakRedis = () => worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
const breakDatabase = () => worker.fakes.fault({ service: 'neon', mode: 'fail', namespace: worker.namespace })
const slow = (service: 'neon' | 'upstash', after: boolean) =>
  worker.fakes.fault({ service, mode: 'slow', ms: 300, times: 1, after, namespace: worker.namespace })

/** Midnight strikes during the call. */
async function acrossMidnight<T>(call: () => Promise<T>): Promise<T> {
  beforeMidnight(10)
  const answer = call()
  await expect.poll(async () => (await worker.fakes.counts(worker.namespace)).neon.trips).toBeGreaterThan(0)
  afterMidnight(0)
  return answer
}

/** Runs the clock from `before` milliseconds before midnight until the returned function is called. */
function runClock(before: number): () => void {
  const begun = performance.now()
  const timer = setInterval(() => beforeMidnight(before - (performance.now() - begun)), 5)
  return () => clearInterval(timer)
}

function expectRefusedUntilMidnight(answers: Answer<ErrorBody>[], seconds: number) {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(old.end)
  for (const { status, headers, body } of answers) {
    if (status === 200) continue
    expect([status, body.code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(headers.get('Retry-After')).toBe(String(seconds))
    expect(body.message).toContain(date)
  }
}

describe.each(['a month', 'a year'])('the end of %s', (what) => {
  beforeEach(() => {
    if (what === 'a year') endMonth(monthOf(new Date(Date.UTC(old.end.getUTCFullYear(), 11, 1))))
  })

  it('splits calls at midnight, even if cron is an hour late', async () => {
    const { calls, dashboardCalls, described, counts } = await customer()
    const idle = await customer()
    beforeMidnight(1)
    const before = await Promise.all([calls(10), dashboardCalls(5), idle.calls(3)])
    expect(countStatuses(before.flat())).toEqual({ 200: 18 })
    await worker.settle()
    expect(await described()).toEqual({ used: [15, 15, 15], resetDate: old.end.toISOString() })

    afterMidnight(0)
    for (const one of [{ described }, idle])
      expect(await one.described()).toEqual({ used: [0, 0, 0], resetDate: next.end.toISOString() })
    expect(countStatuses((await Promise.all([calls(7), dashboardCalls(3)])).flat())).toEqual({ 200: 10 })
    await worker.settle()
    expect(await described()).toEqual({ used: [10, 10, 10], resetDate: next.end.toISOString() })

    afterMidnight(HOUR)
    await Promise.all([worker.runCron(), worker.runCron()])
    afterMidnight(HOUR + 60 * SECOND)
    await worker.runCron()
    expect(await counts()).toEqual({
      usedCount: 10,
      resetDate: next.end,
      spent: [15, 10],
      redis: [15, 10],
    })
    expect(await idle.counts()).toEqual({ usedCount: 0, resetDate: next.end, spent: [3, 0], redis: [3, 0] })
    expect(countStatuses([...(await calls(2)), ...(await idle.calls(2))])).toEqual({ 200: 4 })
    expect(await counts()).toMatchObject({ usedCount: 12, spent: [15, 12], redis: [15, 12] })
    expect(await idle.counts()).toMatchObject({ usedCount: 2, spent: [3, 2], redis: [3, 2] })
  })

  it.each(['answers', 'is down'])(
    'allows exactly the limit in each month while Redis %s and cron runs',
    async (redis) => {
      const { calls, described, counts } = await customer()
      if (redis === 'is down') await breakRedis()
      beforeMidnight(100)
      const before = await calls(150)
      expect(countStatuses(before)).toEqual({ 200: 100, 429: 50 })
      expectRefusedUntilMidnight(before, 1)
      await worker.settle()
      expect(await described()).toEqual({ used: [100, 100, 100], resetDate: old.end.toISOString() })

      afterMidnight(0)
      const [after] = await Promise.all([calls(150), worker.runCron(), worker.runCron()])
      expect(countStatuses(after)).toEqual({ 200: 100, 429: 50 })
      const { end } = next
      for (const { status, headers } of after)
        if (status === 429)
          expect(headers.get('Retry-After')).toBe(String((end.getTime() - old.end.getTime()) / SECOND))
      afterMidnight(60 * SECOND)
      await worker.runCron()
      expect(await described()).toEqual({ used: [100, 100, 100], resetDate: end.toISOString() })
      const both = redis === 'answers' ? [100, 100] : [0, 0]
      expect(await counts()).toEqual({ usedCount: 100, resetDate: end, spent: [100, 100], redis: both })
    },
  )
})

describe('while the clock runs over midnight', () => {
  it.each(['answers', 'is down', 'loses its data'])(
    'counts each call in one month and never passes its limit while Redis %s',
    async (redis) => {
      const { token, calls, counts } = await customer()
      beforeMidnight(400)
      if (redis === 'is down') await breakRedis()
      await calls(60)
      await worker.settle()
      const stopClock = runClock(400)
      const answers: Answer<ErrorBody>[] = []
      const caller = async () => {
        for (let call = 0; call < 12; call++) answers.push(await worker.validate<ErrorBody>(token))
      }
      const atMidnight = async () => {
        await expect.poll(() => Date.now() >= old.end.getTime(), { interval: 5, timeout: 5_000 }).toBe(true)
        if (redis === 'loses its data') await worker.fakes.flushRedis(worker.namespace)
        await Promise.all([worker.runCron(), worker.runCron()])
      }
      await Promise.all([many(25, caller), atMidnight()])
      answers.push(...(await calls(150)))
      stopClock()
      afterMidnight(HOUR)
      await worker.runCron()

      const { usedCount, resetDate, spent, redis: counters } = await counts()
      const [before = 0, after] = spent
      expect(before).toBeLessThanOrEqual(100)
      expect([after, usedCount]).toEqual([100, 100])
      expect(resetDate).toEqual(next.end)
      const served = answers.filter(({ status }) => status === 200).length
      expect(served).toBe(before - 60 + 100)
      if (redis === 'answers') expect(counters).toEqual(spent)
      // Refused calls of the old month retry at midnight.
      const waits = answers.flatMap(({ status, headers }) =>
        status === 429 ? [Number(headers.get('Retry-After'))] : [],
      )
      expect(waits.every((wait) => wait <= 1 || wait > 27 * 24 * 3_600)).toBe(true)
    },
  )

  it('starts at 0 when PostgreSQL answered for the previous month', async () => {
    const { organizationId, token, calls, counts } = await customer()
    await calls(100)
    await worker.settle()
    for (const { key } of [old, next]) await worker.redis('DEL', `quota:${organizationId}:${key}`)
    await worker.fakes.reset(worker.namespace)
    await slow('neon', true)
    expect((await acrossMidnight(() => worker.validate(token))).status).toBe(200)
    expect(await counts()).toMatchObject({ usedCount: 1, spent: [100, 1], redis: [0, 1] })
  })

  it('ignores in the new month what PostgreSQL counted in the previous one', async () => {
    const { token, calls, counts } = await customer()
    await calls(100)
    await worker.settle()
    await worker.fakes.reset(worker.namespace)
    await breakRedis()
    await slow('neon', true)
    const refused = await acrossMidnight(() => worker.validate<ErrorBody>(token))
    expectRefusedUntilMidnight([refused], 1)
    expect(refused.headers.get('RateLimit')).toContain('"month";r=0;t=1')
    await worker.fakes.reset(worker.namespace)
    afterMidnight(2 * SECOND)
    expect(countStatuses(await calls(150))).toEqual({ 200: 100, 429: 50 })
    expect(await counts()).toMatchObject({ usedCount: 100, spent: [100, 100], redis: [100, 100] })
  })

  it('returns a Retry-After of midnight when the answer arrives after midnight', async () => {
    const { token, calls } = await customer()
    await calls(100)
    await worker.settle()
    await slow('upstash', true)
    beforeMidnight(10)
    const answer = worker.validate<ErrorBody>(token)
    await new Promise((resolve) => setTimeout(resolve, 100))
    afterMidnight(50)
    const refused = await answer
    expect(refused.status).toBe(429)
    expectRefusedUntilMidnight([refused], 1)
  })

  it('counts a call that was authorized before midnight in the old month', async () => {
    const { token, calls, counts } = await customer()
    await calls(99)
    await worker.settle()
    await slow('upstash', true)
    beforeMidnight(10)
    const answer = worker.validate<ErrorBody>(token)
    await new Promise((resolve) => setTimeout(resolve, 100))
    afterMidnight(50)
    await worker.runCron()
    expect((await answer).status).toBe(200)
    expect(await counts()).toEqual({
      usedCount: 0,
      resetDate: next.end,
      spent: [100, 0],
      redis: [100, 0],
    })
  })

  it('accepts a row that already counts the new month: another clock may be ahead', async () => {
    const { organizationId, calls, counts, described } = await customer()
    await calls(100)
    await worker.settle()
    beforeMidnight(40)
    await worker.sql(
      'update organization_quotas set used_count = 0, reset_date = $2 where organization_id = $1',
      [organizationId, next.end.toISOString()],
    )
    await breakRedis()
    expect(countStatuses(await calls(5))).toEqual({ 200: 5 })
    expect(await described()).toEqual({ used: [5, 5, 5], resetDate: next.end.toISOString() })
    expect(await counts()).toMatchObject({ usedCount: 5, resetDate: next.end, spent: [100, 5] })
    await worker.fakes.reset(worker.namespace)
    afterMidnight(2 * SECOND)
    expect(countStatuses(await calls(150))).toEqual({ 200: 95, 429: 55 })
    expect(await counts()).toMatchObject({ usedCount: 100, spent: [100, 100], redis: [100, 100] })
  })
})

describe('late writes', () => {
  it.each(['before', 'after'])('count in the month of their calls, with cron %s them', async (cron) => {
    const { calls, described, counts } = await customer()
    await calls(10)
    await worker.settle()
    await breakDatabase()
    beforeMidnight(1)
    expect(countStatuses(await calls(5))).toEqual({ 200: 5 })
    afterMidnight(0)
    expect(countStatuses(await calls(4))).toEqual({ 200: 4 })
    await worker.settle()
    await worker.fakes.reset(worker.namespace)
    expect(Number(await worker.redis('LLEN', 'dead-letter-calls'))).toBe(9)
    expect(await described()).toMatchObject({ used: [4, 4, 0], resetDate: next.end.toISOString() })

    if (cron === 'before') await worker.runCron()
    expect(countStatuses(await calls(3))).toEqual({ 200: 3 })
    await worker.settle()
    afterMidnight(HOUR)
    await Promise.all([worker.runCron(), worker.runCron()])
    expect(Number(await worker.redis('LLEN', 'dead-letter-calls'))).toBe(0)
    expect(await counts()).toEqual({ usedCount: 7, resetDate: next.end, spent: [15, 7], redis: [15, 7] })
    expect(await described()).toEqual({ used: [7, 7, 7], resetDate: next.end.toISOString() })
  })

  it('of a past month neither start nor change the new one', async () => {
    const { calls, counts } = await customer()
    await calls(1)
    await worker.settle()
    await breakDatabase()
    beforeMidnight(1)
    await calls(20)
    await worker.settle()
    await worker.fakes.reset(worker.namespace)
    afterMidnight(0)
    await worker.runCron()
    expect(await counts()).toEqual({ usedCount: 0, resetDate: next.end, spent: [21, 0], redis: [21, 0] })
    expect(countStatuses(await calls(101))).toEqual({ 200: 100, 429: 1 })
  })
})
