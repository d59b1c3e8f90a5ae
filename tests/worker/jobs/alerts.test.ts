import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import { recordedCall } from '#tests/worker/recorded-call.ts'
import type { System } from '#worker/admin/contract.ts'
import { requestJob } from '#worker/billing/request-job.ts'
import entry from '#worker/index.ts'
import { alertOperator } from '#worker/jobs/alert-operator.ts'
import { checkRedis } from '#worker/jobs/check-redis.ts'
import { type JobName, jobNames } from '#worker/jobs/contract.ts'
import { deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { recordSlots } from '#worker/jobs/record-slots.ts'
import { writeDeadCalls } from '#worker/jobs/write-dead-calls.ts'
import type { Health } from '#worker/service/contract.ts'

const MINUTE = 60_000

/** Others in each test. */
let to = ''
let epoch = ''
const worker = await openWorker('alerts')
const member = await worker.signUp()

const context = () => worker.context({ ALERT_EMAIL: to, CACHE_EPOCH: epoch })
const check = async () => {
  await alertOperator(context())
  await worker.settle()
}
/** A look that finds nothing, and one ten minutes later. */
const checkTheEnd = async () => {
  await check()
  await worker.sql`update alerts set missing_since = missing_since - interval '10 minutes'`
  await check()
}
const subjects = async () => (await worker.fakes.mailbox(to)).map(({ subject }) => subject)
const health = async () =>
  (await worker.administrator.call<Health>('/api/health', { settings: { CACHE_EPOCH: epoch } })).body
const system = async () => (await worker.administrator.call<System>('/api/admin/system')).body
const problems = async () => (await health()).problems.map(({ code }) => code)
const status = async () => (await health()).status
const newEpoch = async () => {
  epoch = crypto.randomUUID().slice(0, 8)
}

beforeEach(async () => {
  to = `${crypto.randomUUID()}@example.test`
  await newEpoch()
  await worker.fakes.reset(worker.namespace)
  await worker.sql('truncate job_runs, alerts, dead_calls, mails, payment_jobs, service_slots, redis_marks')
  await jobRan('delete-due-tokens', 0)
})

const jobRan = (name: string, minutesAgo: number) =>
  worker.sql(
    `insert into job_runs (name, next_run_at, started_at, finished_at, succeeded_at, succeeded)
     values ($1, now(), now(), now(), now() - make_interval(mins => $2), false)`,
    [name, minutesAgo],
  )

/** What an operator must learn, and what ends it. */
const faults: Record<string, { code: string; begin: () => Promise<unknown>; end: () => Promise<unknown> }> = {
  'a job takes too long': {
    code: 'JOB_LATE/send-emails',
    begin: () => jobRan('send-emails', 22),
    end: () => worker.sql('update job_runs set succeeded_at = now()'),
  },
  'a job fails five times': {
    code: 'JOB_FAILING/delete-old-rows',
    begin: async () => {
      await worker.sql('alter table idempotency_keys rename to idempotency_keys_gone')
      for (let run = 1; run <= 5; run++) {
        expect(await problems()).not.toContain('JOB_FAILING/delete-old-rows')
        await runOnly('delete-old-rows')
      }
    },
    end: async () => {
      await worker.sql('alter table idempotency_keys_gone rename to idempotency_keys')
      await runOnly('delete-old-rows')
    },
  },
  'a job is killed in each run since its first': {
    code: 'JOB_FAILING/sign-records',
    begin: async () => {
      await worker.sql(
        `create function lose() returns trigger language plpgsql as $$ begin return null; end $$`,
      )
      await worker.sql(
        `create trigger lose_result before update on job_runs for each row
         when (new.finished_at is distinct from old.finished_at) execute function lose()`,
      )
      await worker.sql(
        `insert into job_runs (name, next_run_at, started_at) values ('sign-records', now(), now())`,
      )
      for (let run = 1; run <= 5; run++) {
        expect(await problems()).toEqual([])
        await runOnly('sign-records')
      }
    },
    end: async () => {
      await worker.sql('drop function lose cascade')
      await runOnly('sign-records')
    },
  },
  'the cron is silent for two hours': {
    code: 'JOBS_STOPPED',
    begin: async () => {
      await jobRan('send-emails', 120)
      await jobRan('publish-status', 120)
      await worker.sql(`update job_runs set started_at = now() - interval '2 hours'`)
    },
    end: () => worker.sql('update job_runs set started_at = now(), succeeded_at = now()'),
  },
  'an email waits': {
    code: 'EMAILS_WAIT',
    begin: () =>
      worker.sql(
        `insert into mails (idempotency_key, sealed, created_at, next_attempt_at)
         values ('late/1', 'test.A', now() - interval '61 minutes', now() + interval '1 hour')`,
      ),
    end: () => worker.sql(`delete from mails where idempotency_key = 'late/1'`),
  },
  'deliveries of webhooks wait': {
    code: 'WEBHOOKS_WAIT',
    begin: async () => {
      const input = { url: 'https://hooks.example.com/', events: ['batch.completed'] }
      const { body } = await member.post<{ id: string }>('/api/webhooks', input)
      await member.post(`/api/webhooks/${body.id}/test`, {})
      await worker.sql(`update webhook_deliveries set next_try_at = now() - interval '16 minutes'`)
      // Its receiver is slow: something was sent to it a moment ago.
      expect(await problems()).toEqual([])
      await worker.sql(`update webhook_endpoints set updated_at = now() - interval '16 minutes'`)
    },
    end: () => worker.sql('delete from webhook_endpoints'),
  },
  'records wait for their signature': {
    code: 'RECORDS_WAIT',
    begin: () =>
      worker.sql`insert into records
        (id, organization_id, reference_id, live, content, search, created_at, expires_at)
        values ('r', ${member.organization.id}, gen_random_uuid(), true, 'gone.A', '{}',
          now() - interval '16 minutes', now() + interval '1 day')`,
    end: () => worker.sql('delete from records'),
  },
  'a payment waits': {
    code: 'PAYMENTS_WAIT',
    begin: () =>
      worker.sql(
        `insert into payment_jobs (transaction_id, created_at) values ('txn_late', now() - interval '61 minutes')`,
      ),
    end: () => worker.sql('delete from payment_jobs'),
  },
  '20,000 calls can’t be recorded': {
    code: 'CALLS_DEAD',
    begin: async () => {
      await giveUp({ outcome: 'of another release' })
      await worker.sql(
        `insert into dead_calls (id, body) select 'call ' || n, '{}' from generate_series(2, 20000) as n`,
      )
    },
    end: () => worker.sql('delete from dead_calls'),
  },
  'the queue gets stuck': {
    code: 'CALLS_WAIT',
    begin: async () => {
      await worker.callQueue.sendBatch([{ body: { outcome: 'of another release' } }])
      worker.callQueue.age(9 * MINUTE)
      expect(await problems()).toEqual([])
      worker.callQueue.age(2 * MINUTE)
    },
    end: async () => worker.callQueue.drop(),
  },
  'isolates are killed': {
    code: 'CALLS_LOST',
    begin: async () => {
      await recordSlotsIn(-10 * MINUTE)
      const { token } = await member.createToken()
      for (let call = 1; call <= 4; call++) await callAndDie(token)
      await recordSlotsIn(-5 * MINUTE)
      await recordSlotsIn(0)
      expect(await problems()).toEqual([])
      await callAndDie(token)
      await recordSlotsIn(5 * MINUTE)
      await recordSlotsIn(10 * MINUTE)
    },
    end: () => worker.sql(`update service_slots set starts_at = starts_at - interval '2 hours'`),
  },
  'Redis loses its data': {
    code: 'REDIS_LOST_DATA',
    begin: async () => {
      await checkRedis(context())
      await checkRedis(context())
      expect(await problems()).toEqual([])
      await worker.fakes.flushRedis(worker.namespace)
      await checkRedis(context())
      await checkRedis(context())
    },
    end: () => worker.sql(`update redis_marks set lost_at = lost_at - interval '61 minutes'`),
  },
  'Redis goes back to older data': {
    code: 'REDIS_WENT_BACK',
    begin: async () => {
      await checkRedis(context())
      const old = String(await worker.redis('GET', `mark:${epoch}`))
      await checkRedis({ ...context(), now: new Date(Date.now() + MINUTE) })
      await worker.redis('SET', `mark:${epoch}`, old)
      await checkRedis({ ...context(), now: new Date(Date.now() + 2 * MINUTE) })
      await checkRedis({ ...context(), now: new Date(Date.now() + 3 * MINUTE) })
    },
    end: newEpoch,
  },
  'Redis is down': {
    code: 'REDIS_DOWN',
    begin: () => worker.fault({ service: 'upstash' }),
    end: async () => {
      await worker.clearFaults('upstash')
      await worker.redisAnswers()
    },
  },
}

/** Runs the job as the cron does, and no other. */
async function runOnly(name: JobName): Promise<void> {
  await worker.sql(
    `insert into job_runs (name, next_run_at, started_at, finished_at)
     select name, case name when $1 then now() - interval '1 minute' else now() + interval '1 hour' end, now(), now()
     from unnest($2::text[]) as name
     on conflict (name) do update set next_run_at = excluded.next_run_at`,
    [name, jobNames],
  )
  await worker.runCron()
}

const recordSlotsIn = (milliseconds: number) =>
  recordSlots({ ...context(), now: new Date(Date.now() + milliseconds) })

/** A call that was counted before its answer. The isolate is killed before it records the outcome. */
async function callAndDie(token: string): Promise<void> {
  await worker.validate(token)
  worker.callQueue.drop()
}

/** Cloudflare delivers what the queue for calls gave up. */
async function giveUp(body: object): Promise<string> {
  const id = crypto.randomUUID()
  const batch = createMessageBatch('tinproof-calls-dead', [{ id, timestamp: new Date(), attempts: 1, body }])
  await entry.queue(batch, worker.settings, { waitUntil() {} })
  const { outcome, retryMessages } = await getQueueResult(batch, createExecutionContext())
  expect([outcome, retryMessages]).toEqual(['ok', []])
  return id
}

/** One of jobs and one of Redis. The others are deep. */
const quick = ['JOB_LATE/send-emails', 'JOB_FAILING/sign-records', 'REDIS_DOWN']

describe.each(Object.entries(faults))('when %s', (_, { code, begin, end }) => {
  const tags = quick.includes(code) ? [] : ['deep']
  it('the operator gets one email at the second look, and one ten minutes after the end', {
    tags,
  }, async () => {
    await begin()
    expect([await problems(), await status()]).toEqual([[code], 'degraded'])
    await check()
    expect(await subjects()).toEqual([])
    await check()
    await check()
    expect(await subjects()).toEqual([`Tinproof needs attention: ${code}`])
    expect(JSON.stringify(await worker.fakes.mailbox(to))).not.toContain('`')
    await end()
    await checkTheEnd()
    expect((await subjects()).toSorted()).toEqual([
      `Tinproof is back to normal: ${code}`,
      `Tinproof needs attention: ${code}`,
    ])
    expect([await problems(), await status()]).toEqual([[], 'ok'])
  })
})

/** A look at the problems that learns nothing of these. */
const blindLooks: Record<string, () => Promise<void>> = {
  PAYMENTS_WAIT: async () => {
    await worker.sql('alter table payment_jobs rename to payment_jobs_gone')
    await check()
    await worker.sql('alter table payment_jobs_gone rename to payment_jobs')
  },
  CALLS_WAIT: async () => {
    const metrics = vi.spyOn(worker.callQueue, 'metrics')
    metrics.mockRejectedValueOnce(new Error('The queue fails'))
    await check()
    metrics.mockReturnValueOnce(new Promise(() => {}))
    await check()
    metrics.mockRestore()
  },
  // It fails because of Redis now, which hides the other cause.
  'JOB_FAILING/delete-old-rows': async () => {
    await worker.sql(`update job_runs set error = 'RedisUnavailable' where failures > 0`)
    await worker.during({ service: 'upstash' }, check)
    await worker.redisAnswers()
  },
}

it.each(Object.entries(blindLooks))('does not end %s while nobody knows', async (code, look) => {
  const [fault] = Object.values(faults).filter((each) => each.code === code)
  await fault?.begin()
  await check()
  await check()
  await look()
  await check()
  await check()
  expect(await subjects()).toEqual([`Tinproof needs attention: ${code}`])
  expect((await system()).incidents).toMatchObject([{ code, endedAt: null }])
  await fault?.end()
  await checkTheEnd()
  expect(await subjects()).toContain(`Tinproof is back to normal: ${code}`)
})

it('tells the operator at the end of a time without jobs, when nobody could send an email', async () => {
  await jobRan('alert-operator', 120)
  await worker.sql(`update job_runs set finished_at = now() - interval '2 hours', succeeded_at = now()`)
  await check()
  await worker.sql('update job_runs set finished_at = now()')
  await check()
  const { incidents } = await system()
  expect(incidents).toMatchObject([{ code: 'JOBS_STOPPED' }])
  const [{ startedAt, endedAt } = { startedAt: '', endedAt: null }] = incidents
  expect(Math.round((Date.parse(endedAt ?? '') - Date.parse(startedAt)) / MINUTE)).toBe(120)
  await checkTheEnd()
  expect(await subjects()).toEqual(['Tinproof is back to normal: JOBS_STOPPED'])
})

it('shows that the job that sends alerts fails', { tags: 'deep' }, async () => {
  await worker.sql('alter table alerts rename to alerts_gone')
  for (let run = 1; run <= 5; run++) await runOnly('alert-operator')
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
  for (let run = 1; run <= 5; run++) await runOnly('compare-subscriptions')
  await worker.sql('alter table subscriptions_gone rename to subscriptions')
  expect(await problems()).toEqual(['JOB_FAILING/compare-subscriptions'])
})

it('isn’t over for a late job that then fails', async () => {
  await jobRan('send-emails', 22)
  for (let run = 0; run < 2; run++) await check()
  await worker.sql(`update job_runs set failures = 5 where name = 'send-emails'`)
  for (let run = 0; run < 2; run++) await check()
  expect(await subjects()).toHaveLength(2)
  expect((await subjects()).filter((subject) => subject.includes('normal'))).toEqual([])
})

it('is one problem if Redis is down and jobs fail because of that', async () => {
  await worker.during({ service: 'upstash' }, async () => {
    for (let run = 1; run <= 5; run++) await runOnly('correct-counters')
    expect(await problems()).toEqual(['REDIS_DOWN'])
  })
  await worker.redisAnswers()
})

describe('the System page', () => {
  it('counts calls, failed and lost ones by hour and by day', async () => {
    await recordSlotsIn(-10 * MINUTE)
    const { token } = await member.createToken()
    await worker.validate(token)
    await worker.settle()
    await callAndDie(token)
    const slot = `register:slot:${Math.floor(Date.now() / (5 * MINUTE))}`
    await worker.redis('HSET', slot, 'api failed', '3')
    await recordSlotsIn(-5 * MINUTE)
    await recordSlotsIn(0)
    await recordSlotsIn(0)
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

it('sends no more emails if a problem is found again within ten minutes', async () => {
  for (let time = 0; time < 2; time++) {
    await giveUp({ outcome: 'of another release' })
    await check()
    await check()
    await worker.sql('delete from dead_calls')
    await check()
  }
  expect(await subjects()).toEqual(['Tinproof needs attention: CALLS_DEAD'])
  await checkTheEnd()
  expect(await subjects()).toHaveLength(2)
  expect((await system()).incidents).toHaveLength(1)
})

it('tells nothing of a problem that is gone at the second look', async () => {
  await jobRan('send-emails', 22)
  await check()
  await worker.sql('update job_runs set succeeded_at = now()')
  await check()
  await check()
  expect(await subjects()).toEqual([])
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
  expect((await writeDeadCalls(context())).counts).toEqual({ written: 1 })
  await worker.sql`delete from dead_calls where id like '!%'`
  expect(await worker.sql('select id from dead_calls')).toEqual([{ id: unreadable }])
  expect(await worker.sql('select spent from api_activities where request_id = $1', [requestId])).toEqual([
    { spent: 1 },
  ])
  expect(await writeDeadCalls(context())).toEqual({ counts: { written: 0 }, hasMore: false })
})

it('tries 10,000 calls that were given up in a run, and goes on with the others in the next', async () => {
  await worker.sql`insert into dead_calls (id, body) select '!' || n, '{}' from generate_series(1, 10000) as n`
  await giveUp(recordedCall(member.organization.id))
  expect(await writeDeadCalls(context())).toEqual({ counts: { written: 0 }, hasMore: true })
  expect(await writeDeadCalls(context())).toMatchObject({ counts: { written: 1 } })
})
