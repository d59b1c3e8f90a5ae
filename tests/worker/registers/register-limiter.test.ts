import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/worker/eventually.ts'
import { createLimiters } from '#tests/worker/register-limiters.ts'
import { noAnswer, notFound, toFailure } from '#worker/registers/answers.ts'
import type { CachedAnswer } from '#worker/registers/cached-answer.ts'
import type { CallReport, PermitResponse } from '#worker/registers/permits.ts'
import type { RegisterHttp } from '#worker/registers/register.ts'
import { vies } from '#worker/registers/registers.ts'
import { classOf, permitLimits, type RegisterCaller, sharesOf } from '#worker/registers/shares.ts'
import { lookUp } from '#worker/registers/whitelist.ts'
import { registerById } from './case.ts'

const uid = registerById('uid')

const SECOND = 1_000
const limiters = createLimiters('register_limiter')

/** Time passes only in `later`. The limiters run in this isolate, so it is their time too. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  limiters.reset()
})
const later = async (milliseconds: number) => {
  // What was sent before has arrived.
  await limiters.getByName(vies.id).isFailing()
  vi.setSystemTime(Date.now() + milliseconds)
}

const FREE = (organizationId: string): RegisterCaller => ({ organizationId, isPaid: false })
const PAID = (organizationId: string): RegisterCaller => ({ organizationId, isPaid: true })
const BATCH: RegisterCaller = { organizationId: 'org_batch', isPaid: true, isBatch: true }

let numbers = 0
type Options = { register?: typeof vies; cacheKey?: string; isFresh?: boolean; timeLeft?: number }

/** VIES has four calls in flight for a member state, and no rate limit. */
function acquire(caller: RegisterCaller, options: Options = {}): Promise<PermitResponse> {
  const {
    register = vies,
    cacheKey = `answer:${numbers++}`,
    isFresh = false,
    timeLeft = 4 * SECOND,
  } = options
  return limiters.getByName(register.id).acquire({
    ...permitLimits(register.limit, caller, isFresh),
    cacheKey,
    oldest: 0,
    organizationId: caller.organizationId,
    callerClass: classOf(caller),
    timeLeft,
  })
}

const release = (response: PermitResponse, report: Partial<CallReport> = {}, register = vies) =>
  limiters.getByName(register.id).release(response.kind === 'permit' ? response.id : '', {
    cacheKey: '',
    outcome: 'answered',
    ...report,
  })

/** The callers in the order in which they get a permit. */
function permitted(callers: readonly RegisterCaller[]) {
  const order: { organizationId: string; response: PermitResponse }[] = []
  const all = callers.map(async (caller) => {
    const response = await acquire(caller)
    order.push({ organizationId: caller.organizationId, response })
  })
  return { order, all: Promise.all(all), names: () => order.map(({ organizationId }) => organizationId) }
}

const times = (count: number, caller: (index: number) => RegisterCaller) =>
  Array.from({ length: count }, (_, index) => caller(index))

