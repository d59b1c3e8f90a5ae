import { describe, expect, it, vi } from 'vitest'
import { checkRedis } from '#worker/jobs/check-redis.ts'
import { openWatchedWorker } from './watched-worker.ts'

const MINUTE = 60_000
const worker = await openWatchedWorker('alerts')
const { context, giveUp, jobRan, member, runJob } = worker
const { check, checkTheEnd, problems, status, subjects, system } = worker

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
        await runJob('delete-old-rows')
      }
    },
    end: async () => {
      await worker.sql('alter table idempotency_keys_gone rename to idempotency_keys')
      await runJob('delete-old-rows')
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
         when (new.started_at = old.started_at and new.finished_at is distinct from old.finished_at) execute function lose()`,
      )
      await worker.sql(
        `insert into job_runs (name, next_run_at, started_at) values ('sign-records', now(), now())`,
      )
      for (let run = 1; run <= 5; run++) {
        expect(await problems()).toEqual([])
        await runJob('sign-records')
      }
    },
    end: async () => {
      await worker.sql('drop function lose cascade')
      await runJob('sign-records')
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
      await worker.recordSlotsIn(-10 * MINUTE)
      const { token } = await member.createToken()
      for (let call = 1; call <= 4; call++) await worker.callAndDie(token)
      await worker.recordSlotsIn(-5 * MINUTE)
      await worker.recordSlotsIn(0)
      expect(await problems()).toEqual([])
      await worker.callAndDie(token)
      await worker.recordSlotsIn(5 * MINUTE)
      await worker.recordSlotsIn(10 * MINUTE)
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
      const old = String(await worker.redis('GET', worker.markKey()))
      await checkRedis({ ...context(), now: new Date(Date.now() + MINUTE) })
      await worker.redis('SET', worker.markKey(), old)
      await checkRedis({ ...context(), now: new Date(Date.now() + 2 * MINUTE) })
      await checkRedis({ ...context(), now: new Date(Date.now() + 3 * MINUTE) })
    },
    end: worker.newEpoch,
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

/** One of jobs and one of Redis. The others are deep. */
const quick = ['JOB_FAILING/sign-records', 'REDIS_DOWN']

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
    expect(JSON.stringify(await worker.emails())).not.toContain('`')
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

it.each(Object.entries(blindLooks))(
  'does not end %s while nobody knows',
  { tags: 'deep' },
  async (code, look) => {
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
  },
)

const silences = [['no job ran', 0] as const, ['the job that sends them failed', 119] as const]
it.each(silences)('tells the operator at the end of a time without alerts: %s', async (_, failures) => {
  await jobRan('alert-operator', 120)
  await worker.sql(
    `update job_runs set finished_at = now(), failures = case when name = 'alert-operator' then $1::int else 0 end,
      succeeded_at = now() - case when name = 'alert-operator' then interval '2 hours' else interval '0' end`,
    [failures],
  )
  await check()
  await worker.sql('update job_runs set succeeded_at = now(), failures = 0')
  await check()
  const { incidents } = await system()
  expect(incidents).toMatchObject([{ code: 'JOBS_STOPPED' }])
  const [{ startedAt, endedAt } = { startedAt: '', endedAt: null }] = incidents
  expect(Math.round((Date.parse(endedAt ?? '') - Date.parse(startedAt)) / MINUTE)).toBe(120)
  await checkTheEnd()
  expect(await subjects()).toEqual(['Tinproof is back to normal: JOBS_STOPPED'])
})

it('isn’t over for a late job that then fails', { tags: 'deep' }, async () => {
  await jobRan('send-emails', 22)
  for (let run = 0; run < 2; run++) await check()
  await worker.sql(`update job_runs set failures = 5 where name = 'send-emails'`)
  for (let run = 0; run < 2; run++) await check()
  expect(await subjects()).toHaveLength(2)
  expect((await subjects()).filter((subject) => subject.includes('normal'))).toEqual([])
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
