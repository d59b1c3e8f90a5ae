import { describe, expect, it, vi } from 'vitest'
import { recordedCall } from '#tests/worker/recorded-call.ts'
import { requestJob } from '#worker/billing/request-job.ts'
import { deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { writeDeadCalls } from '#worker/jobs/write-dead-calls.ts'
import { openWatchedWorker } from './watched-worker.ts'

const MINUTE = 60_000
const worker = await openWatchedWorker('system_page')
const { check, context, giveUp, health, jobRan, member, problems, runJob, system } = worker

it('shows that the job that sends alerts fails', { tags: 'deep' }, async () => {
  await worker.sql('alter table alerts rename to alerts_gone')
  for (let run = 1; run <= 5; run++) await runJob('alert-operator')
  await worker.sql('alter table alerts_gone rename to alerts')
  const { problems: found, jobs } = await health()
  expect(found.map(({ code }) => code)).toEqual(['JOB_FAILING/alert-operator'])
  expect(jobs.find(({ name }) => name === 'alert-operator')).toMatchObject({
    failures: 5,
    error: expect.stringMatching(/ 42P01$/),
    succeeded: false,
  })
})

it('says at the fifth failure that a job fails that had more to do, not a day later', async () => {
  await worker.sql(
    `insert into job_runs (name, next_run_at, started_at, finished_at, succeeded_at, succeeded)
     values ('compare-subscriptions', now(), now(), now(), now(), true)`,
  )
  await worker.sql('alter table subscriptions rename to subscriptions_gone')
  for (let run = 1; run <= 5; run++) await runJob('compare-subscriptions')
  await worker.sql('alter table subscriptions_gone rename to subscriptions')
  expect(await problems()).toEqual(['JOB_FAILING/compare-subscriptions'])
})

it('is one problem if Redis is down and jobs fail because of that', async () => {
  await worker.during({ service: 'upstash' }, async () => {
    for (let run = 1; run <= 5; run++) await runJob('correct-counters')
    expect(await problems()).toEqual(['REDIS_DOWN'])
  })
  await worker.redisAnswers()
})

describe('the System page', () => {
  it('counts calls, failed and lost ones by hour and by day', async () => {
    await worker.recordSlotsIn(-10 * MINUTE)
    const { token } = await member.createToken()
    await worker.validate(token)
    await worker.settle()
    await worker.callAndDie(token)
    const slot = `register:slot:${Math.floor(Date.now() / (5 * MINUTE))}`
    await worker.redis('HSET', slot, 'api failed', '3')
    await worker.recordSlotsIn(-5 * MINUTE)
    await worker.recordSlotsIn(0)
    await worker.recordSlotsIn(0)
    const { hours, days } = await system()
    expect([hours.length, days.length]).toEqual([24, 30])
    for (const points of [hours, days]) {
      const total = (name: 'calls' | 'failed' | 'lost') => points.reduce((sum, each) => sum + each[name], 0)
      expect([total('calls'), total('failed'), total('lost')]).toEqual([2, 3, 1])
    }
    await worker.redis('DEL', slot)
  })

  it('shows problems with their begin, and past ones with their end', async () => {
    await giveUp({ outcome: 'of another release' })
    expect((await system()).problems).toMatchObject([{ code: 'CALLS_DEAD', since: null }])
    await check()
    await check()
    const { problems: found, incidents, hours, deadCalls } = await system()
    expect(found).toEqual([
      {
        code: 'CALLS_DEAD',
        message: expect.any(String),
        advice: expect.any(String),
        since: incidents[0]?.startedAt,
      },
    ])
    expect(incidents).toMatchObject([{ code: 'CALLS_DEAD', endedAt: null }])
    expect(hours.at(-1)?.problems).toBe(1)
    expect(deadCalls).toEqual({ count: 1, oldest: expect.any(String) })
    await worker.sql('delete from dead_calls')
    await check()
    const later = await system()
    expect([later.status, later.problems]).toEqual(['ok', []])
    expect(later.incidents).toMatchObject([{ code: 'CALLS_DEAD', endedAt: expect.any(String) }])
    expect(later.databaseBytes).toBeGreaterThan(0)
  })

  it('forgets slots after 30 days, and incidents after 90', async () => {
    await worker.sql(
      `insert into service_slots (starts_at) select now() - make_interval(days => d) from unnest(array[29, 31]) as d`,
    )
    await worker.sql(
      `insert into alerts (code, created_at, emailed_at, ended_at)
       select 'TEST', now() - make_interval(days => d), now(), now() from unnest(array[89, 91]) as d`,
    )
    expect((await deleteOldRows(context())).counts).toMatchObject({ slots: 1, alerts: 1 })
  })
})

it('counts how long a payment job waits from its last request', async () => {
  await worker.sql(
    `insert into payment_jobs (transaction_id, status, created_at)
     values ('txn_settled', 'completed', now() - interval '2 months')`,
  )
  await requestJob(context().db, { transactionId: 'txn_settled' })
  expect(await problems()).toEqual([])
  expect(Date.now() - Date.parse((await system()).payments.oldest ?? '')).toBeLessThan(MINUTE)
  await worker.sql(`update payment_jobs set created_at = created_at - interval '61 minutes'`)
  expect(await problems()).toEqual(['PAYMENTS_WAIT'])
})

it('finds nothing in a job that is not due, or that is new', async () => {
  await jobRan('compare-subscriptions', 23 * 60)
  await worker.sql(
    `insert into job_runs (name, next_run_at, started_at) values ('send-emails', now(), now())`,
  )
  expect(await problems()).toEqual([])
})

it('says that no job has run yet, as without a cron trigger', async () => {
  await worker.sql('truncate job_runs')
  expect((await health()).problems).toMatchObject([{ code: 'JOBS_STOPPED', message: 'No job has run yet.' }])
})

it('shows problems to platform administrators only', async () => {
  await jobRan('send-emails', 22)
  expect((await member.call('/api/health')).body).toEqual({ status: 'degraded' })
})

it('writes a call that was given up once a release can, and keeps the others', async () => {
  const requestId = crypto.randomUUID()
  const call = recordedCall(member.organization.id, { requestId })
  await giveUp(call)
  // More than a page, all before the call.
  await worker.sql`insert into dead_calls (id, body) select '!' || n, '{}' from generate_series(1, 1000) as n`
  const unreadable = await giveUp({ ...call, requestId: crypto.randomUUID(), outcome: 'of another release' })
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect((await writeDeadCalls(context())).counts).toEqual({ written: 1 })
  expect(log.mock.lastCall?.join()).toContain('"what":"unreadable call: outcome"')
  log.mockRestore()
  await worker.sql`delete from dead_calls where id like '!%'`
  expect(await worker.sql('select id from dead_calls')).toEqual([{ id: unreadable }])
  expect(await worker.sql('select spent from api_activities where request_id = $1', [requestId])).toEqual([
    { spent: 1 },
  ])
  expect(await writeDeadCalls(context())).toEqual({ counts: { written: 0 }, hasMore: false })
})

it('tries 10,000 calls that were given up in a run, goes on with the others in the next, and tries each once an hour', {
  tags: 'deep',
}, async () => {
  await worker.sql`insert into dead_calls (id, body) select '!' || n, '{}' from generate_series(1, 10000) as n`
  await giveUp(recordedCall(member.organization.id))
  expect(await writeDeadCalls(context())).toEqual({ counts: { written: 0 }, hasMore: true })
  expect(await writeDeadCalls(context())).toEqual({ counts: { written: 1 }, hasMore: false })
  await worker.sql`delete from dead_calls`
  await giveUp(recordedCall(member.organization.id))
  await worker.sql`update dead_calls set tried_at = now() - interval '29 minutes'`
  expect((await writeDeadCalls(context())).counts).toEqual({ written: 0 })
  await worker.sql`update dead_calls set tried_at = tried_at - interval '30 minutes', created_at = now() - interval '1 month'`
  expect((await writeDeadCalls(context())).counts).toEqual({ written: 1 })
})