describe("a register's calls in a window", { tags: 'deep' }, () => {
  /** The Swiss register allows 20 a minute. */
  async function callsOf(callers: readonly RegisterCaller[], isFresh = false): Promise<number> {
    let calls = 0
    for (const caller of callers) {
      // A call drains in 3 seconds, so nobody waits for one.
      const response = await acquire(caller, { register: uid, isFresh, timeLeft: 3 * SECOND })
      if (response.kind === 'permit') calls++
      else expect(response).toEqual({ kind: 'failed', failure: noAnswer('BUSY') })
      await release(response, {}, uid)
    }
    return calls
  }

  it('are partly reserved for paid tiers, however many FREE organizations call', async () => {
    expect(await callsOf(times(24, (index) => FREE(`org_${index}`)))).toBe(16)
    expect(await callsOf(times(5, () => PAID('org_paid')))).toBe(4)
  })

  it('are partly reserved for other organizations when a paid one makes many', async () => {
    expect(await callsOf(times(22, () => PAID('org_first')))).toBe(15)
    expect(await callsOf(times(6, () => PAID('org_other')))).toBe(5)
  })

  it.each([FREE, PAID])(
    'are left to others by organizations that call with `fresh`',
    { tags: 'deep' },
    async (as) => {
      expect(
        await callsOf(
          times(84, (index) => FREE(`org_${index % 2}`)),
          true,
        ),
      ).toBe(2)
      expect(await callsOf(times(14, () => as('org_customer')))).toBe(14)
    },
  )

  it('are half for batches', async () => {
    expect(await callsOf(times(20, () => BATCH))).toBe(10)
    expect(await callsOf(times(15, () => PAID('org_paid')))).toBe(10)
  })

  it('return evenly', async () => {
    expect(await callsOf(times(16, () => PAID('org_first')))).toBe(15)
    await later(8 * SECOND)
    expect(await callsOf(times(3, () => PAID('org_first')))).toBe(2)
    await later(60 * SECOND)
    expect(await callsOf(times(16, () => PAID('org_first')))).toBe(15)
  })

  it('survive a restart', async () => {
    expect(await callsOf(times(16, () => PAID('org_first')))).toBe(15)
    await limiters.restart(uid.id)
    expect(await callsOf([PAID('org_first')])).toBe(0)
  })
})

describe('the calls in flight to a register', () => {
  it('can all belong to one organization while no other one waits', async () => {
    const { order, names } = permitted(times(6, () => PAID('org_only')))
    await eventually(() => expect(names()).toHaveLength(4))
    for (const { response } of order.slice(0, 2)) await release(response)
    await eventually(() => expect(names()).toHaveLength(6))
  })

  it.each([
    ['FREE', FREE, 3],
    ['paid', PAID, 4],
  ])('are shared with an organization that waits: both %s', async (_tier, as, inFlight) => {
    const { order, names } = permitted([...times(9, () => as('org_hog')), ...times(3, () => as('org_other'))])
    await eventually(() => expect(names()).toHaveLength(inFlight))
    for (let released = 0; released < 4; released++) {
      await release(order[released]?.response ?? { kind: 'permit', id: '' })
      await eventually(() => expect(names()).toHaveLength(inFlight + released + 1))
    }
    expect(names()[inFlight]).toBe('org_other')
    expect(names().filter((name) => name === 'org_other')).toHaveLength(2)
  })

  it('never all belong to FREE organizations', async () => {
    const free = permitted(times(6, (index) => FREE(`org_${index}`)))
    const paid = permitted([PAID('org_paid')])
    await paid.all
    expect(free.order).toHaveLength(3)
  })

  it('never all belong to batches, which yield to every single call', async () => {
    const batches = permitted(times(6, () => BATCH))
    await eventually(() => expect(batches.order).toHaveLength(2))
    const [first, second] = batches.order
    const single = permitted(times(4, (index) => FREE(`org_${index}`)))
    await eventually(() => expect(single.order).toHaveLength(2))
    for (const each of [first, second]) await release(each?.response ?? { kind: 'permit', id: '' })
    await eventually(() => expect([single.order.length, batches.order.length]).toEqual([3, 3]))
  })

  it('end when a caller is gone', async () => {
    for (let calls = 0; calls < 4; calls++) await acquire(PAID('org_gone'), { timeLeft: 2 * SECOND })
    const next = permitted([PAID('org_next')])
    await later(2.9 * SECOND)
    await acquire(PAID('org_gone'), { timeLeft: 0 })
    expect(next.order).toEqual([])
    await later(0.1 * SECOND)
    await acquire(PAID('org_gone'), { timeLeft: 0 })
    await next.all
  })

  it('are refused to a caller that would have no time for a call', async () => {
    const busy = { kind: 'failed', failure: noAnswer('BUSY') }
    expect(await acquire(PAID('org_late'), { timeLeft: 399 })).toEqual(busy)
    for (let calls = 0; calls < 4; calls++) await acquire(PAID('org_first'))
    const waiting = acquire(PAID('org_late'))
    await later(3.7 * SECOND)
    await acquire(PAID('org_late'), { timeLeft: 0 })
    expect(await waiting).toEqual(busy)
  })
})

