import { afterEach, describe, expect, it, vi } from 'vitest'
import { ORIGIN } from '#tests/worker/harness.ts'
import type { RegistersAnswer } from '#worker/registers/contract.ts'
import { metricsKeys } from '#worker/registers/metrics.ts'
import { registers } from '#worker/registers/registers.ts'
import { validationRoutes } from '#worker/validation/routes.ts'
import { danish, firstOf, openRegisterCustomer } from './register-customer.ts'

const path = '/api/tinproof/registers'
const HOUR = 3_600_000

const customer = await openRegisterCustomer('registers_status')
const { setMode, validate, worker } = customer
afterEach(async () => {
  vi.useRealTimers()
  await customer.reset()
})

let minutes = 0
/** Makes the cached VIES status of this isolate expire. */
function later(): void {
  minutes += 2
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + minutes * 60_000)
}

/** The response of a new isolate. */
async function getStatus(settings: Record<string, string | undefined> = {}): Promise<RegistersAnswer> {
  const response = await validationRoutes.fetch(new Request(`${ORIGIN}${path}`), {
    ...worker.settings,
    ...settings,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as RegistersAnswer
}

const entry = ({ registers: all }: RegistersAnswer, id: string) => all.find((register) => register.id === id)

/** Counts calls at that time; `milliseconds` is their total duration. */
async function count(
  limiterKey: string,
  at: number,
  metrics: { answered?: number; failed?: number; milliseconds: number },
) {
  for (const key of metricsKeys(at)) {
    for (const [field, value] of Object.entries(metrics)) {
      await worker.redis('HSET', key, `${limiterKey} ${field}`, String(value))
    }
  }
}

describe('GET /api/tinproof/registers', () => {
  it('answers any origin and can be cached for a minute', async () => {
    const { headers, status, body } = await worker.call<RegistersAnswer>(path)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(Math.abs(Date.parse(body.updatedAt) - Date.now())).toBeLessThan(60_000)
  })

  it('lists VIES, its member states, and then every other register', async () => {
    const { registers: all } = await getStatus()
    expect(all[0]).toMatchObject({ id: 'vies', name: 'VIES', country: null, publishedStatus: 'available' })
    const states = all.filter(({ id }) => id.startsWith('vies:'))
    expect(states).toHaveLength(28)
    expect(all.slice(1, 29)).toEqual(states)
    expect(states.map(({ country, name }) => `${country} ${name}`)).toEqual(
      expect.arrayContaining(['DE Germany', 'GR Greece', 'XI Northern Ireland']),
    )
    expect(new Set(states.map(({ publishedStatus }) => publishedStatus))).toEqual(new Set(['available']))
    expect(all.slice(29).map(({ id }) => id)).toEqual(registers.slice(1).map(({ id }) => id))
    expect(entry({ updatedAt: '', registers: all }, 'brreg')).toEqual({
      id: 'brreg',
      name: 'Brønnøysund Register Centre',
      country: 'NO',
      state: 'on',
      health: 'unknown',
      publishedStatus: null,
      lastHour: { calls: 0, answered: 0, milliseconds: null },
      lastDay: { calls: 0, answered: 0, milliseconds: null },
      hours: Array(24).fill(null),
    })
    expect(entry({ updatedAt: '', registers: all }, 'gleif')?.country).toBeNull()
    expect(entry({ updatedAt: '', registers: all }, 'evatr')?.country).toBeNull()
    expect(entry({ updatedAt: '', registers: all }, 'eos')?.country).toBeNull()
    expect(entry({ updatedAt: '', registers: all }, 'gbeori')?.country).toBe('GB')
    expect(entry({ updatedAt: '', registers: all }, 'uid')?.country).toBe('CH')
    expect(entry({ updatedAt: '', registers: all }, 'whitelist')?.country).toBe('PL')
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('is off for a register without its key', async () => {
    expect(entry(await getStatus(), 'hmrc')?.state).toBe('on')
    expect(entry(await getStatus({ HMRC_CLIENT_ID: '', HMRC_CLIENT_SECRET: '' }), 'hmrc')?.state).toBe('off')
  })

  it('counts our own calls', async () => {
    await validate('DK', '13748136')
    await worker.settle()
    await setMode('vies', 'down')
    await validate('DK', firstOf(danish({ from: 21_000_000 })))
    await setMode('vies', 'normal')
    await validate('NL', '004495445B01')
    await worker.settle()
    const answer = await getStatus()
    const milliseconds = expect.any(Number)
    expect(entry(answer, 'vies:DK')).toMatchObject({
      health: 'poor',
      lastHour: { calls: 2, answered: 1, milliseconds },
      lastDay: { calls: 2, answered: 1, milliseconds },
    })
    expect(entry(answer, 'vies:DK')?.hours.at(-1)).toBe(0.5)
    expect(entry(answer, 'vies:NL')).toMatchObject({ health: 'ok', lastHour: { calls: 1, answered: 1 } })
    expect(entry(answer, 'vies')).toMatchObject({ health: 'poor', lastHour: { calls: 3, answered: 2 } })
    expect(entry(answer, 'vies:DE')?.health).toBe('unknown')
  })

  it('counts the last hour and day, and derives the health from the hour', async () => {
    const now = Date.now()
    await count('brreg', now - 5 * HOUR, { answered: 10, failed: 30, milliseconds: 4_000 })
    await count('brreg', now - 23 * HOUR, { answered: 4, milliseconds: 4_000 })
    await count('brreg', now - 24 * HOUR, { failed: 1_000, milliseconds: 1 })
    await count('brreg', now, { answered: 95, failed: 5, milliseconds: 20_000 })
    await count('ares', now, { answered: 49, failed: 51, milliseconds: 100 })
    await count('anaf', now, { answered: 89, failed: 11, milliseconds: 100 })
    await count('prh', now - 2 * HOUR, { failed: 9, milliseconds: 100 })
    const answer = await getStatus()
    const brreg = entry(answer, 'brreg')
    expect(brreg).toMatchObject({
      health: 'ok',
      lastHour: { calls: 100, answered: 95, milliseconds: 200 },
      lastDay: { calls: 144, answered: 109, milliseconds: 194 },
    })
    expect(brreg?.hours).toHaveLength(24)
    expect([brreg?.hours[0], brreg?.hours[18], brreg?.hours[23]]).toEqual([1, 0.25, 0.95])
    expect(entry(answer, 'ares')?.health).toBe('down')
    expect(entry(answer, 'anaf')?.health).toBe('poor')
    expect(entry(answer, 'prh')).toMatchObject({ health: 'unknown', lastDay: { calls: 9, answered: 0 } })
  })

  for (const mode of [
    'down',
    'html',
    'empty',
    'cut',
    'huge',
    'redirect',
    'deep',
    'notfound',
    'hang',
  ] as const)
    it(`reports VIES and its member states as unknown while VIES responds with ${mode}`, {
      tags: mode === 'down' ? [] : ['deep'],
    }, async () => {
      await setMode('vies', mode)
      later()
      const { registers: all } = await getStatus()
      vi.useRealTimers()
      const said = all.filter(({ id }) => id.startsWith('vies')).map(({ publishedStatus }) => publishedStatus)
      expect(new Set(said)).toEqual(new Set(['unknown']))
    })

  it.each(['beside', 'within'])('reads the status of VIES with its member states %s it', async (where) => {
    const countries = [
      { countryCode: 'EL', availability: 'Unavailable' },
      { countryCode: 'FR', availability: 'Available' },
      { countryCode: 'DE', availability: 'Monitoring Disabled' },
    ]
    const told =
      where === 'beside' ? { vow: { available: false }, countries } : { vow: { available: false, countries } }
    await worker.redis('SET', 'register:shared:vies:status', JSON.stringify(told))
    later()
    const answer = await getStatus()
    const publishedStatus = ['vies', 'vies:EL', 'vies:FR', 'vies:DE', 'vies:IT'].map(
      (id) => entry(answer, id)?.publishedStatus,
    )
    expect(publishedStatus).toEqual(['unavailable', 'unavailable', 'available', 'unknown', 'unknown'])
  })

  it('makes one trip a minute for all callers', async () => {
    const settings = { ...worker.settings }
    const call = async () => (await validationRoutes.fetch(new Request(`${ORIGIN}${path}`), settings)).json()
    const { answered } = await worker.trips(async () => {
      const answers = await Promise.all([call(), call(), call()])
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      await call()
    })
    expect(answered.neon.trips).toBe(0)
    expect(answered.registers.trips).toBeLessThanOrEqual(1)
    // The metrics in one pipeline; the VIES status read and cached.
    expect(answered.upstash.trips).toBeLessThanOrEqual(3)
  })

  it('answers while Redis is down', async () => {
    const { registers: all } = await worker.during({ service: 'upstash' }, () => getStatus())
    await worker.redisAnswers()
    expect(all).toHaveLength(29 + registers.length - 1)
    expect(new Set(all.map(({ health }) => health))).toEqual(new Set(['unknown']))
  })
})
