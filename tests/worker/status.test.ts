import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContext } from '#worker/context.ts'
import { recordOutages } from '#worker/jobs/record-outages.ts'
import { recordStatusDays } from '#worker/jobs/record-status-days.ts'
import { OPENINGS_KEY } from '#worker/registers/call-scripts.ts'
import { metricsKeys } from '#worker/registers/metrics.ts'
import type { StatusHistory } from '#worker/status/contract.ts'
import { danish, openRegisterCustomer, type RegisterCustomer } from './register-customer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let customer: RegisterCustomer
beforeAll(async () => {
  customer = await openRegisterCustomer('status')
})
beforeEach(() => customer.worker.sql('delete from status_outages'))
afterEach(() => customer.reset())

const context = (now = new Date()) => ({
  ...createContext(customer.worker.settings, crypto.randomUUID(), () => {}),
  now,
})

type Outage = { component: string; startedAt: string; endedAt: string | null; hasRecovered: boolean }

const outages = () =>
  customer.worker.sql<Outage>(
    `select component, started_at as "startedAt", ended_at as "endedAt", has_recovered as "hasRecovered"
       from status_outages order by started_at`,
  )

const push = (...changes: string[]) => customer.worker.redis('RPUSH', OPENINGS_KEY, ...changes)

describe('outages of a register', () => {
  it('begin with the third failure in a row, and end with an answer', async () => {
    const { setMode, worker, validate } = customer
    const numbers = danish({ from: 22_000_000 })
    const call = async () => {
      await validate('DK', String(numbers.next().value))
      await worker.settle()
    }
    const startedAt = Date.now()
    await setMode('vies', 'down')
    for (let failure = 0; failure < 2; failure++) await call()
    await recordOutages(context())
    expect(await outages()).toEqual([])
    for (let failure = 0; failure < 3; failure++) await call()
    expect((await recordOutages(context())).counts.changes).toBe(1)
    const [open, ...others] = await outages()
    expect([open?.component, open?.endedAt, others]).toEqual(['vies:DK', null, []])
    expect(Date.parse(open?.startedAt ?? '')).toBeGreaterThanOrEqual(startedAt)

    // As if the pause were over.
    await setMode('vies', 'normal')
    await worker.redis('HSET', 'register:breaker:vies:DK', 'until', '0')
    await call()
    await call()
    await recordOutages(context())
    const [ended, ...further] = await outages()
    expect([ended?.startedAt, ended?.hasRecovered, further]).toEqual([open?.startedAt, true, []])
    expect(Date.parse(ended?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(open?.startedAt ?? ''))
    expect(await worker.redis('LRANGE', OPENINGS_KEY, '0', '-1')).toEqual([])
  })

  it('are written once, also if a run was broken off', async () => {
    const at = Date.now() - 5_000
    const changes = [`uid opened ${at}`, `uid closed ${at + 1_000}`, `uid opened ${at + 2_000}`]
    await push(...changes)
    await recordOutages(context())
    await push(...changes)
    await recordOutages(context())
    expect((await outages()).map(({ hasRecovered }) => hasRecovered)).toEqual([true, false])
  })

  it('end with the last failed call if nobody called the register for an hour', async () => {
    const now = new Date()
    const startedAt = now.getTime() - 3 * HOUR
    await push(`uid opened ${startedAt}`, `abn opened ${startedAt}`)
    await customer.worker.redis('HSET', 'register:breaker:abn', 'failures', '9')
    expect((await recordOutages(context(now))).counts).toEqual({ changes: 2, forgotten: 1 })
    const byName = Object.fromEntries((await outages()).map((outage) => [outage.component, outage]))
    expect(Date.parse(byName.uid?.endedAt ?? '')).toBe(now.getTime() - HOUR)
    expect(byName.uid?.hasRecovered).toBe(false)
    expect(byName.abn?.endedAt).toBeNull()
  })
})

describe('days of a register', () => {
  const days = (component: string) =>
    customer.worker.sql<{ day: string; answered: number; failed: number }>(
      'select day::text, answered, failed from status_days where component = $1 order by day',
      [component],
    )
  const count = (at: number, field: string, calls: number) =>
    customer.worker.redis('HSET', metricsKeys(at)[0], field, String(calls))

  it('add up the hours of a day in UTC, and never shrink', async () => {
    const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
    await count(noon, 'uid answered', 7)
    await count(noon - HOUR, 'uid answered', 3)
    await count(noon - HOUR, 'uid failed', 2)
    await count(noon - 13 * HOUR, 'uid failed', 5)
    await recordStatusDays(context(new Date(noon)))
    const today = new Date(noon).toISOString().slice(0, 10)
    const yesterday = new Date(noon - DAY).toISOString().slice(0, 10)
    const expected = [
      { day: yesterday, answered: 0, failed: 5 },
      { day: today, answered: 10, failed: 2 },
    ]
    expect(await days('uid')).toEqual(expected)
    await customer.worker.redis('DEL', metricsKeys(noon)[0])
    await recordStatusDays(context(new Date(noon)))
    expect(await days('uid')).toEqual(expected)
  })

  it('are deleted after 90 days, and outages too', async () => {
    const now = new Date()
    await customer.worker.sql(
      `insert into status_days values ('old', (now() at time zone 'UTC')::date - 91, 1, 1),
                                      ('old', (now() at time zone 'UTC')::date - 90, 1, 1)`,
    )
    await push(`old opened ${now.getTime() - 91 * DAY}`, `old closed ${now.getTime() - 91 * DAY + 1}`)
    await recordOutages(context(now))
    const { counts } = await recordStatusDays(context(now))
    expect(counts).toMatchObject({ days: 1, outages: 1 })
    expect(await days('old')).toHaveLength(1)
    expect(await outages()).toEqual([])
  })

  it('fails without Redis, so that the next cron tries again', async () => {
    const { worker } = customer
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    await expect(recordStatusDays(context())).rejects.toThrow()
    await worker.fakes.clearFaults('upstash', worker.namespace)
    await worker.redisAnswers()
  })
})

describe('GET /api/status', () => {
  const read = async () => (await customer.worker.call<StatusHistory>('/api/status')).body

  it('is public and cacheable, and has no day without calls', async () => {
    await customer.worker.sql('delete from status_days')
    const { status, headers, body } = await customer.worker.call<StatusHistory>('/api/status')
    expect([status, body.registers, body.incidents]).toEqual([200, [], []])
    expect(headers.get('Cache-Control')).toBe('public, max-age=60, stale-if-error=86400')
    await customer.worker.sql(
      `insert into status_days
       select component, (now() at time zone 'UTC')::date - ago, 6, 2
         from unnest(array['vies:DE', 'vies:FR', 'hmrc']) component, unnest(array[89, 90, 0]) ago`,
    )
    const { registers } = await read()
    const days = Object.fromEntries(registers.map(({ name, days }) => [name, days]))
    expect(days.VIES?.map(({ calls, answered }) => [calls, answered])).toEqual([
      [16, 12],
      [16, 12],
    ])
    expect(days['HM Revenue & Customs']).toHaveLength(2)
  })

  it('merges outages of a register that are less than ten minutes apart', async () => {
    const minute = (minutes: number) => Math.floor(Date.now() / 60_000) * 60_000 - (600 - minutes) * 60_000
    await push(`vies:DE opened ${minute(0)}`, `vies:DE closed ${minute(5)}`, `hmrc opened ${minute(7)}`)
    await push(`vies:FR opened ${minute(14)}`, `vies:FR closed ${minute(20)}`)
    await push(`vies:DE opened ${minute(31)}`, `vies:DE closed ${minute(40)}`)
    await push(`vies:IT opened ${minute(45)}`)
    for (const component of ['hmrc', 'vies:IT'])
      await customer.worker.redis('HSET', `register:breaker:${component}`, 'failures', '3')
    await recordOutages(context())
    const at = (minutes: number) => new Date(minute(minutes)).toISOString()
    expect((await read()).incidents).toEqual([
      {
        register: 'vies',
        name: 'VIES',
        parts: ['DE', 'IT'],
        openParts: ['IT'],
        startedAt: at(31),
        endedAt: null,
      },
      {
        register: 'hmrc',
        name: 'HM Revenue & Customs',
        parts: [],
        openParts: [],
        startedAt: at(7),
        endedAt: null,
      },
      {
        register: 'vies',
        name: 'VIES',
        parts: ['DE', 'FR'],
        openParts: [],
        startedAt: at(0),
        endedAt: at(20),
      },
    ])
    const { headers, body } = await customer.worker.call<string>('/api/status.rss')
    expect(headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    expect(body.match(/<item>/g)).toHaveLength(3)
    expect(body).toContain("<title>HM Revenue &amp; Customs isn't responding</title>")
    expect(body).toContain(`<guid isPermaLink="false">vies ${at(0)}</guid>`)
    expect(body).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
  })
})
