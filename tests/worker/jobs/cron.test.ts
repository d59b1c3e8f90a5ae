import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/worker/eventually.ts'
import { openWorker } from '#tests/worker/harness.ts'
import { type JobCounts, type JobName, jobNames } from '#worker/jobs/contract.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const everyMinute: readonly JobName[] = [
  'correct-counters',
  'queue-quota-emails',
  'send-emails',
  'settle-payments',
  'continue-batches',
  'check-monitors',
  'delete-due-tokens',
  'check-redis',
  'alert-operator',
  'deliver-webhooks',
  'record-outages',
  'record-api-incidents',
  'publish-status',
  'sign-records',
]

const worker = await openWorker('clock')
vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
await worker.sql`
  create table begun (name text);
  create function note_start() returns trigger language plpgsql as $$
    begin
      -- Only a claim sets a lease of five minutes.
      if new.next_run_at = new.started_at + interval '5 minutes' then insert into begun values (new.name); end if;
      return null;
    end $$;
  create trigger note_start after insert or update on job_runs for each row execute function note_start();
  create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'the secret of %', old.organization_id; end $$`

// The clock of these tests never goes back.
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

beforeEach(async () => {
  pass(HOUR)
  await worker.fakes.reset(worker.namespace)
  await worker.sql`truncate job_runs, begun, status_outages`
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.settle()
})

/** The jobs that have begun since this was last asked. */
async function startedJobs(): Promise<string[]> {
  const rows = await worker.sql<{ name: string }>`with gone as (delete from begun returning name) select name
    from gone`
  return rows.map(({ name }) => name).toSorted()
}
const sorted = (names: readonly string[]) => names.toSorted()

const health = async () => (await worker.health()).body
const told = async (name: JobName) => (await health()).jobs.find((job) => job.name === name)
/** What the last success of a job did; only the database knows. */
const did = async (name: JobName) =>
  (await worker.sql<{ counts: JobCounts }>`select counts from job_runs where name = ${name}`)[0]?.counts
const now = () => new Date().toISOString()

/** What is logged in the meantime, except for requests. */
function logged(): string[] {
  const lines: string[] = []
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => {
      if (JSON.parse(String(line)).what !== 'request') lines.push(String(line))
    })
  return lines
}

/** The next cron finds only this job due. */
const onlyDue = (name: JobName) =>
  worker.sql`insert into job_runs (name, next_run_at, started_at)
     select other, ${new Date(Date.now() + HOUR).toISOString()}, ${now()} from unnest(${jobNames.filter((other) => other !== name)}::text[]) as other
     on conflict (name) do update set next_run_at = excluded.next_run_at`

/** Tokens whose deletion is due. */
const dueTokens = (count: number) =>
  worker.sql`insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, delete_at)
     select 'Due', gen_random_uuid(), '', '', (select min(id) from organizations), '{"read":true,"validation":true}', ${now()}
       from generate_series(1, ${count}::int)`
const dueLeft = async () =>
  (
    await worker.sql<{
      count: number
    }>`select count(*)::int as count from api_tokens where delete_at <= ${now()}`
  )[0]?.count

