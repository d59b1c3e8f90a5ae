// @module-tag deep
import { env } from 'cloudflare:test'
import type { KVNamespace } from '@cloudflare/workers-types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { danish, openRegisterCustomer } from '#tests/worker/registers/register-customer.ts'
import { deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { publishStatus } from '#worker/jobs/publish-status.ts'
import { recordApiIncidents } from '#worker/jobs/record-api-incidents.ts'
import { recordOutages } from '#worker/jobs/record-outages.ts'
import { recordStatusDays } from '#worker/jobs/record-status-days.ts'
import { runDueJobs } from '#worker/jobs/run-due-jobs.ts'
import { metricsKeys, OPENINGS_KEY } from '#worker/registers/metrics.ts'
import { countFailure, hasFailures, writeFailures } from '#worker/status/api-failures.ts'
import type { StatusHistory } from '#worker/status/contract.ts'
import { readStatusHistory } from '#worker/status/read-status.ts'
import statusWorker from '#worker/status.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      STATUS_FILES: KVNamespace
    }
  }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const customer = await openRegisterCustomer('status')
const { member, setMode, validate, worker } = customer
beforeEach(() => worker.sql`delete from status_outages`)
afterEach(() => customer.reset())

const context = (now = new Date(), bindings: object = {}) => ({ ...worker.context(bindings), now })

type Outage = { component: string; startedAt: string; endedAt: string | null }

const outages = () =>
  worker.sql<Outage>`select component, started_at as "startedAt", ended_at as "endedAt"
       from status_outages order by started_at`

/** Sets a field of the metrics of an hour or of five minutes. */
const count = (key: string, field: string, calls: number) => worker.redis('HSET', key, field, String(calls))

const push = (...changes: string[]) => worker.redis('RPUSH', OPENINGS_KEY, ...changes)

describe('outages of a register', () => {
  it('begin with the third failure in a row, and end with an answer', async () => {
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
    await worker.limiters.setBreaker('vies:DK', { failures: 3 })
    await call()
    await call()
    await recordOutages(context())
    const [ended, ...further] = await outages()
    expect([ended?.startedAt, further]).toEqual([open?.startedAt, []])
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
    expect((await outages()).map(({ endedAt }) => endedAt !== null)).toEqual([true, false])
  })

  it('are written also after a damaged change', async () => {
    await push('uid', 'uid opened soon', `uid opened ${Date.now()}`)
    expect((await recordOutages(context())).hasMore).toBe(false)
    expect((await outages()).map(({ component }) => component)).toEqual(['uid'])
    expect(await worker.redis('LRANGE', OPENINGS_KEY, '0', '-1')).toEqual([])
  })

  it('end with the last failed call if nobody called the register for an hour', async () => {
    const now = new Date()
    const startedAt = now.getTime() - 3 * HOUR
    await push(`uid opened ${startedAt}`, `abn opened ${startedAt}`)
    await worker.limiters.setBreaker('abn', { failures: 9 })
    expect((await recordOutages(context(now))).counts).toEqual({ changes: 2, forgotten: 1 })
    const byName = Object.fromEntries((await outages()).map((outage) => [outage.component, outage]))
    expect(Date.parse(byName.uid?.endedAt ?? '')).toBe(now.getTime() - HOUR)
    expect(byName.abn?.endedAt).toBeNull()
  })

  it('send one event at their end, also if nobody called the register for an hour', async () => {
    const endpoint = { url: 'https://hooks.example.com/', events: ['register.down', 'register.up'] }
    expect((await member.post('/api/webhooks', endpoint)).status).toBe(201)
    const startedAt = Date.now() - 3 * HOUR
    const changes = [`uid opened ${startedAt}`, `abn opened ${startedAt}`, `abn closed ${startedAt + HOUR}`]
    // The second time, the same changes are read again, as after a run that was broken off.
    for (let run = 0; run < 2; run++) {
      await push(...changes, `uid opened ${startedAt + HOUR}`)
      await Promise.all([recordOutages(context()), recordOutages(context())])
    }
    const events = await worker.sql<{ event: string }>`select type || ' ' || (data ->> 'register') as event
      from events where type like 'register.%' order by event`
    expect(events.map(({ event }) => event)).toEqual([
      'register.down abn',
      'register.down uid',
      'register.up abn',
      'register.up uid',
    ])
  })

  it('are not an incident of the API, which another job ends', async () => {
    await worker.sql`insert into status_outages (component, started_at) values ('api', now() - interval '2 hours')`
    expect((await recordOutages(context())).counts.forgotten).toBe(0)
    expect((await outages()).map(({ endedAt }) => endedAt)).toEqual([null])
    await recordApiIncidents(context())
    const [{ startedAt, endedAt } = { startedAt: '', endedAt: '' }] = await outages()
    expect(Date.parse(endedAt ?? '') - Date.parse(startedAt)).toBe(5 * MINUTE)
  })
})

