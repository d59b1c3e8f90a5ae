import { afterEach, describe, expect, inject, it } from 'vitest'
import { countStatuses, type ErrorBody, times } from '#tests/worker/harness.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { organizationOf } from '#worker/token-format.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { validate as answerCall } from '#worker/validation/validate.ts'
import { danish, firstOf, openRegisterCustomer, take } from './register-customer.ts'

const HELD = '13748136'

const customer = await openRegisterCustomer('source_outage')
const { callsTo, charged, setMode, token, validate, worker } = customer
afterEach(() => customer.reset())

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const startedAt = Date.now()
  return { result: await work, milliseconds: Date.now() - startedAt }
}

const pausesEnd = () => worker.limiters.setBreaker('vies:DK', { failures: 3 })

it('makes one call for 20 callers of one number, with two Redis trips each and two for the call', {
  tags: 'deep',
}, async () => {
  // Loads the scripts into Redis.
  await validate('DK', firstOf(danish()))
  // Long enough for all callers to arrive on a slow machine.
  await setMode('vies', 'slow', { ms: 1_500 })
  const { answered } = await worker.trips(async () => {
    const answers = await times(20, () => validate('DK', HELD))
    expect(countStatuses(answers)).toEqual({ 200: 20 })
    expect(new Set(answers.map(({ body }) => body.validation.source.isValid))).toEqual(new Set([true]))
  })
  expect(answered.registers.calls).toBe(1)
  expect(answered.upstash.trips).toBeLessThanOrEqual(42)
})

describe('VIES that hangs', { tags: 'deep' }, () => {
  it('times out, is paused, and is called again after the pause', async () => {
    await setMode('vies', 'hang')
    const numbers = take(danish({ from: 60_000_000 }), 26)
    const first = await Promise.all(numbers.slice(0, 20).map((tin) => validate('DK', tin)))
    expect(countStatuses(first)).toEqual({ 200: 20 })
    expect(new Set(first.map(({ body }) => body.validation.source.isValid))).toEqual(new Set([null]))
    await worker.settle()

    const before = await callsTo('vies')
    const next = await Promise.all(numbers.slice(20, 25).map((tin) => validate('DK', tin)))
    expect(next.map(({ body }) => body.errors[0]?.code)).toEqual(Array(5).fill('SOURCE_PAUSED'))
    expect(await callsTo('vies')).toBe(before)

    await setMode('vies', 'normal')
    await pausesEnd()
    expect((await validate('DK', numbers[25] ?? '')).body.validation.source.isValid).toBe(true)
    await worker.settle()
    expect((await validate('DK', numbers[0] ?? '')).body.validation.source.isValid).toBe(true)
  })

  /** Run by `npm run bench:registers`. */
  it.runIf(inject('bench'))(
    'costs 95 in 100 callers less than 4.2 s, then nothing until it answers again',
    { timeout: 60_000 },
    async () => {
      const timesOf = async (tins: readonly string[]) => {
        const asked = await Promise.all(tins.map((tin) => timed(validate('DK', tin))))
        return asked.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
      }
      const p95 = (times: readonly number[]) => times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
      const numbers = take(danish({ from: 70_000_000 }), 200)
      await setMode('vies', 'hang')
      const hanging = p95(await timesOf(numbers.slice(0, 100)))
      await worker.settle()
      const paused = p95(await timesOf(numbers.slice(100, 199)))
      await setMode('vies', 'normal')
      const mended = Date.now()
      while (
        (await validate('DK', numbers[199] ?? '', { fresh: true })).body.validation.source.isValid === null
      )
        await new Promise((resolve) => setTimeout(resolve, 500))
      console.log(
        `VIES hangs: p95 of 100 callers ${hanging} ms, of the next 99 ${paused} ms; answered again ${Date.now() - mended} ms after it did`,
      )
      expect(hanging).toBeLessThan(4_200)
      expect(paused).toBeLessThan(500)
    },
  )

  it.each([
    ['ares', 'ADIS'],
    ['adis', 'ARES'],
  ] as const)('leaves time for each of its fallbacks, if %s hangs, too', async (other, register) => {
    await setMode('vies', 'hang')
    await setMode(other, 'hang')
    const { body } = await validate('CZ', '25123891', { type: 'CZ.DIC' })
    expect(body).toMatchObject({ validation: { source: { isValid: true } }, additionalInfo: { register } })
  })
})

