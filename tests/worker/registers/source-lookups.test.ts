import { afterEach, describe, expect, it, vi } from 'vitest'
import { MARKUP } from '#tests/fakes/registers/brreg.ts'
import { found, notFound } from '#worker/registers/answers.ts'
import { answerKey, decodeAnswer, isFreshEnough } from '#worker/registers/cached-answer.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { danish, firstOf, norwegian, openRegisterCustomer, take } from './register-customer.ts'

const HELD = '13748136'
const NOT_ATTEMPTED = { attempted: false, isValid: null, timestamp: null }

const customer = await openRegisterCustomer('source_lookups')
const { callsTo, charged, keyOf, member, setMode, token, validate, worker } = customer
const key = await keyOf('DK.CVR', HELD)
afterEach(() => customer.reset())

/** Number of calls to VIES. */
async function callsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await callsTo('vies')
  await work()
  await worker.settle()
  return (await callsTo('vies')) - before
}

const age = (seconds: number) => customer.age(key, seconds * 1_000)

describe('a number that was looked up before', () => {
  it('has a cache key that depends on the secret', { tags: 'deep' }, async () => {
    await validate('DK', HELD)
    await worker.settle()
    expect(decodeAnswer(String(await worker.redis('GET', key)))?.answer.kind).toBe('found')
    const [kept] = (await worker.redis('KEYS', 'answer:*')) as string[]
    expect(kept).toBe(key)
    const question = { identifier: 'DK.CVR', compact: HELD, requester: null }
    const another: Parameters<typeof answerKey>[0] = {
      ANSWER_KEYS: [{ kid: 'k2', secret: new Uint8Array(32) }],
      CACHE_EPOCH: '1',
    }
    expect(await answerKey(another, question)).not.toBe(key)
  })

  it('is looked up again after a change of CACHE_EPOCH', { tags: 'deep' }, async () => {
    await validate('DK', HELD)
    await worker.settle()
    worker.limiters.reset()
    const settings = { CACHE_EPOCH: '2' }
    const bumped = () => worker.validate(token, { countryCode: 'DK', tin: HELD }, { settings })
    expect(await callsDuring(bumped)).toBe(1)
  })

  it('returns the cached result with its time and age', async () => {
    const first = (await validate('DK', HELD)).body
    await worker.settle()
    await age(7_200)
    const again = (await validate('DK', HELD)).body
    expect(again.entity).toEqual(first.entity)
    expect(Date.parse(again.validation.source.timestamp ?? '')).toBe(
      Date.parse(first.validation.source.timestamp ?? '') - 7_200_000,
    )
    expect(Number(again.additionalInfo.registerAge)).toBeGreaterThanOrEqual(7_200)
    expect(again.warnings).toEqual([])
  })

  it('is looked up again for `fresh` or a lower `maxAge`', { tags: 'deep' }, async () => {
    await validate('DK', HELD)
    await worker.settle()
    await age(3_600)
    expect(await callsDuring(() => validate('DK', HELD))).toBe(0)
    expect(await callsDuring(() => validate('DK', HELD, { maxAge: 3_700 }))).toBe(0)
    expect(await callsDuring(() => validate('DK', HELD, { maxAge: 3_500 }))).toBe(1)
    await age(3_600)
    expect(await callsDuring(() => validate('DK', HELD, { fresh: true }))).toBe(1)
    expect(await callsDuring(() => validate('DK', HELD, { fresh: true, maxAge: 86_400 }))).toBe(1)
    expect(await callsDuring(() => validate('DK', HELD, { maxAge: 0 }))).toBe(1)
    expect(await callsDuring(() => validate('DK', HELD))).toBe(0)
  })

  it('is looked up again after a day, unless `maxAge` is higher', { tags: 'deep' }, async () => {
    await validate('DK', HELD)
    await worker.settle()
    await age(2 * 86_400)
    expect(await callsDuring(() => validate('DK', HELD, { maxAge: 3 * 86_400 }))).toBe(0)
    expect(await callsDuring(() => validate('DK', HELD))).toBe(1)
  })
})

it.each([
  ['registered', 24 * 3_600, { ...found({ registered: true }), proves: 'business' as const }],
  ['not registered', 1_800, { ...found({ registered: false }), proves: 'business' as const }],
  ['not listed', 1_800, notFound],
])('a number that is %s is looked up again after %i s', (_what, seconds, answer) => {
  const cached = { register: 'brreg', isFallback: false, answeredAt: 0, answer }
  expect([seconds * 1_000 - 1, seconds * 1_000].map((now) => isFreshEnough(cached, 0, now))).toEqual([
    true,
    false,
  ])
})