describe('days of a component', () => {
  const days = (component: string) =>
    worker.sql<{ day: string; answered: number; failed: number }>`select day::text, answered, failed
      from status_days where component = ${component} order by day`
  const countHour = (at: number, field: string, calls: number) => count(metricsKeys(at)[0], field, calls)

  it('add up the hours of a day in UTC, and never shrink', async () => {
    const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
    await countHour(noon, 'uid answered', 7)
    await countHour(noon - HOUR, 'uid answered', 3)
    await countHour(noon - HOUR, 'uid failed', 2)
    await countHour(noon - 13 * HOUR, 'uid failed', 5)
    await recordStatusDays(context(new Date(noon)))
    const today = new Date(noon).toISOString().slice(0, 10)
    const yesterday = new Date(noon - DAY).toISOString().slice(0, 10)
    const expected = [
      { day: yesterday, answered: 0, failed: 5 },
      { day: today, answered: 10, failed: 2 },
    ]
    expect(await days('uid')).toEqual(expected)
    await worker.redis('DEL', metricsKeys(noon)[0])
    await recordStatusDays(context(new Date(noon)))
    expect(await days('uid')).toEqual(expected)
  })

  it('of the API add the answered calls of all organizations to the failed ones', async () => {
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
    await worker.sql`delete from activity_days`
    for (const [ago, outcome, calls] of [
      [0, 'confirmed', 5],
      [0, 'unconfirmed', 2],
      [0, 'refused', 50],
      [1, 'invalid', 3],
      [2, 'confirmed', 9],
    ] as const)
      await worker.sql`insert into activity_days
        values (${member.organization.id}, ${noon.toISOString().slice(0, 10)}::date - ${ago}::int, ${outcome}, ${calls})`
    await countHour(noon.getTime(), 'api failed', 4)
    await recordStatusDays(context(noon))
    expect((await days('api')).map(({ answered, failed }) => [answered, failed])).toEqual([
      [3, 0],
      [7, 4],
    ])
  })

  it('are deleted after 90 days, and outages 90 days after their end', async () => {
    const now = new Date()
    await worker.sql`insert into status_days values ('old', (now() at time zone 'UTC')::date - 91, 1, 1),
                                      ('old', (now() at time zone 'UTC')::date - 90, 1, 1)`
    await push(`old opened ${now.getTime() - 91 * DAY}`, `old closed ${now.getTime() - 91 * DAY + 1}`)
    await push(`long opened ${now.getTime() - 91 * DAY}`)
    await worker.limiters.setBreaker('long', { failures: 3 })
    await recordOutages(context(now))
    const { counts } = await deleteOldRows(context(now))
    expect(counts).toMatchObject({ statusDays: 1, outages: 1 })
    expect(await days('old')).toHaveLength(1)
    expect((await outages()).map(({ component }) => component)).toEqual(['long'])
    expect((await readStatusHistory(context(now))).incidents).toMatchObject([{ name: 'long', endedAt: null }])
  })
})

/** By hour and five minutes. */
async function apiFailures(): Promise<number[]> {
  const read = async (pattern: string) => {
    const keys = (await worker.redis('KEYS', pattern)) as string[]
    const counts = await Promise.all(keys.map((key) => worker.redis('HGET', key, 'api failed')))
    return counts.reduce((sum: number, each) => sum + Number(each ?? 0), 0)
  }
  return [await read('register:hour:*'), await read('register:slot:*')]
}