const failRedis = <Result>(work: () => Promise<Result>) => worker.during({ service: 'upstash' }, work)
async function loseRedis<Result>(work: () => Promise<Result>): Promise<Result> {
  await worker.fakes.flushRedis(worker.namespace)
  return work()
}
it.each([
  ['loses its data', loseRedis],
  ['fails', failRedis],
] as const)(
  'the quota is never passed if Redis %s during register calls',
  { tags: 'deep' },
  async (_, during) => {
    const member = await worker.signUp()
    const { token } = await member.createToken({ permissions: { read: true, validation: true } })
    const numbers = take(danish({ from: 70_000_000 }), 120)
    const burst = (from: number, to: number) =>
      Promise.all(numbers.slice(from, to).map((tin) => validate('DK', tin, {}, token)))
    await setMode('vies', 'slow', { ms: 2_500 })
    const first = burst(0, 60)
    await expect.poll(() => charged(member)).toBe(60)
    const answers = await during(async () => [...(await burst(60, 120)), ...(await first)])
    await worker.redisAnswers()
    expect(countStatuses(answers)).toEqual({ 200: 100, 429: 20 })
    expect(await charged(member)).toBe(100)
  },
)

it('answers and records a call whose look-up throws an unexpected error', async () => {
  const ctx = worker.context()
  const brokenLimiters = {
    getByName: () => {
      throw new TypeError('unforeseen')
    },
  }
  const { answer } = await answerCall(
    { ...ctx, registerLimiters: brokenLimiters },
    {
      tokenHash: hashToken(token),
      organizationId: organizationOf(token) ?? '',
      input: { countryCode: 'DK', tin: firstOf(danish({ from: 85_000_000 })) },
      clientNetwork: '2001:db8::1',
      method: 'POST',
      endpoint: '/api/tinproof/validate',
      startedAt: Date.now(),
      callerCountry: null,
      fromDashboard: false,
    },
  )
  await worker.settle()
  expect(answer).toMatchObject({
    validation: { source: { attempted: true, isValid: null }, overall: { isValid: true } },
    warnings: [{ code: 'SOURCE_UNAVAILABLE' }],
    errors: [{ code: 'SOURCE_UNREACHABLE', retryable: true }],
  })
  const rows = await worker.sql`select spent from api_activities where request_id = ${ctx.requestId}`
  expect(rows).toEqual([{ spent: 1 }])
})

it('calls registers without Redis', async () => {
  const { status, body } = await worker.during({ service: 'upstash' }, () => validate('DK', HELD))
  await worker.redisAnswers()
  expect([status, body.validation.source.isValid]).toEqual([200, true])
})

it('answers while PostgreSQL is down', async () => {
  await validate('DK', HELD, { source: false })
  await worker.settle()
  await worker.fault({ service: 'neon' })
  const { status, body } = await validate('DK', firstOf(danish({ from: 80_000_000 })))
  await worker.settle()
  await worker.clearFaults('neon')
  expect([status, body.validation.source.isValid]).toEqual([200, true])
})

describe('a call with an idempotency key during an outage', () => {
  const own = async (tier: 'FREE' | 'PRO', used: number) => {
    const member = await worker.signUp(`outage-key-${tier.toLowerCase()}`)
    const { id } = member.organization
    await worker.updateOrganization(id, { tier })
    await worker.sql`update organization_quotas set used_count = ${used} where organization_id = ${id}`
    const created = await member.createToken({ permissions: { read: true, validation: true } })
    const call = (tin: string) =>
      worker.validate<ValidationResponse & ErrorBody>(
        created.token,
        { countryCode: 'DK', tin },
        { headers: { 'Idempotency-Key': 'once' } },
      )
    const counted = async () => {
      await worker.settle()
      const [row] = await worker.sql<{ used: number; rows: number }>`
        select used_count as used, (select count(*)::int from api_activities where organization_id = ${id} and spent = 1) as rows
        from organization_quotas where organization_id = ${id}`
      return row
    }
    return { call, counted }
  }

  it.each([
    ['FREE', 99],
    ['PRO', 0],
  ] as const)('is validated again and counts once, in %s', async (tier, used) => {
    const { call, counted } = await own(tier, used)
    await setMode('vies', 'down')
    const first = await call(HELD)
    expect([first.status, first.body.result]).toEqual([200, 'unconfirmed'])
    expect(await counted()).toEqual({ used: used + 1, rows: 1 })
    await setMode('vies', 'normal')
    await pausesEnd()
    const second = await call(HELD)
    expect([second.status, second.body.result]).toEqual([200, 'confirmed'])
    expect(second.headers.get('Idempotent-Replayed')).toBeNull()
    expect(second.body.referenceId).toBe(first.body.referenceId)
    expect((await call(firstOf(danish()))).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    await worker.settle()
    await setMode('vies', 'down')
    const third = await call(HELD)
    expect([third.body.result, third.headers.get('Idempotent-Replayed')]).toEqual(['confirmed', 'true'])
    expect(await counted()).toEqual({ used: used + 1, rows: 1 })
  })
})
