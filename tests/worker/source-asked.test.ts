import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MARKUP } from '#tests/fakes/registers/brreg.ts'
import { answerKey, decodeAnswer } from '#worker/registers/cached-answer.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { ErrorBody } from './harness.ts'
import {
  danish,
  firstOf,
  norwegian,
  openRegisterCustomer,
  type RegisterCustomer,
  take,
} from './register-customer.ts'

const HELD = '13748136'
const NOT_ATTEMPTED = { attempted: false, isValid: null, timestamp: null }

let customer: RegisterCustomer
let key: string
beforeAll(async () => {
  customer = await openRegisterCustomer('source_asked')
  key = customer.keyOf('DK.CVR', HELD)
})
afterEach(() => customer.reset())

/** How often VIES is called by that. */
async function callsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await customer.callsTo('vies')
  await work()
  await customer.worker.settle()
  return (await customer.callsTo('vies')) - before
}

/** The answer as it is kept, spoken so long ago (seconds). */
async function age(seconds: number): Promise<void> {
  const { worker } = customer
  const kept = String(await worker.redis('GET', key))
  const { answeredAt, json } = /^(?<answeredAt>\d+) \d+ (?<json>.*)$/.exec(kept)?.groups ?? {}
  const then = Number(answeredAt) - seconds * 1_000
  await worker.redis('SET', key, `${then} ${then + 86_400_000} ${json}`)
}