describe('failures of the API', () => {
  const fail = (service: 'neon' | 'upstash') => worker.fault({ service })
  /** Calls that need PostgreSQL, because nobody has used the token before. */
  async function newCaller(name: string) {
    const { token } = await (await worker.signUp(name)).createToken()
    await worker.settle()
    return {
      validate: () => validate('DE', '136695976', {}, token),
      list: () => worker.call('/api/tinproof/batches', { headers: { Authorization: `Bearer ${token}` } }),
    }
  }
  const settled = async () => {
    await worker.settle()
    return await apiFailures()
  }
  afterEach(async () => {
    await worker.clearFaults('neon')
    await worker.clearFaults('upstash')
    await worker.redisAnswers()
  })

  it('count after the answer, of batches too', async () => {
    const caller = await newCaller('failing')
    await fail('neon')
    const answers = [await caller.validate(), await caller.list()]
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(await settled()).toEqual([2, 2])
  })

  it('are neither refused calls, nor simulated errors, nor registers that are down', async () => {
    const test = await member.createToken({ name: 'Sandbox', live: false })
    await setMode('vies', 'down')
    const answers = [
      await validate('DK', '22756214'),
      await validate('DK', '22756214', {}, 'tp_live_unknown'),
      await validate('XX', '1'),
      await validate('DE', '136695976', { sandbox: 'error_503' }, test.token),
      await worker.call('/api/tinproof/nowhere'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 422, 503, 404])
    expect(await settled()).toEqual([0, 0])
  })

  it('wait in the isolate while Redis is down, until a later call', async () => {
    const caller = await newCaller('waiting')
    await fail('neon')
    await fail('upstash')
    const answers = [await caller.list(), await caller.validate(), await caller.list()]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await settled()).toEqual([0, 0])
    await worker.clearFaults('neon')
    await worker.clearFaults('upstash')
    await worker.redisAnswers()
    expect(await settled()).toEqual([0, 0])
    expect((await worker.call('/api/tinproof/countries')).status).toBe(200)
    expect(await settled()).toEqual([3, 3])
    await worker.call('/api/tinproof/countries')
    expect(await settled()).toEqual([3, 3])
  })
})

describe('incidents of the API', () => {
  /** 90 minutes after the start of the last hour. */
  const start = Math.floor(Date.now() / HOUR) * HOUR + 30 * MINUTE
  const at = (minutes: number) => new Date(start + minutes * MINUTE)
  const failures = (minutes: number, calls: number) =>
    count(metricsKeys(at(minutes).getTime())[1], 'api failed', calls)
  const record = (minutes: number) => recordApiIncidents(context(at(minutes)))
  const times = async () => (await outages()).map(({ startedAt, endedAt }) => [startedAt, endedAt])
  const iso = (minutes: number) => at(minutes).toISOString()
  beforeEach(async () => {
    await worker.sql`delete from activity_hours`
    await worker.sql`delete from job_runs`
  })

  it('are five minutes with five failed calls, and end after five good minutes', async () => {
    await failures(0, 4)
    await record(4)
    expect(await times()).toEqual([])
    await failures(0, 5)
    await record(4)
    await record(9.9)
    expect(await times()).toEqual([[iso(0), null]])
    await record(10)
    await record(11)
    expect(await times()).toEqual([[iso(0), iso(5)]])
  })

  it('are found up to an hour later, and last while the next five minutes fail', async () => {
    await failures(0, 9)
    await failures(5, 9)
    await record(9)
    expect(await times()).toEqual([
      [iso(0), null],
      [iso(5), null],
    ])
    await record(15)
    await failures(-40, 9)
    await record(15)
    expect(await times()).toEqual([
      [iso(-40), iso(-35)],
      [iso(0), iso(5)],
      [iso(5), iso(10)],
    ])
  })

  it('need one call in twenty to fail, but never more than 100', async () => {
    const calls = (amount: number) =>
      worker.sql`insert into activity_hours (organization_id, hour, outcome, calls)
        values (${member.organization.id}, ${new Date(start - 90 * MINUTE).toISOString()}, 'confirmed', ${amount})`
    // 200 in each five minutes since then.
    await calls(3_600)
    await failures(0, 9)
    await record(0)
    expect(await times()).toEqual([])
    await failures(0, 10)
    await record(0)
    expect(await times()).toEqual([[iso(0), null]])
    await worker.sql`delete from status_outages`
    await worker.sql`update activity_hours set calls = 1000000`
    await failures(0, 99)
    await record(0)
    expect(await times()).toEqual([])
    await failures(0, 100)
    await record(0)
    expect(await times()).toEqual([[iso(0), null]])
  })

  it('are times without cron jobs, also if the first one after them fails', async () => {
    const lastRun = (ended: number, succeeded = ended) =>
      worker.sql(
        `insert into job_runs (name, next_run_at, started_at, finished_at, succeeded_at)
         values ('record-api-incidents', $1, $1, $1, $2)
         on conflict (name) do update set finished_at = $1, succeeded_at = $2`,
        [iso(ended), iso(succeeded)],
      )
    await lastRun(-9, -200)
    await record(0)
    expect(await times()).toEqual([])
    await lastRun(-12, -200)
    await failures(0, 5)
    await worker.during({ service: 'neon', content: 'activity_hours' }, () =>
      expect(record(0)).rejects.toThrow(),
    )
    expect(await times()).toEqual([[iso(-12), iso(0)]])
  })
})

