import type pg from 'pg'

const ORGANIZATIONS = 20_000
const TOKENS = 4
const CHUNK = 1_000_000

export const organizationId = (n: number) => `org_${String(n).padStart(16, '0')}`
export const LARGEST = organizationId(0)
/** Tokens of an organization count from 0. */
export const tokenId = (organization: number, token: number) => organization * TOKENS + token + 1

const organization = (n: string) => `'org_' || lpad((${n})::text, 16, '0')`

const accounts = [
  `insert into users (email) select 'user-' || n || '@example.test' from generate_series(1, ${ORGANIZATIONS}) n`,
  `insert into organizations (id, name, tier)
   select ${organization('n')}, 'Organization', case when n = 0 then 'ENTERPRISE' else 'PRO' end
     from generate_series(0, ${ORGANIZATIONS - 1}) n`,
  `insert into organization_memberships (user_id, organization_id, role)
   select n + 1, ${organization('n')}, 'admin' from generate_series(0, ${ORGANIZATIONS - 1}) n`,
  `insert into organization_quotas (organization_id, monthly_limit, reset_date)
   select ${organization('n')}, 1000000000, date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month'
     from generate_series(0, ${ORGANIZATIONS - 1}) n`,
  `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, created_by)
   select case when token = 0 then 'default' else 'Token ' || token end, 'hash-' || n * ${TOKENS} + token + 1, 'tp_live_',
          '0000', ${organization('n')}, '{"read":true,"validation":true}', n + 1
     from generate_series(0, ${ORGANIZATIONS - 1}) n, generate_series(0, ${TOKENS - 1}) token order by n, token`,
  `insert into projects (name, api_key, organization_id)
   select 'Project', token, organization_id from api_tokens where id % ${TOKENS} = 3`,
]

/**
 * Calls in order of time. Three in ten belong to the largest organization, the rest to the others, the nth with a share
 * of 1/n. Of the largest organization's calls, token 2 has only 429s and token 3 has all of the second endpoint. In any
 * number of calls, 150 have status 400, 150 have status 403 (all among the oldest tenth), and 150 are of token 4.
 */
const calls = (total: number, days: number, from: number, to: number) => {
  const largest = total * 0.3
  const every = Math.floor(largest / 150)
  return `
    insert into api_activities (request_id, organization_id, token_id, method, endpoint, status_code, outcome,
                                response_time, country, spent, number_hash, timestamp)
    select gen_random_uuid(), ${organization('organization')}, organization * ${TOKENS} + token, 'POST',
           case when organization = 0 and token = 3 then '/api/tinproof/second' else '/api/tinproof/validate' end,
           status,
           case when status >= 400 then 'refused' when n % 3 = 0 then 'invalid' when n % 97 = 0 then 'unconfirmed' else 'confirmed' end,
           n % 60, 'DE', case when status = 200 then 1 else 0 end,
           case when status = 200 then substr(md5(organization || '-' || n % 100000), 1, 15) end, now() - (${total} - n) * (interval '${days} days' / ${total})
      from (
        select n, organization,
               case when organization > 0 then 1 + n % ${TOKENS} when m % ${every} = 3 then 4
                    when m % 100 < 45 then 1 when m % 100 < 85 then 2 when m % 100 < 95 then 3 else 1 end as token,
               case when organization > 0 then case n % 20 when 1 then 422 when 2 then 429 else 200 end
                    when m % ${every} = 1 then 400
                    when m % ${every} = 3 then 200
                    when m < ${largest / 10} and m % ${every / 10} = 0 then 403
                    when m % 100 < 40 then 200 when m % 100 < 45 then 422 when m % 100 < 85 then 429 else 200 end as status
          from (
            select n, n / 10 * 3 + n % 10 / 3 as m,
                   case when n % 10 in (0, 3, 6) then 0
                        else floor(power(${ORGANIZATIONS - 1}, random()))::int end as organization
              from generate_series(${from}, ${to - 1}) n) placed) made
     order by n`
}

const counts = [
  `insert into activity_days
   select organization.id, (now() at time zone 'UTC')::date - n, outcome, 1
     from organizations organization, generate_series(0, 59) n,
          unnest(array['confirmed', 'different_name', 'format_only', 'unconfirmed', 'invalid', 'unsupported', 'refused']) outcome
    where outcome = 'confirmed' or organization.id = '${LARGEST}' order by n desc, organization.id`,
]

/** Indexes grow with the rows, as they do in production; creating them afterwards would make them smaller. */
export async function fill(client: pg.Client, total: number, days: number): Promise<void> {
  await client.query('select setseed(0.5)')
  // Rolled-back statements leave dead rows, and cleaning them up would disturb the measurement.
  for (const table of ['api_activities', 'activity_days', 'api_tokens', 'organization_quotas'])
    await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  for (const statement of accounts) await client.query(statement)
  for (let from = 0; from < total; from += CHUNK)
    await client.query(calls(total, days, from, Math.min(total, from + CHUNK)))
  for (const statement of counts) await client.query(statement)
  await client.query('vacuum analyze')
}

export type Facts = {
  /** A call in the middle of the largest organization's list. */
  middle: { id: number; day: string }
  /** Of a number that the largest organization validated most often. */
  numberHash: string
  /** An organization with about 20 calls. */
  small: { organizationId: string; tokenId: number }
  /** Request IDs of calls that are already written. */
  written: string[]
}

export async function loadFacts(client: pg.Client): Promise<Facts> {
  const middle = await client.query<{ id: string; day: string }>(
    `select id, (timestamp at time zone 'UTC')::date::text as day from api_activities
      where organization_id = $1
      order by timestamp desc offset (select count(*) from api_activities where organization_id = $1) / 2 limit 1`,
    [LARGEST],
  )
  const small = await client.query<{ organizationId: string; tokenId: number }>(
    `select organization_id as "organizationId", min(token_id) as "tokenId" from api_activities
      group by 1 order by abs(count(*) - 20), 1 limit 1`,
  )
  const written = await client.query<{ id: string }>(
    'select request_id as id from api_activities order by id desc limit 100',
  )
  const number = await client.query<{ hash: string }>(
    `select number_hash as hash from api_activities where organization_id = $1 and number_hash is not null
      group by 1 order by count(*) desc, 1 limit 1`,
    [LARGEST],
  )
  const [call] = middle.rows
  const [found] = small.rows
  if (!call || !found) throw new Error('no calls')
  return {
    middle: { id: Number(call.id), day: call.day },
    numberHash: number.rows[0]?.hash ?? '',
    small: found,
    written: written.rows.map(({ id }) => id),
  }
}