describe('a number that was asked for before', () => {
  it('is found by nobody who has another secret: there are few enough numbers to try them all', async () => {
    const { ask, worker } = customer
    await ask('DK', HELD)
    await worker.settle()
    expect(decodeAnswer(String(await worker.redis('GET', key)))?.answer.kind).toBe('found')
    const [kept] = (await worker.redis('KEYS', 'answer:*')) as string[]
    expect(kept).toBe(key)
    const question = { identifier: 'DK.CVR', compact: HELD, requester: null }
    expect(answerKey(new Uint8Array(32), question)).not.toBe(key)
  })

  it('costs one Redis trip and no other', async () => {
    const { ask, worker } = customer
    await ask('DK', HELD)
    const { answered } = await worker.trips(async () => {
      const { body } = await ask('DK', HELD)
      expect(body.validation.source.isValid).toBe(true)
      expect(body.entity.name).toBeTruthy()
    })
    expect([answered.upstash.trips, answered.neon.trips, answered.registers.trips]).toEqual([1, 0, 0])
  })

  it('is told as the register told it, with its own time and its age', async () => {
    const { ask, worker } = customer
    const first = (await ask('DK', HELD)).body
    await worker.settle()
    await age(7_200)
    const again = (await ask('DK', HELD)).body
    expect(again.entity).toEqual(first.entity)
    expect(Date.parse(again.validation.source.timestamp ?? '')).toBe(
      Date.parse(first.validation.source.timestamp ?? '') - 7_200_000,
    )
    expect(Number(again.additionalInfo.registerAge)).toBeGreaterThanOrEqual(7_200)
    expect(again.warnings).toEqual([])
  })

  it('is asked for anew where the caller wants it fresh, or no older than it is', async () => {
    const { ask, worker } = customer
    await ask('DK', HELD)
    await worker.settle()
    await age(3_600)
    expect(await callsDuring(() => ask('DK', HELD))).toBe(0)
    expect(await callsDuring(() => ask('DK', HELD, { maxAge: 3_700 }))).toBe(0)
    expect(await callsDuring(() => ask('DK', HELD, { maxAge: 3_500 }))).toBe(1)
    await age(3_600)
    expect(await callsDuring(() => ask('DK', HELD, { fresh: true }))).toBe(1)
    expect(await callsDuring(() => ask('DK', HELD, { fresh: true, maxAge: 86_400 }))).toBe(1)
    expect(await callsDuring(() => ask('DK', HELD, { maxAge: 0 }))).toBe(1)
    expect(await callsDuring(() => ask('DK', HELD))).toBe(0)
  })

  it('is asked for anew after a day, and not where the caller takes an older answer', async () => {
    const { ask, worker } = customer
    await ask('DK', HELD)
    await worker.settle()
    await age(2 * 86_400)
    expect(await callsDuring(() => ask('DK', HELD, { maxAge: 3 * 86_400 }))).toBe(0)
    expect(await callsDuring(() => ask('DK', HELD))).toBe(1)
  })

  it('is asked for anew where what is kept cannot be read', async () => {
    const { ask, worker } = customer
    const soon = Date.now() + 86_400_000
    for (const kept of [
      'garbage',
      `${Date.now()} ${soon} {"register":"vies"}`,
      `${Date.now()} ${soon} [[[[`,
      `99999999999999999999 ${soon} {"register":"vies","isFallback":false,"answer":{"kind":"not-found"}}`,
      `${Date.now()} {"register":"vies","isFallback":false,"answer":{"kind":"not-found"}}`,
      `${Date.now()} ${soon} {"register":"vies","isFallback":false,"answer":{"kind":"found","registered":true}}`,
      `${Date.now()} ${soon} {"register":"vies","isFallback":false,"answer":{"kind":"gone"}}`,
      `${Date.now()} ${soon} null`,
      '',
      '{"answer":null}',
    ]) {
      await worker.redis('SET', key, kept)
      const { status, body } = await ask('DK', HELD)
      expect([status, body.validation.source.isValid]).toEqual([200, true])
      await worker.settle()
      expect(decodeAnswer(String(await worker.redis('GET', key)))?.answer.kind).toBe('found')
    }
  })

  it.each([
    ['maxAge', -1],
    ['maxAge', 1.5],
    ['maxAge', 31 * 86_400],
    ['maxAge', '60'],
    ['fresh', 'yes'],
    ['source', 0],
    ['name', 'x'.repeat(201)],
    ['name', 'a\u0000b'],
    ['name', ['Acme']],
  ])('is refused with %s %j', async (field, value) => {
    const { worker, token } = customer
    const body = { countryCode: 'DK', tin: HELD, [field]: value }
    const { status, body: told } = await worker.validate<ErrorBody>(token, body)
    expect([status, told.code, told.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', field])
  })
})

describe('no register is asked', () => {
  const source = async (body: ValidationResponse) => body.validation.source

  it('where the caller does not want it', async () => {
    const calls = await callsDuring(async () => {
      const { body } = await customer.ask('DK', HELD, { source: false })
      expect(await source(body)).toEqual(NOT_ATTEMPTED)
    })
    expect(calls).toBe(0)
  })

  it('for a token without the permission, not even what is kept', async () => {
    const { member, ask, worker } = customer
    await ask('DK', HELD)
    const reader = await member.createToken({ permissions: { read: true, validation: false } })
    await worker.settle()
    const calls = await callsDuring(async () => {
      const { body } = await ask('DK', HELD, { fresh: true }, reader.token)
      expect([await source(body), body.entity.name]).toEqual([NOT_ATTEMPTED, null])
    })
    expect(calls).toBe(0)
    const { answered } = await worker.trips(() => ask('DK', HELD, {}, reader.token))
    expect([answered.upstash.trips, answered.registers.trips]).toEqual([1, 0])
  })

  it('for a number that is not valid, that stands in no register, or that is nobody’s', async () => {
    const { ask, callsTo } = customer
    const before = await callsTo('vies')
    for (const [country, tin] of [
      ['DK', '13748137'],
      ['US', '536-90-4399'],
      ['PT', '999999990'],
    ] as const) {
      const { status, body } = await ask(country, tin)
      expect([status, await source(body)], country).toEqual([200, NOT_ATTEMPTED])
    }
    expect(await callsTo('vies')).toBe(before)
  })

  it('while its key is not set', async () => {
    const { worker, token } = customer
    const { app } = await import('#worker/app.ts')
    const { HMRC_CLIENT_ID: _, ...settings } = worker.settings
    const work: Promise<unknown>[] = []
    const response = await app.fetch(
      new Request('http://localhost/api/tinproof/validate', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ countryCode: 'GB', tin: '980780684' }),
      }),
      settings,
      { waitUntil: (each) => void work.push(each), passThroughOnException() {}, props: {} },
    )
    expect(await source(await response.json())).toEqual(NOT_ATTEMPTED)
    await Promise.all(work)
    expect((await source((await customer.ask('GB', '980780684')).body)).attempted).toBe(true)
  })

  it('for a suspended organization, or for one whose quota is used up', async () => {
    const { worker } = customer
    const other = await worker.signUp('without-quota')
    const { token } = await other.createToken({ permissions: { read: true, validation: true } })
    const numbers = take(danish({ from: 30_000_000 }), 3)
    await worker.sql('update organization_quotas set used_count = 99 where organization_id = $1', [
      other.organization.id,
    ])
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

  it('for a body that does not fit', async () => {
    const { worker, token } = customer
    const calls = await callsDuring(() =>
      worker.validate(token, { countryCode: 'DK', tin: HELD, type: 'DK.NONE' }),
    )
    expect(calls).toBe(0)
  })
})

describe('one call', () => {
  it('is one of the quota, whatever the registers do', async () => {
    const { worker, ask, turn, member } = customer
    const used = async () => {
      await worker.settle()
      const [row] = await worker.sql<{ used: number }>(
        'select used_count as used from organization_quotas where organization_id = $1',
        [member.organization.id],
      )
      return Number(row?.used)
    }
    const before = await used()
    const [missing, ...others] = [
      firstOf(danish({ isHeld: false })),
      ...take(danish({ from: 40_000_000 }), 3),
    ]
    await ask('DK', missing ?? '')
    for (const [mode, tin] of [
      ['down', others[0]],
      ['throttled', others[1]],
      ['garbage', others[2]],
    ] as const) {
      await turn('vies', mode === 'garbage' ? 'html' : mode)
      await ask('DK', tin ?? '')
      await worker.settle()
    }
    expect((await used()) - before).toBe(4)
  })

  it('from the dashboard asks the register too', async () => {
    const { body } = await customer.member.call<ValidationResponse>('/api/tinproof/validate', {
      body: { countryCode: 'DK', tin: HELD, fresh: true },
    })
    expect(body.validation.source.isValid).toBe(true)
  })
})

describe('privacy', () => {
  it('leaves the number in no key of Redis, and in nothing that is recorded', async () => {
    const { ask, worker, turn } = customer
    const [first = '', second = ''] = take(danish({ from: 50_000_000 }), 2)
    await ask('DK', first)
    await turn('vies', 'down')
    await ask('DK', second)
    await ask('FR', '40303265045')
    await worker.settle()
    const [, keys] = (await worker.redis('SCAN', '0', 'COUNT', '100000')) as [string, string[]]
    expect(keys.some((key) => key.startsWith('answer:'))).toBe(true)
    const rows = await worker.sql('select to_jsonb(a) as row from api_activities a')
    const left = JSON.stringify([keys, rows])
    for (const number of [first, second, '303265045']) expect(left).not.toContain(number)
  })

  it('leaves nothing in Redis that lives for ever, nor a number or a name that was asked for', async () => {
    const { ask, worker, turn } = customer
    const [first = '', second = '', third = ''] = take(danish({ from: 55_000_000 }), 3)
    await ask('DK', first, { name: 'Unmistakable Zebra' })
    await turn('vies', 'down')
    for (const tin of [second, third]) await ask('DK', tin, { name: 'Unmistakable Zebra' })
    await worker.settle()
    const [, keys] = (await worker.redis('SCAN', '0', 'COUNT', '100000')) as [string, string[]]
    expect(keys.length).toBeGreaterThan(8)
    for (const key of keys) {
      const life = Number(await worker.redis('PTTL', key))
      // The epoch is one for ever: it says since when this Redis has counted.
      if (key !== 'generation') expect(life, key).toBeGreaterThan(0)
      if ((await worker.redis('TYPE', key)) !== 'string') continue
      const value = String(await worker.redis('GET', key))
      for (const asked of [first, second, third, 'Zebra']) expect(value, key).not.toContain(asked)
    }
  })

  it('tells a name in markup as the text that it is', async () => {
    const { status, headers, body } = await customer.ask('NO', firstOf(norwegian({ ends: '84' })), {
      name: '<img src=x onerror="alert(1)">',
    })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json'])
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(body.entity.name).toBe(MARKUP.replace(' \u202e\u0000', ' '))
  })
})
