import { beforeEach, describe, expect, it } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import { whileLocked } from '#tests/worker/overlap.ts'
import type { Context } from '#worker/context.ts'
import { continueBatches } from '#worker/jobs/continue-batches.ts'
import { correctCounters } from '#worker/jobs/correct-counters.ts'
import { deleteDueTokens } from '#worker/jobs/delete-due-tokens.ts'
import { deleteOldActivity, deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import type { JobResult } from '#worker/jobs/job.ts'

const worker = await openWorker('jobs')
const member = await worker.signUp('owner-of-jobs')

const { context } = worker

type Part = {
  /** By default, `deleteOldRows`. */
  run?: (ctx: Context) => Promise<JobResult>
  table: string
  /** The condition of due rows. */
  due: string
  /** The condition of all rows of these tests, if there are others. */
  inserted?: string
  /** Inserts `$1` due rows of the organization `$2` and the user `$3`. */
  insertDue: string
  insertOthers: string
  /** For what all jobs have in common: the most rows of one run and of one statement. */
  shared?: { limit: number; batch: number }
}

const series =
  'generate_series(1, $1::int) as i, (select $2::text as organization, $3::int as owner) as input'

/** By their keys in the counts of their jobs. */
const parts: Record<string, Part> = {
  deleted: {
    run: deleteDueTokens,
    table: 'api_tokens',
    due: "name like 'Due%'",
    inserted: "name <> 'default'",
    insertDue: `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, created_by, delete_at)
              select 'Due ' || i, md5(i::text), 'tp_live_', 'abcd', organization, '{"read":true,"validation":false}', owner,
                     now() - interval '1 second' from ${series}`,
    insertOthers: `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, delete_at, expires_at)
              select 'Other', md5(random()::text), 'tp_live_', 'abcd', id, '{"read":true,"validation":false}', ends.delete_at,
                     now() - interval '1 day'
                from organizations, (values (null), (now() + interval '1 hour')) as ends(delete_at) limit 2`,
    shared: { limit: 1_000, batch: 50 },
  },
  invitations: {
    table: 'organization_invitations',
    due: "email like 'due-%'",
    insertDue: `insert into organization_invitations (email, organization_id, invited_by, token, status, expires_at)
              select 'due-' || i || '@example.test', organization, owner, 'due ' || i,
                     (array['pending', 'accepted', 'revoked'])[1 + i % 3], now() - interval '30 days 1 second' from ${series}`,
    insertOthers: `insert into organization_invitations (email, organization_id, token, status, expires_at)
              select status || '@example.test', id, status, status, now() - interval '29 days 23 hours'
                from (select id from organizations limit 1) as organization,
                     (values ('accepted'), ('revoked'), ('pending')) as others(status)`,
  },
  keys: {
    table: 'idempotency_keys',
    due: "id like 'due%'",
    insertDue: `insert into idempotency_keys (id, fingerprint, expires_at)
              select 'due ' || i || organization || owner, 'x', now() - interval '1 second' from ${series}`,
    insertOthers: `insert into idempotency_keys (id, fingerprint, answer, expires_at)
              values ('other 1', 'x', null, now() + interval '1 minute'), ('other 2', 'x', 'y', now() + interval '23 hours')`,
  },
  sessions: {
    table: 'session',
    due: "sid like 'org_%'",
    inserted: "sid like 'org_%' or sid = 'other'",
    insertDue: `insert into session (sid, sess, expire, user_id)
              select organization || i, '{"userAgent":null}', now() - interval '1 second', owner from ${series}`,
    insertOthers: `insert into session (sid, sess, expire, user_id)
              select 'other', '{"userAgent":null}', now() + interval '1 minute', id from users limit 1`,
  },
  resetTokens: {
    table: 'password_reset_tokens',
    due: "token like 'org_%'",
    insertDue: `insert into password_reset_tokens (email, token, used, expires_at)
              select owner || '@example.test', organization || i, i % 2 = 0, now() - interval '1 day 1 second' from ${series}`,
    insertOthers: `insert into password_reset_tokens (email, token, used, expires_at)
              values ('other', 'used', true, now() - interval '23 hours'), ('other', 'new', false, now() + interval '1 hour')`,
  },
  rateLimits: {
    table: 'rate_limit',
    due: "email like 'org_%'",
    insertDue: `insert into rate_limit (email, type, last_attempt, cooldown_until)
              select organization || owner || i, 'password_reset', now() - interval '24 hours 1 second',
                     case when i % 2 = 0 then now() - interval '23 hours' end from ${series}`,
    insertOthers: `insert into rate_limit (email, type, last_attempt, cooldown_until)
              values ('counts', 'password_reset', now() - interval '23 hours', now() - interval '22 hours'),
                     ('bars', 'password_reset', now() - interval '25 hours', now() + interval '1 minute'),
                     ('unknown', 'another kind', now() - interval '9 days', null)`,
  },
  signUps: {
    table: 'sign_ups',
    due: "token like 'org_%'",
    insertDue: `insert into sign_ups (email, token, browser, expires_at)
              select owner || '@example.test', organization || i, 'x', now() - interval '1 second' from ${series}`,
    insertOthers: `insert into sign_ups (email, token, browser, finished_at, expires_at)
              values ('other', 'open', 'x', null, now() + interval '1 hour'), ('other', 'finished', 'x', now(), now() + interval '1 hour')`,
  },
  apps: {
    table: 'api_tokens',
    due: "name like 'Due%'",
    inserted: "name <> 'default'",
    insertDue: `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, created_by, oauth_client_id, expires_at)
              select 'Due ' || i, md5(i::text), 'tp_live_', 'abcd', organization, '{"read":true,"validation":true}', owner, 'app',
                     now() - interval '1 second' from ${series}`,
    insertOthers: `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, oauth_client_id, expires_at)
              select 'Other', md5(random()::text), 'tp_live_', 'abcd', id, '{"read":true,"validation":true}', app, now() + ends
                from (select id from organizations limit 1) as organization,
                     (values ('app', interval '1 hour'), (null, '-1 hour')) as others(app, ends)`,
  },
  calls: {
    run: deleteOldActivity,
    table: 'api_activities',
    due: "timestamp < now() - interval '90 days'",
    insertDue: `insert into api_activities (request_id, organization_id, token_id, method, endpoint, status_code, outcome, response_time, timestamp)
              select gen_random_uuid(), organization, owner, 'POST', '/api/tinproof/validate', 200, 'confirmed', 3,
                     now() - interval '90 days 1 second' - i * interval '1 second' from ${series}`,
    insertOthers: `insert into api_activities (request_id, organization_id, method, endpoint, status_code, outcome, response_time, timestamp)
              select gen_random_uuid(), id, 'POST', '/', 200, 'confirmed', 3, now() - interval '89 days 23 hours' from organizations limit 1`,
    shared: { limit: 100_000, batch: 5_000 },
  },
  days: {
    run: deleteOldActivity,
    table: 'activity_days',
    due: "day < (now() at time zone 'UTC')::date - 400",
    insertDue: `insert into activity_days (organization_id, day, outcome, calls)
              select organization, (now() at time zone 'UTC')::date - 400 - i, 'confirmed', owner from ${series}`,
    insertOthers: `insert into activity_days (organization_id, day, outcome, calls)
              select id, (now() at time zone 'UTC')::date - 400, 'confirmed', 1 from organizations limit 1`,
  },
  hours: {
    run: deleteOldActivity,
    table: 'activity_hours',
    due: "hour < now() - interval '31 days'",
    insertDue: `insert into activity_hours (organization_id, hour, token_id, outcome, calls)
              select organization, now() - interval '31 days 1 second' - i * interval '1 hour', owner, 'confirmed', 1 from ${series}`,
    insertOthers: `insert into activity_hours (organization_id, hour, outcome, calls)
              select id, now() - interval '30 days 23 hours', 'confirmed', 1 from organizations limit 1`,
  },
  requests: {
    table: 'support_requests',
    due: "subject = 'Due'",
    insertDue: `with asked as (
                insert into support_requests (reference, user_id, organization_id, subject, category, state, updated_at)
                select 'due ' || i, owner, organization, 'Due', 'other', (array['answered', 'closed'])[1 + i % 2],
                       now() - interval '365 days 1 second' from ${series} returning id)
              insert into support_messages (request_id, author, text) select id, 'user', 'Hello' from asked`,
    insertOthers: `insert into support_requests (reference, subject, category, state, updated_at)
              values ('open', 'Other', 'other', 'open', now() - interval '366 days'),
                     ('closed', 'Other', 'other', 'closed', now() - interval '364 days 23 hours')`,
  },
}

describe.each(Object.entries(parts))(
  'due %s',
  (counts, { run = deleteOldRows, table, due, inserted = 'true', shared, ...sql }) => {
    const insertDue = (count: number) =>
      worker.sql(sql.insertDue, [count, member.organization.id, member.user.id])
    const countRows = async () => {
      const [counted] = await worker.sql<{ due: number; others: number }>(
        `select count(*) filter (where ${due})::int as due, count(*) filter (where not (${due}))::int as others from ${table}`,
      )
      return counted
    }
    const clean = () => worker.sql(`delete from ${table} where ${inserted}`)
    const processed = async (running: Promise<JobResult>) => (await running).counts[counts] ?? 0

    let others: number
    beforeEach(async () => {
      await clean()
      await worker.sql(sql.insertOthers)
      others = (await countRows())?.others ?? 0
      expect(others).toBeGreaterThan(0)
      return clean
    })

    it('processes only what is due, and nothing the second time', async () => {
      await insertDue(12)
      expect(await countRows()).toEqual({ due: 12, others })
      const first = await run(context())
      expect([first.counts[counts], first.hasMore]).toEqual([12, false])
      expect(await countRows()).toEqual({ due: 0, others })
      const second = await run(context())
      expect(Object.values(second.counts).every((count) => count === 0)).toBe(true)
      expect(await countRows()).toEqual({ due: 0, others })
    })

    if (!shared) return
    const { limit, batch } = shared

    it('processes each row once when runs overlap', async () => {
      const count = Math.min(1_200, limit)
      await insertDue(count)
      const counted = await Promise.all([1, 2, 3].map(() => processed(run(context()))))
      // A row that one run works on is left by the others, so that what is left after them all is little, if anything.
      const rest = await processed(run(context()))
      expect(counted.reduce((sum, one) => sum + one, rest)).toBe(count)
      expect(await countRows()).toEqual({ due: 0, others })
    })

    it('skips rows that another transaction has locked', { tags: 'deep' }, async () => {
      await insertDue(1)
      const skipped = () => processed(run(context()))
      expect(await whileLocked(worker, `${table} where ${due}`, skipped)).toBe(0)
      expect(await countRows()).toEqual({ due: 1, others })
    })

    it('stops at its limit, reports more, and continues in the next run', { tags: 'deep' }, async () => {
      await insertDue(limit + 3)
      const first = await run(context())
      expect([first.counts[counts], first.hasMore]).toEqual([limit, true])
      expect(await countRows()).toEqual({ due: 3, others })
      const second = await run(context())
      expect([second.counts[counts], second.hasMore]).toEqual([3, false])
      expect(await countRows()).toEqual({ due: 0, others })
    })

    it('continues where it stopped after the database failed', async () => {
      await insertDue(batch + 3)
      const fails = () => expect(run(context())).rejects.toThrow()
      await worker.during({ service: 'neon' }, fails)
      expect(await countRows()).toEqual({ due: batch + 3, others })
      await worker.during({ service: 'neon', after: true }, fails)
      await run(context())
      expect(await countRows()).toEqual({ due: 0, others })
    })
  },
)

it('checks a counter once in a run, so that those with calls on their way hold up no other', {
  tags: 'deep',
}, async () => {
  const count = 500
  await worker.sql`with made as (
      insert into organizations (id, name, tier) select 'busy_' || i, 'Busy', 'PRO' from generate_series(0, ${count}::int) as i returning id)
    insert into organization_quotas (organization_id, monthly_limit, reset_date, check_at)
      select id, 1000, now() + interval '1 hour', now() - interval '1 second' from made`
  const counted = Array.from({ length: count }, (_, i) =>
    worker.redis('HSET', worker.quotaKeyOf(`busy_${i}`), 'countedAt', String(Date.now())),
  )
  await Promise.all(counted)
  expect((await correctCounters(context())).counts).toEqual({ checked: count + 1 })
  expect(
    await worker.sql`select organization_id as id from organization_quotas where organization_id like 'busy_%' and check_at is null`,
  ).toEqual([{ id: `busy_${count}` }])
  await worker.sql`delete from organizations where id like 'busy_%'`
})

it('ends other batches if one can’t be ended, and fails afterwards', async () => {
  await worker.sql`insert into batches (id, organization_id, request_id, state, live, source, fresh, deadline_at, reserved_at, expires_at)
    select id, ${member.organization.id}, gen_random_uuid(), state, true, false, false, now() - interval '2 days', reserved, now() - interval '1 second'
      from (values ('batch_1', 'processing', now()), ('batch_2', 'processing', now()), ('batch_3', 'receiving', null))
        as made (id, state, reserved)`
  await worker.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on batches for each row when (old.id = 'batch_1') execute function refuse()`
  await expect(continueBatches(context())).rejects.toThrow()
  expect(await worker.sql`select id, state from batches order by id`).toEqual([
    { id: 'batch_1', state: 'processing' },
    { id: 'batch_2', state: 'failed' },
  ])
  await worker.sql`drop function refuse cascade; delete from batches`
})
