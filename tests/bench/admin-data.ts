import type pg from 'pg'

const USERS = 100_000
/** One of each user, and a second one of every other user. */
const ORGANIZATIONS = 150_000
const CHUNK = 1_000_000

/** Has 7 in 100 audit entries. `ADMIN` made 5 in 100 there, and signed in 5,000 times in 10 million. */
export const LARGEST = 'org_1'
export const PERSON = { id: 77_777, email: 'person77777.lee@company2777.test' }
export const ADMIN = { id: 1, email: 'person1.lee@company1.test' }

const accounts = [
  `insert into users (email, created_at)
   select 'person' || n || '.lee@company' || n % 5000 || '.test', now() - n * interval '10 minutes'
     from generate_series(1, ${USERS}) n`,
  `insert into organizations (id, name, tier)
   select 'org_' || n, 'Company ' || n, case when n % 50 = 1 then 'ENTERPRISE' when n % 10 = 0 then 'PRO' else 'FREE' end
     from generate_series(1, ${ORGANIZATIONS}) n`,
  `insert into organization_memberships (user_id, organization_id, role)
   select 1 + (n - 1) % ${USERS}, 'org_' || n, 'admin' from generate_series(1, ${ORGANIZATIONS}) n`,
  `insert into organization_memberships (user_id, organization_id)
   select n, 'org_' || n + 1 from generate_series(1, ${USERS}, 5) n`,
  `insert into organization_quotas (organization_id, monthly_limit, used_count, reset_date)
   select 'org_' || n, 10000, (random() * 10000)::int,
          date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month'
     from generate_series(1, ${ORGANIZATIONS}) n`,
  `insert into subscriptions (subscription_id, organization_id, customer_id, plan_id, tier, started_at, current_period_start,
                              current_period_end, record_updated_at)
   select 'sub_' || id, id, 'ctm_' || id, tier, tier, now(), now(), now() + interval '1 month', now()
     from organizations where tier <> 'FREE'`,
  `insert into payment_transactions (transaction_id, organization_id, plan, amount, status, billed_at, record_updated_at)
   select 'txn_' || id || '_' || month, id, tier, 49, 'completed', now() - month * interval '30 days' - random() * interval '29 days', now()
     from organizations, generate_series(0, 11) month where tier <> 'FREE'`,
  `insert into payment_jobs (transaction_id, status, attempts, error)
   select 'txn_job_' || n, case when n % 1000 = 0 then 'failed' else 'completed' end, 5, 'UNKNOWN_PRICE'
     from generate_series(1, 200000) n`,
  `insert into mails (idempotency_key, sealed, attempts) select 'mail/' || n, 'x', n % 3 from generate_series(1, 1000) n`,
  `insert into support_requests (reference, user_id, subject, category, state)
   select 'TP-' || n, n, 'Help', 'api', case when n % 100 = 0 then 'open' else 'closed' end from generate_series(1, 20000) n`,
  // A tenth of the organizations calls on a day, with two outcomes.
  `insert into activity_days
   select 'org_' || n, (now() at time zone 'UTC')::date - day, outcome, 40
     from generate_series(0, 59) day, generate_series(1 + day % 10, ${ORGANIZATIONS}, 10) n,
          unnest(array['confirmed', 'invalid']) outcome order by day desc, n`,
]

/** Three in ten are of an account, the others of an organization. One in ten is of a job or an outside service. */
const entries = (total: number, from: number, to: number) => `
  insert into audit_entries (timestamp, event, organization_id, account_id, actor_id, actor_email, subject, after, network,
                             device, request_id)
  select now() - (${total} - n) * (interval '700 days' / ${total}), event, organization_id, account_id,
         case when event <> 'payment.recorded' and event <> 'sign_in.failed' then user_id end,
         case when event <> 'payment.recorded' and event <> 'sign_in.failed' then 'person' || user_id || '.lee@company' || user_id % 5000 || '.test' end,
         'Token ' || n, '{"name":"Token"}', '203.0.113.' || n % 256, 'Firefox on Linux', gen_random_uuid()
    from (
      select n, case when n % 10 < 3 then null else organization end as organization_id,
             case when n % 10 < 3 then person end as account_id, person as user_id,
             case when n % 10 = 0 then 'sign_in.failed' when n % 10 < 3 then 'sign_in.succeeded'
                  when n % 10 = 3 then 'payment.recorded' when n % 10 < 9 then 'token.created'
                  when n % 100000 = 9 then 'organization.restored' else 'member.role_changed' end as event
        from (
          select n, case when n % 20 = 7 or n % 2000 = 1 then 1 else 2 + floor(random() * ${USERS - 1})::int end as person,
                 'org_' || case when n % 20 in (7, 9) then 1 else 2 + floor(random() * ${ORGANIZATIONS - 1})::int end as organization
            from generate_series(${from}, ${to - 1}) n) placed) made
   order by n`

/** The indexes of audit entries are created last, which takes a tenth of the time. */
export async function fill(client: pg.Client, total: number): Promise<void> {
  await client.query('select setseed(0.5)')
  for (const statement of accounts) await client.query(statement)
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'audit_entries'::regclass and not indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query("set session_replication_role = 'replica'")
  for (let from = 1; from <= total; from += CHUNK)
    await client.query(entries(total, from, Math.min(total + 1, from + CHUNK)))
  await client.query("set session_replication_role = 'origin'")
  await client.query("set maintenance_work_mem = '1GB'")
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum analyze')
}

export type Facts = {
  /** Places in the middle of each list of entries. */
  middle: Record<'all' | 'organization' | 'account', string>
  day: string
  /** Places in the middle of the list of users. */
  after: Record<'createdAt' | 'usage', string>
}

export async function loadFacts(client: pg.Client): Promise<Facts> {
  const middleOf = async (condition: string) => {
    const { rows } = await client.query<{ place: string }>(
      `select (extract(epoch from timestamp) * 1000000)::bigint || '.' || id as place from audit_entries where timestamp < now() - interval '350 days' and ${condition} order by timestamp desc limit 1`,
    )
    return rows[0]?.place ?? ''
  }
  const { rows } = await client.query<{ day: string }>(
    `select ((now() - interval '350 days') at time zone 'UTC')::date::text as day`,
  )
  const users = await client.query<{ after: string }>(
    `select (extract(epoch from created_at) * 1000000)::bigint || '_' || id as after from users
      order by created_at offset ${USERS / 2} limit 1`,
  )
  return {
    middle: {
      all: await middleOf('true'),
      organization: await middleOf(`organization_id = '${LARGEST}'`),
      account: await middleOf(`account_id = ${ADMIN.id}`),
    },
    day: rows[0]?.day ?? '',
    after: { createdAt: users.rows[0]?.after ?? '', usage: `7000_${PERSON.id}` },
  }
}
