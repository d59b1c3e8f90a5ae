import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import entry from '#worker/index.ts'
import { alertOperator } from '#worker/jobs/alert-operator.ts'
import { writeDeadCalls } from '#worker/jobs/write-dead-calls.ts'

/** Another one in each test. */
let to = ''
const worker = await openWorker('alerts')
const member = await worker.signUp()

const context = () => worker.context({ ALERT_EMAIL: to })
const check = async () => {
  await alertOperator(context())
  await worker.settle()
}
const subjects = async () => (await worker.fakes.mailbox(to)).map(({ subject }) => subject)
const problems = async () => (await worker.health()).body.problems.map(({ code }) => code)
const status = async () => (await worker.call<{ status: string }>('/api/health')).body.status

beforeEach(async () => {
  to = `${crypto.randomUUID()}@example.test`
  await worker.fakes.reset(worker.namespace)
  await worker.sql('truncate job_runs, alerts, dead_calls, mails, payment_jobs')
})

const jobRan = (name: string, minutesAgo: number) =>
  worker.sql(
    `insert into job_runs (name, next_run_at, started_at, finished_at, succeeded_at, succeeded)
     values ($1, now(), now(), now(), now() - make_interval(mins => $2), false)`,
    [name, minutesAgo],
  )

/** What an operator must learn, and what ends it. */
const faults: Record<string, { code: string; begin: () => Promise<unknown>; end: () => Promise<unknown> }> = {
  'a job fails': {
    code: 'JOB_LATE/send-emails',
    begin: () => jobRan('send-emails', 22),
    end: () => worker.sql('update job_runs set succeeded_at = now()'),
  },
  'the cron is silent for two hours': {
    code: 'JOB_LATE/clear-sign-ins',
    begin: () => jobRan('clear-sign-ins', 120),
    end: () => worker.sql('update job_runs set succeeded_at = now()'),
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
  'a payment waits': {
    code: 'PAYMENTS_WAIT',
    begin: () =>
      worker.sql(
        `insert into payment_jobs (transaction_id, created_at) values ('txn_late', now() - interval '61 minutes')`,
      ),
    end: () => worker.sql('delete from payment_jobs'),
  },
  'a call can’t be recorded': {
    code: 'CALLS_DEAD',
    begin: () => giveUp({ outcome: 'of another release' }),
    end: () => worker.sql('delete from dead_calls'),
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

/** Cloudflare delivers what the queue for calls gave up. */
async function giveUp(body: object): Promise<string> {
  const id = crypto.randomUUID()
  const batch = createMessageBatch('tinproof-calls-dead', [{ id, timestamp: new Date(), attempts: 1, body }])
  await entry.queue(batch, worker.settings, { waitUntil() {} })
  const { outcome, retryMessages } = await getQueueResult(batch, createExecutionContext())
  expect([outcome, retryMessages]).toEqual(['ok', []])
  return id
}

describe.each(Object.entries(faults))('when %s', (_, { code, begin, end }) => {
  it('the operator gets one email at the second look, and one at the end', async () => {
    await begin()
    expect([await problems(), await status()]).toEqual([[code], 'degraded'])
    await check()
    expect(await subjects()).toEqual([])
    await check()
    await check()
    expect(await subjects()).toEqual([`Tinproof needs attention: ${code}`])
    await end()
    await check()
    await check()
    expect((await subjects()).toSorted()).toEqual([
      `Tinproof is back to normal: ${code}`,
      `Tinproof needs attention: ${code}`,
    ])
    expect([await problems(), await status()]).toEqual([[], 'ok'])
  })
})

it('tells nothing of a problem that is gone at the second look', async () => {
  await jobRan('send-emails', 22)
  await check()
  await worker.sql('update job_runs set succeeded_at = now()')
  await check()
  await check()
  expect(await subjects()).toEqual([])
})

it('finds nothing in a job that is not due, or that is new', async () => {
  await jobRan('compare-subscriptions', 23 * 60)
  await worker.sql(
    `insert into job_runs (name, next_run_at, started_at) values ('send-emails', now(), now())`,
  )
  expect(await problems()).toEqual([])
})

it('shows problems to platform administrators only', async () => {
  await jobRan('send-emails', 22)
  expect((await member.call('/api/health')).body).toEqual({ status: 'degraded' })
})

it('writes a call that was given up once a release can, and keeps the others', async () => {
  const requestId = crypto.randomUUID()
  const call = {
    requestId,
    organizationId: member.organization.id,
    tokenId: null,
    method: 'POST',
    endpoint: '/api/tinproof/validate',
    statusCode: 200,
    outcome: 'valid',
    responseTime: 3,
    country: 'DE',
    spent: 1,
    at: new Date().toISOString(),
  }
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
  expect((await writeDeadCalls(context())).counts).toEqual({ written: 0 })
})