describe('no register is called', () => {
  const source = async (body: ValidationResponse) => body.validation.source

  it('with `source: false`', async () => {
    const calls = await callsDuring(async () => {
      const { body } = await validate('DK', HELD, { source: false })
      expect(await source(body)).toEqual(NOT_ATTEMPTED)
    })
    expect(calls).toBe(0)
  })

  it('for a token without the permission, which gets no cached result either', async () => {
    await validate('DK', HELD)
    const reader = await member.createToken({ permissions: { read: true, validation: false } })
    await worker.settle()
    const calls = await callsDuring(async () => {
      const { body } = await validate('DK', HELD, { fresh: true }, reader.token)
      expect([await source(body), body.entity.name]).toEqual([NOT_ATTEMPTED, null])
    })
    expect(calls).toBe(0)
    const { answered } = await worker.trips(() => validate('DK', HELD, {}, reader.token))
    expect([answered.upstash.trips, answered.registers.trips]).toEqual([1, 0])
  })

  it('for an invalid number, a number without a register, or a placeholder', async () => {
    const before = await callsTo('vies')
    for (const [country, tin] of [
      ['DK', '13748137'],
      ['US', '536-90-4399'],
      ['PT', '999999990'],
    ] as const) {
      const { status, body } = await validate(country, tin)
      expect([status, await source(body)], country).toEqual([200, NOT_ATTEMPTED])
    }
    expect(await callsTo('vies')).toBe(before)
  })

  it('for a suspended organization, or one without remaining quota', async () => {
    const other = await worker.signUp('without-quota')
    const { token } = await other.createToken({ permissions: { read: true, validation: true } })
    const numbers = take(danish({ from: 30_000_000 }), 3)
    await worker.sql`update organization_quotas set used_count = 99
      where organization_id = ${other.organization.id}`
    const calls = await callsDuring(async () => {
      const answers = []
      for (const tin of numbers)
        answers.push((await worker.validate(token, { countryCode: 'DK', tin })).status)
      expect(answers).toEqual([200, 429, 429])
      await worker.updateOrganization(other.organization.id, { tier: 'PRO', status: 'SUSPENDED' })
      const [tin] = numbers
      expect((await worker.validate(token, { countryCode: 'DK', tin, fresh: true })).status).toBe(403)
    })
    expect(calls).toBe(1)
  })
})

describe('each call', () => {
  it('counts once toward the quota, whatever the registers answer', async () => {
    const before = await charged()
    await validate('DK', firstOf(danish({ isHeld: false })))
    const numbers = danish({ from: 40_000_000 })
    for (const mode of ['down', 'throttled', 'html'] as const) {
      await setMode('vies', mode)
      await validate('DK', firstOf(numbers))
      await worker.settle()
    }
    expect((await charged()) - before).toBe(4)
  })

  it('names our contact to a register that requires it', async () => {
    expect((await validate('HU', '10773381-2-41')).body.result).toBe('confirmed')
  })

  it('names the address of this deployment to registers', async () => {
    const requests = vi.spyOn(globalThis, 'fetch')
    await validate('DK', HELD)
    const agents = requests.mock.calls.map(([, init]) => new Headers(init?.headers).get('User-Agent'))
    const { APP_ORIGIN } = worker.context().settings
    expect(agents).toContain(`Tinproof/1.0 (+${APP_ORIGIN}; tax ID validation)`)
  })
})

describe('privacy', () => {
  it('stores no requested number or name, and nothing in Redis without an expiry', async () => {
    const [first = '', second = '', third = ''] = take(danish({ from: 55_000_000 }), 3)
    await validate('DK', first, { name: 'Unmistakable Zebra' })
    await setMode('vies', 'down')
    for (const tin of [second, third]) await validate('DK', tin, { name: 'Unmistakable Zebra' })
    await worker.settle()
    const [, keys] = (await worker.redis('SCAN', '0', 'COUNT', '100000')) as [string, string[]]
    expect(keys.length).toBeGreaterThan(4)
    expect(keys.some((key) => key.startsWith('answer:'))).toBe(true)
    const rows = await worker.sql`select to_jsonb(a) as row from api_activities a`
    for (const asked of [first, second, third, 'Zebra'])
      expect(JSON.stringify([keys, rows])).not.toContain(asked)
    for (const key of keys) {
      const life = Number(await worker.redis('PTTL', key))
      expect(life, key).toBeGreaterThan(0)
      if ((await worker.redis('TYPE', key)) !== 'string') continue
      const value = String(await worker.redis('GET', key))
      for (const asked of [first, second, third, 'Zebra']) expect(value, key).not.toContain(asked)
    }
  })

  it('returns markup in a name as text', { tags: 'deep' }, async () => {
    const { status, headers, body } = await validate('NO', firstOf(norwegian({ ends: '84' })), {
      name: '<img src=x onerror="alert(1)">',
    })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json'])
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(body.entity.name).toBe(MARKUP.replace(' \u202e\u0000', ' '))
  })
})