describe('the files of the status page', () => {
  const files = env.STATUS_FILES
  const publish = () => publishStatus(context(new Date(), { STATUS_FILES: files }))
  const get = (path: string, bindings = { STATUS_FILES: files }, init: RequestInit = {}) =>
    statusWorker.fetch(new Request(`https://app.tinproof.example${path}`, init), bindings)
  const read = async (): Promise<StatusHistory> => {
    await publish()
    return await (await get('/status.json')).json()
  }

  it('are a 503 until a job writes them', async () => {
    await files.delete('status.json')
    const { status, headers } = await get('/status.json')
    expect([status, headers.get('Cache-Control'), headers.get('Retry-After')]).toEqual([
      503,
      'no-store',
      '60',
    ])
    await publish()
    expect((await get('/status.json')).status).toBe(200)
  })

  it('are public and cacheable, and have no day without calls', async () => {
    await worker.sql`delete from status_days`
    expect(await read()).toEqual({
      at: expect.any(String),
      api: { id: 'api', name: 'API', days: [] },
      registers: [],
      incidents: [],
    })
    const { headers } = await get('/status.json?from=elsewhere')
    expect(headers.get('Cache-Control')).toBe('public, max-age=60, stale-if-error=86400')
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    const written = await worker.sql<{ day: string }>`insert into status_days
       select component, (now() at time zone 'UTC')::date - ago, 6, 2
         from unnest(array['vies:DE', 'vies:FR', 'hmrc', 'api']) component, unnest(array[89, 90, 0]) ago
       returning day::text`
    const { api, registers } = await read()
    const counts = (history: StatusHistory['api'] | undefined) =>
      history?.days.map(({ calls, answered }) => [calls, answered])
    expect(registers.map(({ name }) => name).toSorted()).toEqual(['HM Revenue & Customs', 'VIES'])
    expect(counts(registers.find(({ id }) => id === 'vies'))).toEqual([
      [16, 12],
      [16, 12],
    ])
    expect(counts(api)).toEqual([
      [8, 6],
      [8, 6],
    ])
    expect(api.days[1]?.day).toBe(
      written
        .map(({ day }) => day)
        .toSorted()
        .at(-1),
    )
  })

  it('merge outages of a component that are less than ten minutes apart', async () => {
    const minute = (minutes: number) => Math.floor(Date.now() / MINUTE) * MINUTE - (600 - minutes) * MINUTE
    const at = (minutes: number) => new Date(minute(minutes)).toISOString()
    await push(`vies:DE opened ${minute(0)}`, `vies:DE closed ${minute(5)}`, `hmrc opened ${minute(7)}`)
    await push(`vies:FR opened ${minute(14)}`, `vies:FR closed ${minute(20)}`)
    await push(`vies:DE opened ${minute(31)}`, `vies:DE closed ${minute(40)}`)
    await push(`vies:IT opened ${minute(45)}`)
    for (const component of ['hmrc', 'vies:IT']) await worker.limiters.setBreaker(component, { failures: 3 })
    await recordOutages(context())
    await worker.sql(
      `insert into status_outages (component, started_at, ended_at)
       values ('api', $1, $2), ('api', $2, $3), ('api', $4, null)`,
      [at(50), at(55), at(60), at(100)],
    )
    const incident = { parts: [], openParts: [] }
    const api = { ...incident, component: 'api', name: 'API' }
    const vies = { ...incident, component: 'vies', name: 'VIES' }
    const hmrc = { ...incident, component: 'hmrc', name: 'HM Revenue & Customs' }
    expect((await read()).incidents).toEqual([
      { ...api, startedAt: at(100), endedAt: null },
      { ...api, startedAt: at(50), endedAt: at(60) },
      { ...vies, parts: ['DE', 'IT'], openParts: ['IT'], startedAt: at(31), endedAt: null },
      { ...hmrc, startedAt: at(7), endedAt: null },
      { ...vies, parts: ['DE', 'FR'], startedAt: at(0), endedAt: at(20) },
    ])
    const answer = await get('/status.rss')
    expect(answer.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    const rss = await answer.text()
    expect(rss.match(/<item>/g)).toHaveLength(5)
    expect(rss).toContain('<title>API calls are failing</title>')
    expect(rss).toContain('<title>API incident</title>')
    expect(rss).toContain("<title>HM Revenue &amp; Customs isn't responding</title>")
    expect(rss).toContain("<title>VIES (IT) isn't responding</title>")
    expect(rss).toContain("<title>VIES (DE, FR) didn't respond</title>")
    expect(rss).toContain(`<guid isPermaLink="false">vies ${at(0)}</guid>`)
    expect(rss).toContain('/status.rss" rel="self"')
    expect(rss).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
  })

  it('are no other addresses and methods', async () => {
    await publish()
    for (const path of ['/status.jsonp', '/status.json/', '/status', '/constructor', '/%2e%2e/status.json/x'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const post = await get('/status.json', { STATUS_FILES: files }, { method: 'POST', body: '{}' })
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect((await get('/status.json', { STATUS_FILES: files }, { method: 'HEAD' })).status).toBe(200)
  })

  it('are a 503 while they cannot be read', async () => {
    const failing = Object.assign(Object.create(files), {
      get: () => Promise.reject(new Error('KV is down')),
    })
    const { status, headers } = await get('/status.rss', { STATUS_FILES: failing })
    expect([status, headers.get('Cache-Control')]).toEqual([503, 'no-store'])
  })

  it('fail alone if they cannot be written, and are optional', async () => {
    expect(await publishStatus(context())).toEqual({ counts: {}, hasMore: false })
    await worker.sql`delete from job_runs`
    const put = () => Promise.reject(new Error('KV is down'))
    await runDueJobs(context(new Date(), { STATUS_FILES: { put } }))
    const failed = await worker.sql`select name from job_runs where succeeded is not true`
    expect(failed).toEqual([{ name: 'publish-status' }])
  })
})

it('writes failures of the API after a request that was canceled while it wrote', async () => {
  const { redis } = context()
  const now = Date.now()
  const canceled = { ...redis, run: <T>() => new Promise<T>(() => {}) }
  const client = { ...redis }
  countFailure(client, now)
  Object.assign(client, canceled)
  void writeFailures(client, now)
  Object.assign(client, redis)
  countFailure(client, now)
  await writeFailures(client, now)
  expect(hasFailures(client)).toBe(true)
  await writeFailures(client, now + MINUTE)
  expect(hasFailures(client)).toBe(false)
})