describe('cron', () => {
  it('runs every job at first, and plans the next run after its interval', async () => {
    expect((await health()).jobs).toEqual(
      jobNames.map((name) => ({
        name,
        lastRunAt: null,
        lastSuccessAt: null,
        succeeded: null,
        failures: 0,
        error: null,
        milliseconds: null,
      })),
    )
    await worker.runCron()
    expect(await startedJobs()).toEqual(sorted(jobNames))
    const { status, jobs } = await health()
    expect(status).toBe('ok')
    expect(jobs.map(({ name }) => name)).toEqual(jobNames)
    for (const job of jobs)
      expect(job).toMatchObject({ lastRunAt: now(), lastSuccessAt: now(), succeeded: true })

    const runs = await worker.sql<{ name: JobName; minutes: number }>`
      select name, extract(epoch from next_run_at - started_at + interval '30 seconds')::int / 60 as minutes
         from job_runs order by name`
    const intervals: { [minutes: number]: JobName[] } = {}
    for (const { name, minutes } of runs) intervals[minutes] = [...(intervals[minutes] ?? []), name]
    expect(intervals).toEqual({
      1: sorted(everyMinute),
      5: ['compare-new-payments', 'count-usage', 'delete-organizations', 'end-grace-periods', 'record-slots'],
      15: ['record-status-days'],
      60: [
        'delete-expired-records',
        'delete-old-activity',
        'delete-old-rows',
        'queue-card-emails',
        'queue-monitor-digests',
        'reencrypt-secrets',
        'remind-two-factor',
        'write-dead-calls',
      ],
      1440: ['compare-subscriptions', 'compare-transactions'],
    })
  })

  it('skips no job if it fires early, and runs none twice if it fires twice', { tags: 'deep' }, async () => {
    await worker.runCron()
    await startedJobs()
    pass(45 * SECOND)
    await worker.runCron()
    expect(await startedJobs()).toEqual(sorted(everyMinute))
    pass(15 * SECOND)
    await worker.runCron()
    expect(await startedJobs()).toEqual([])
  })

  it('runs each job once when crons overlap', async () => {
    await dueTokens(30)
    const lines = logged()
    await Promise.all([1, 2, 3, 4, 5].map(() => worker.runCron()))
    expect(await startedJobs()).toEqual(sorted(jobNames))
    expect(
      lines.filter((line) => line.includes('delete-due-tokens')).map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ level: 'info', what: 'job: delete-due-tokens', deleted: expect.any(Number) }),
    ])
    expect(await dueLeft()).toBe(0)
  })

  it('logs one line for each job that did something', { tags: 'deep' }, async () => {
    await worker.runCron()
    pass(HOUR)
    const lineOf = (what: string) => ({ level: 'info', what, requestId: expect.any(String) })
    const quiet = logged()
    await worker.runCron()
    // An hour without cron jobs.
    expect(quiet.map((line) => JSON.parse(line))).toEqual([
      { ...lineOf('job: record-api-incidents'), incidents: 1 },
    ])
    await dueTokens(2)
    pass(MINUTE)
    const lines = logged()
    await worker.runCron()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...lineOf('job: delete-due-tokens'), deleted: 2 },
    ])
    expect(await did('delete-due-tokens')).toEqual({ deleted: 2 })
  })

  it('continues in the next minute after a run reached its limit', { tags: 'deep' }, async () => {
    await worker.sql`insert into session (sid, sess, expire, user_id)
       select 'ended ' || i, '{"userAgent":null}', ${now()}::timestamptz, (select min(id) from users) from generate_series(1, 10003) as i`
    await worker.runCron()
    expect(await did('delete-old-rows')).toMatchObject({ sessions: 10_000 })
    pass(MINUTE)
    await worker.runCron()
    expect(await told('delete-old-rows')).toMatchObject({ lastRunAt: now() })
    expect((await did('delete-old-rows'))?.sessions).toBeLessThan(10)
    await startedJobs()
    pass(MINUTE)
    await worker.runCron()
    expect(await startedJobs()).toEqual(sorted(everyMinute))
  })
})

describe('a job that fails', () => {
  it('is reported by /api/health, logged without the message, and retried; others run', async () => {
    await worker.runCron()
    const firstRun = now()
    await dueTokens(3)
    await worker.sql`create trigger refuse before delete on api_tokens for each row execute function refuse()`
    pass(MINUTE)
    const lines = logged()
    await worker.runCron()
    await worker.sql`drop trigger refuse on api_tokens`
    expect(await told('delete-due-tokens')).toEqual({
      name: 'delete-due-tokens',
      lastRunAt: now(),
      lastSuccessAt: firstRun,
      succeeded: false,
      failures: 1,
      error: 'Error P0001',
      milliseconds: 0,
    })
    expect(await did('delete-due-tokens')).toEqual({ deleted: 0 })
    for (const name of everyMinute)
      if (name !== 'delete-due-tokens')
        expect(await told(name)).toMatchObject({ lastRunAt: now(), lastSuccessAt: now(), succeeded: true })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', what: 'job: delete-due-tokens', code: 'P0001' }),
    ])
    expect(lines.join()).not.toContain('the secret of')
    expect(JSON.stringify(await health())).not.toContain('the secret of')

    pass(MINUTE)
    await worker.runCron()
    expect(await told('delete-due-tokens')).toMatchObject({ lastSuccessAt: now(), succeeded: true })
    expect(await dueLeft()).toBe(0)
  })

  it('is retried in the next minute, even if it runs hourly', { tags: 'deep' }, async () => {
    await worker.sql`
      insert into session (sid, sess, expire, user_id) select 'ended', '{"userAgent":null}', '2020-01-01', min(id) from users;
      create function keep() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$;
      create trigger keep before delete on session for each row execute function keep()`
    logged()
    await worker.runCron()
    await worker.sql`drop trigger keep on session; drop function keep`
    expect(await told('delete-old-rows')).toMatchObject({
      lastRunAt: now(),
      lastSuccessAt: null,
      succeeded: false,
    })
    pass(MINUTE)
    await worker.runCron()
    expect(await told('delete-old-rows')).toMatchObject({ lastRunAt: now(), succeeded: true })
  })

  it('does not keep others from running while Redis is down', { tags: 'deep' }, async () => {
    await worker.fault({ service: 'upstash' })
    const lines = logged()
    await worker.runCron()
    await worker.fakes.reset(worker.namespace)
    pass(2 * SECOND)
    const { jobs } = await health()
    expect(jobs.filter(({ succeeded }) => !succeeded).map(({ name }) => name)).toEqual([
      'record-outages',
      'record-status-days',
    ])
    expect(lines.join()).toContain('"what":"job: record-outages"')
  })
})

