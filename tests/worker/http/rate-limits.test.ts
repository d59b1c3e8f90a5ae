import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorker, times } from '#tests/worker/harness.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { mayLoadToken, refuseUnknownToken } from '#worker/quota/authorize.ts'
import { enforceIsolateLimit, enforceRateLimit, isolateLimits } from '#worker/rate-limits.ts'

const worker = await openWorker('rate_limits')
afterEach(() => vi.useRealTimers())

const SMALL = { name: 'test-small', calls: 7, seconds: 3_600 }
const LARGE = { name: 'test-large', calls: 30, seconds: 600 }

const isolate = (): Context => worker.context({})

async function attempt(ctx: Context, limit: typeof SMALL, subject: string): Promise<AppError | 'allowed'> {
  try {
    await enforceRateLimit(ctx, limit, subject)
    return 'allowed'
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const burst = (limit: typeof SMALL, subject: string, calls = 50) => {
  const isolates = [isolate(), isolate()]
  return times(calls, (call) => attempt(isolates[call % 2] ?? isolate(), limit, subject))
}
const allowed = (answers: (AppError | 'allowed')[]) => answers.filter((answer) => answer === 'allowed').length

describe('a rate limit', () => {
  /** A busy machine takes longer than the time after which another call is allowed. */
  const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })

  it.each([SMALL, LARGE])('allows exactly $calls of 50 parallel calls of two isolates', async (limit) => {
    stopClock()
    expect(allowed(await burst(limit, 'parallel'))).toBe(limit.calls)
  })

  it('counts each subject and each limit on its own', async () => {
    await burst(SMALL, 'first', 8)
    expect(await attempt(isolate(), SMALL, 'second')).toBe('allowed')
    expect(await attempt(isolate(), LARGE, 'first')).toBe('allowed')
  })

  it('says when the next call is allowed, and then allows one', async () => {
    const limit = { name: 'test-refill', calls: 5, seconds: 3_600 }
    stopClock()
    const answers = await burst(limit, 'refilled', 6)
    expect(allowed(answers)).toBe(5)
    const [refused] = answers.filter((answer) => answer !== 'allowed')
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 720 })
    expect(refused).toHaveProperty('message', 'Too many attempts. Try again in 12 minutes.')
    vi.setSystemTime(Date.now() + 719_000)
    expect(allowed(await burst(limit, 'refilled', 5))).toBe(0)
    vi.setSystemTime(Date.now() + 1_000)
    expect(allowed(await burst(limit, 'refilled', 5))).toBe(1)
  })

  it('allows ten times as many calls for all /64 networks of an IPv6 /48', { tags: 'deep' }, async () => {
    const from = (network: number, site = 'a') =>
      attempt(isolate(), SMALL, `2001:0db8:000${site}:${network.toString(16).padStart(4, '0')}::/64`)
    stopClock()
    const own = await times(20, () => from(0))
    expect(allowed(own)).toBe(7)
    const others = await times(80, (call) => from(1 + (call % 20)))
    expect(allowed(others)).toBe(63)
    expect(await from(100)).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await from(100, 'b')).toBe('allowed')
  })

  it('looks up ten times as many unknown tokens for all networks of an IPv6 /48', () => {
    const site = '2001:0db8:0048'
    const at = new Date()
    for (let call = 0; call < 1_000; call++) {
      expect(mayLoadToken(`${site}:00ff::/64`)).toBe(true)
      expect(refuseUnknownToken(at, `${site}:00${10 + (call % 20)}::/64`).refusal).toBe('UNKNOWN_TOKEN')
    }
    expect(mayLoadToken(`${site}:00ff::/64`)).toBe(false)
    expect(refuseUnknownToken(at, `${site}:00ff::/64`).refusal).toBe('UNKNOWN_TOKEN_LIMIT')
    expect(mayLoadToken('2001:0db8:0049:00ff::/64')).toBe(true)
  })

  it('is one trip', async () => {
    await burst(SMALL, 'warm', 1)
    const { answered } = await worker.trips(() => attempt(isolate(), SMALL, 'trip'))
    expect(answered.upstash).toMatchObject({ trips: 1, commands: 1 })
  })

  for (const mode of ['fail', 'garbage', 'reset', 'hang'] as const)
    it(`allows half of the calls per isolate while Redis fails: ${mode}`, {
      tags: mode === 'fail' ? [] : ['deep'],
    }, async () => {
      const ctx = isolate()
      const answers = await worker.during({ service: 'upstash', mode }, () =>
        times(20, () => attempt(ctx, SMALL, mode)),
      )
      expect(allowed(answers)).toBe(4)
      for (const answer of answers) if (answer !== 'allowed') expect(answer.retryAfter).toBeGreaterThan(0)
    })

  it('keeps no address or email in Redis in plain text', async () => {
    await attempt(isolate(), SMALL, 'someone@example.test')
    expect(await worker.redis('KEYS', '*someone*')).toEqual([])
    expect(await worker.redis('KEYS', 'rate-limit:test-small:*')).not.toEqual([])
  })
})

describe('an isolate limit', () => {
  // Its minute must not pass between the calls.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))

  const leaveTwo = (limit: typeof SMALL, subject: string) => {
    for (let call = 2; call < limit.calls; call++) enforceIsolateLimit(limit, subject)
  }

  it('allows 1,000 calls per minute and session', async () => {
    const [fast, slow] = [await worker.signUp('fast'), await worker.signUp('slow')]
    const [session] = await worker.sql`select sid from session where user_id = ${fast.user.id}`
    const { calls } = isolateLimits.callsBySession
    expect(calls).toBe(1_000)
    leaveTwo(isolateLimits.callsBySession, String(session?.sid))
    const statuses = [await fast.call('/api/user'), await fast.call('/api/user')].map(({ status }) => status)
    expect(statuses).toEqual([200, 200])
    const { answered } = await worker.trips(async () => {
      const { status, headers, body } = await fast.post('/api/tokens', { name: 'More' })
      expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    })
    expect(answered.neon.trips + answered.upstash.trips).toBe(0)
    expect((await slow.call('/api/user')).status).toBe(200)
  })

  const health = async (address: string) =>
    (await worker.call('/api/health', { headers: { 'CF-Connecting-IP': address } })).status

  it('counts an IPv6 /64 as one address in every notation', async () => {
    leaveTwo(isolateLimits.healthByAddress, '2001:0db8:0001:0002::/64')
    expect([
      await health('2001:db8:1:2::1'),
      await health('2001:0DB8:0001:0002:0:0:0:2'),
      await health('2001:db8:1:2::3'),
      await health('2001:db8:1:3::1'),
    ]).toEqual([200, 200, 429, 200])
  })
})