describe('callers of one number', () => {
  const cacheKey = 'answer:shared'
  const cached: CachedAnswer = {
    register: 'vies',
    isFallback: false,
    answeredAt: Date.now(),
    answer: notFound,
  }

  it('share its call, and its answer for 10 seconds', async () => {
    const first = await acquire(PAID('org_a'), { cacheKey })
    const second = acquire(PAID('org_b'), { cacheKey })
    const answer = { ...cached, answeredAt: Date.now() }
    await release(first, { cacheKey, cached: answer })
    expect(await second).toEqual({ kind: 'answered', cached: answer })
    await later(9_999)
    expect((await acquire(PAID('org_c'), { cacheKey })).kind).toBe('answered')
    await later(1)
    expect((await acquire(PAID('org_c'), { cacheKey })).kind).toBe('permit')
  })

  it('share its failure if they waited for it', async () => {
    const failure = noAnswer('UNAVAILABLE', '503')
    const first = await acquire(PAID('org_a'), { cacheKey })
    const second = acquire(PAID('org_b'), { cacheKey })
    await release(first, { cacheKey, outcome: 'failed', failure })
    expect(await second).toEqual({ kind: 'failed', failure })
    expect((await acquire(PAID('org_c'), { cacheKey })).kind).toBe('permit')
  })

  it('make another call if the first one had no time left, or no call of its share', async () => {
    const first = await acquire(PAID('org_a'), { cacheKey })
    const second = acquire(PAID('org_b'), { cacheKey })
    await release(first, { cacheKey, outcome: 'neutral', failure: noAnswer('TIMEOUT') })
    expect((await second).kind).toBe('permit')
  })

  it('make another call if the caller is gone', async () => {
    await acquire(PAID('org_gone'), { cacheKey, timeLeft: SECOND })
    const next = acquire(PAID('org_next'), { cacheKey })
    await later(2 * SECOND)
    await acquire(PAID('org_late'), { timeLeft: 0 })
    expect((await next).kind).toBe('permit')
  })
})