describe('a run that crashes', () => {
  it('is replaced after its claim expires, and cannot overwrite the newer result', {
    tags: 'deep',
  }, async () => {
    await worker.runCron()
    await dueTokens(55)
    await onlyDue('delete-due-tokens')
    pass(MINUTE)
    // It finds and claims its job, deletes the first 50, and never hears of it.
    await worker.fault({ service: 'neon', mode: 'slow', ms: 0, times: 2 })
    await worker.fault({ service: 'neon', mode: 'hang', times: 1, after: true })
    const died = worker.runCron()
    const diedAt = now()
    await eventually(async () => expect(await dueLeft()).toBe(5))
    expect(await told('delete-due-tokens')).toMatchObject({ lastRunAt: diedAt })

    pass(4 * MINUTE + 59 * SECOND)
    await startedJobs()
    await worker.runCron()
    expect(await startedJobs()).not.toContain('delete-due-tokens')
    expect(await dueLeft()).toBe(5)
    pass(SECOND)
    await worker.runCron()
    expect(await startedJobs()).toEqual(['delete-due-tokens'])
    const successor = await told('delete-due-tokens')
    expect(successor).toMatchObject({ lastRunAt: now(), succeeded: true })
    expect(await did('delete-due-tokens')).toEqual({ deleted: 5 })
    expect(await dueLeft()).toBe(0)

    await worker.clearFaults('neon')
    await died
    expect(await told('delete-due-tokens')).toEqual(successor)
    pass(MINUTE)
    await startedJobs()
    await worker.runCron()
    expect(await startedJobs()).toEqual(['delete-due-tokens'])
  })

  it('is no outage of the API', { tags: 'deep' }, async () => {
    await worker.runCron()
    pass(12 * MINUTE)
    await worker.sql`update job_runs set started_at = finished_at + interval '6 minutes'`
    await worker.runCron()
    expect(await worker.sql`select from status_outages where component = 'api'`).toEqual([])
  })

  it('whose result cannot be written runs again after its claim expires', { tags: 'deep' }, async () => {
    await worker.runCron()
    await onlyDue('delete-due-tokens')
    await dueTokens(2)
    pass(MINUTE)
    await worker.fault({ service: 'neon', mode: 'slow', ms: 0, times: 4 })
    await worker.fault({ service: 'neon', mode: 'reset' })
    const lines = logged()
    await worker.runCron()
    await worker.fakes.reset(worker.namespace)
    expect(await dueLeft()).toBe(0)
    expect(lines.join()).toContain('"what":"job result: delete-due-tokens"')
    await startedJobs()
    pass(MINUTE)
    await worker.runCron()
    expect(await startedJobs()).toEqual([])
    pass(4 * MINUTE)
    await worker.runCron()
    expect(await startedJobs()).toEqual(['delete-due-tokens'])
    expect(await told('delete-due-tokens')).toMatchObject({ lastSuccessAt: now() })
  })
})

describe('jobs that take longer than their claim', () => {
  it('are not started again, and do not keep others from running', { tags: 'deep' }, async () => {
    const real = globalThis.fetch
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let held = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const isStatementOfJob = String(input).endsWith('/sql') && !String(init?.body).includes('job_runs')
      if (isStatementOfJob && held < 4) {
        held++
        await released
      }
      return real(input, init)
    })
    const slow = worker.runCron()
    await eventually(() => expect(held).toBe(4))
    const running = async () =>
      (
        await worker.sql<{ name: string }>`select name from job_runs where finished_at is null order by name`
      ).map(({ name }) => name)
    const stuck = await running()
    expect(stuck).toHaveLength(4)
    const first = await startedJobs()

    pass(MINUTE)
    await worker.runCron()
    const second = await startedJobs()
    expect(sorted([...new Set([...first, ...second])])).toEqual(sorted(jobNames))
    expect(await running()).toEqual(stuck)

    for (let minute = 0; minute < 6; minute++) {
      vi.advanceTimersByTime(MINUTE)
      const renewed = new Date(Date.now() + 4 * MINUTE).toISOString()
      await eventually(async () => {
        const rows =
          await worker.sql`select name from job_runs where finished_at is null and next_run_at < ${renewed}`
        expect(rows).toEqual([])
      })
    }
    await worker.runCron()
    const third = await startedJobs()
    expect(third).toContain('delete-due-tokens')
    expect(third.filter((name) => stuck.includes(name))).toEqual([])
    release()
    await slow
    expect(await running()).toEqual([])
  })
})

describe('while PostgreSQL is down', () => {
  it('runs nothing, logs one line, and /api/health is down', async () => {
    await worker.fault({ service: 'neon' })
    const lines = logged()
    const { answered, after } = await worker.trips(async () => {
      await worker.fault({ service: 'neon' })
      await worker.runCron()
    })
    expect([answered.neon.trips, answered.upstash.trips, after.upstash.trips]).toEqual([1, 0, 0])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', what: 'jobs' }),
    ])
    expect(await health()).toEqual({ status: 'down' })
    await worker.fakes.reset(worker.namespace)
    expect(await startedJobs()).toEqual([])
  })

  it('makes at most one statement per /api/health', async () => {
    const { answered } = await worker.trips(() => worker.call('/api/health'))
    expect(answered.neon).toEqual({ trips: 1, statements: 1 })
  })
})