describe('the circuit breaker', () => {
  const fail = async (pause?: number) => {
    const failure = { ...noAnswer('UNAVAILABLE'), ...(pause !== undefined && { pause }) }
    return release(await acquire(PAID('org_a')), { outcome: 'failed', failure })
  }
  const paused = { kind: 'failed', failure: noAnswer('PAUSED') }

  it('opens after three failures in a row, and survives a restart', async () => {
    for (let failures = 0; failures < 2; failures++) expect(await fail()).toBeUndefined()
    await release(await acquire(PAID('org_a')))
    for (let failures = 0; failures < 2; failures++) expect(await fail()).toBeUndefined()
    expect(await fail()).toBe('opened')
    await limiters.restart(vies.id)
    expect(await acquire(PAID('org_a'))).toEqual(paused)
  })

  it('lets one caller try after the pause, and closes when it gets an answer', async () => {
    await limiters.setBreaker(vies.id, { failures: 3, pausedUntil: Date.now() + 15 * SECOND })
    await later(15 * SECOND)
    const [first, ...others] = await Promise.all(
      times(3, () => PAID('org_a')).map((caller) => acquire(caller)),
    )
    expect(others).toEqual([paused, paused])
    expect(await release(first ?? { kind: 'permit', id: '' })).toBe('closed')
    expect((await acquire(PAID('org_a'))).kind).toBe('permit')
  })

  it('pauses as long as the register requested', async () => {
    await fail(40 * SECOND)
    await later(40 * SECOND - 1)
    expect(await acquire(PAID('org_a'))).toEqual(paused)
    await later(1)
    expect((await acquire(PAID('org_a'))).kind).toBe('permit')
  })

  it.each([
    { status: 429, retryAfter: '40', seconds: 40 },
    { status: 429, retryAfter: 'Sun, 29 Nov 2026 00:00:40 GMT', seconds: 40 },
    { status: 503, retryAfter: '40', seconds: 40 },
    { status: 503, retryAfter: 'Sun, 29 Nov 2026 00:00:40 GMT', seconds: 40 },
    { status: 503, retryAfter: '86400', seconds: 600 },
    { status: 500, retryAfter: '40', seconds: undefined },
    { status: 503, retryAfter: 'soon', seconds: undefined },
  ])('reads how long it requested with $status: $retryAfter', ({ status, retryAfter, seconds }) => {
    vi.setSystemTime('2026-11-29T00:00:00Z')
    const headers = new Headers({ 'Retry-After': retryAfter })
    const { pause } = toFailure({ status, type: '', headers, text: '' })
    expect(pause).toBe(seconds && seconds * SECOND)
  })

  it('pauses no shorter than its failures in a row require', async () => {
    await limiters.setBreaker(vies.id, { failures: 3 })
    await fail(SECOND)
    await later(30 * SECOND - 1)
    expect(await acquire(PAID('org_a'))).toEqual(paused)
  })

  it.each(['UNREADABLE', 'WRONG_NUMBER'] as const)('counts one number once: %s', async (reason) => {
    const failAbout = async (key: string) => {
      const permit = await acquire(PAID('org_a'), { cacheKey: key })
      return release(permit, { cacheKey: key, outcome: 'failed', failure: noAnswer(reason) })
    }
    for (const key of ['odd', 'odd', 'odd', 'other', 'odd', 'other']) {
      expect(await failAbout(key)).toBeUndefined()
    }
    expect(await failAbout('third')).toBe('opened')
  })

  it.each([
    ['2026-11-29T22:59:00Z', 2 * 60],
    ['2026-07-01T00:00:00Z', 22 * 3_600 + 60],
  ])("pauses Poland's white list at %s until a minute after midnight in Poland", async (now, seconds) => {
    vi.setSystemTime(now)
    const text = JSON.stringify({ code: 'WL-191' })
    const http: RegisterHttp = {
      settings: {},
      timeLeft: () => SECOND,
      sharedValue: async (_name, make) => (await make()).value,
      request: async () => ({ status: 429, type: 'application/json', headers: new Headers(), text }),
    }
    const answer = await lookUp(http, { identifier: 'PL.NIP', compact: '5260250932', requester: null })
    expect(answer).toMatchObject({ reason: 'THROTTLED', pause: seconds * SECOND })
  })

  it.each([
    [1, 0],
    [2, 0],
    [3, 15],
    [4, 30],
    [5, 60],
    [7, 240],
    [8, 300],
    [51, 300],
  ])('after %i failures in a row, pauses for %i s', async (failures, seconds) => {
    await limiters.setBreaker(vies.id, { failures: failures - 1 })
    await fail()
    const { pausedUntil = 0 } = (await limiters.breakerOf(vies.id)) ?? {}
    expect(pausedUntil).toBe(seconds > 0 ? Date.now() + seconds * SECOND : 0)
  })

  it('forgets failures an hour after the last one', async () => {
    await limiters.setBreaker(vies.id, { failures: 2 })
    const limiter = limiters.getByName(vies.id)
    await later(3_600 * SECOND - 1)
    expect(await limiter.isFailing()).toBe(true)
    await later(1)
    expect(await limiter.isFailing()).toBe(false)
  })
})

it.each([
  { limit: 20, isPaid: true, isFresh: false, organization: 15, tier: 20 },
  { limit: 20, isPaid: true, isFresh: true, organization: 5, tier: 20 },
  { limit: 20, isPaid: false, isFresh: false, organization: 15, tier: 16 },
  { limit: 20, isPaid: false, isFresh: true, organization: 1, tier: 16 },
  { limit: 2, isPaid: false, isFresh: false, organization: 1, tier: 1 },
  { limit: 1, isPaid: false, isFresh: true, organization: 1, tier: 1 },
])(
  'gives an organization $organization and its tier $tier of $limit calls (paid: $isPaid, fresh: $isFresh)',
  ({ limit, isPaid, isFresh, ...shares }) => {
    expect(sharesOf(limit, { organizationId: 'org_a', isPaid }, isFresh)).toEqual(shares)
  },
)
