import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#db/client.ts'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'
import type { Call } from './call.ts'

const organizationSchema = z.object({
  id: z.string(),
  status: statusSchema,
  tier: tierSchema,
  monthlyLimit: z.number(),
  vatNumber: z.string().nullable(),
  usedCount: z.number(),
  resetDate: z.coerce.date(),
})

const resultSchema = z.object({
  organizations: z.array(organizationSchema).nullable(),
  tokens: z.array(z.number()).nullable(),
})

/** How things stand after the write: the organizations concerned, and which of the tokens still exist. */
export type Standing = { organizations: z.infer<typeof organizationSchema>[]; tokens: number[] }

/**
 * Writes calls, how many their days had of each outcome, what they used of their month, and when their tokens were
 * last used, in one statement.
 * A call that is there already changes nothing; one of an organization that is gone is dropped.
 * A call of a month that is over no longer counts; the first of a new month begins its count.
 * Writers of the same organizations and tokens wait for each other's rows in one order, so that none ends in a deadlock.
 */
export async function writeCalls(db: Db, calls: readonly Call[]): Promise<Standing> {
  const { rows } = await db.execute(sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as call(
        "requestId" uuid, "organizationId" text, "tokenId" int, method text, endpoint text, "statusCode" smallint,
        outcome text, "responseTime" int, country text, spent smallint, owed smallint, at timestamptz)
    ),
    written as (
      insert into api_activities
        (request_id, organization_id, token_id, method, endpoint, status_code, outcome, response_time, country, spent,
         timestamp)
      select "requestId", "organizationId", "tokenId", method, endpoint, "statusCode", outcome, "responseTime", country,
             spent, at
        from input join organizations on organizations.id = input."organizationId"
       order by at, "requestId"
      on conflict (request_id) do nothing
      returning request_id, organization_id, outcome, timestamp
    ),
    days as (
      insert into activity_days (organization_id, day, outcome, calls)
      select organization_id, (written.timestamp at time zone 'UTC')::date, outcome, count(*)
        from written
       group by 1, 2, 3
       order by 1, 2, 3
      on conflict (organization_id, day, outcome) do update set calls = activity_days.calls + excluded.calls
    ),
    owed as (
      select distinct on ("organizationId") "organizationId" as organization_id,
             (date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC' as month_end,
             sum(owed) as owed
        from input join written on written.request_id = input."requestId"
       where owed > 0
       group by 1, 2
       order by 1, 2 desc
    ),
    quotas as (
      select organization_id from organization_quotas
       where organization_id in (select organization_id from owed)
       order by 1
         for no key update
    ),
    counted as (
      update organization_quotas q
         set used_count = case when q.reset_date = owed.month_end then q.used_count + owed.owed
                               when q.reset_date < owed.month_end then owed.owed
                               else q.used_count end,
             reset_date = greatest(q.reset_date, owed.month_end)
        from owed join quotas using (organization_id)
       where q.organization_id = owed.organization_id
      returning q.organization_id, q.used_count, q.reset_date
    ),
    used as (
      select api_tokens.id, used.at
        from api_tokens
        join (select "tokenId" as id, max(at) as at from input where "statusCode" < 400 group by 1) used using (id)
       where coalesce(last_used_at < used.at - interval '1 minute', true)
       order by 1
         for no key update of api_tokens
    ),
    touched as (
      update api_tokens t set last_used_at = used.at
        from used
       where t.id = used.id and coalesce(t.last_used_at < used.at - interval '1 minute', true)
    )
    select
      (select json_agg(json_build_object(
                'id', o.id, 'status', o.status, 'tier', o.tier, 'monthlyLimit', q.monthly_limit,
                'vatNumber', o.vat_number,
                'usedCount', coalesce(counted.used_count, q.used_count),
                'resetDate', coalesce(counted.reset_date, q.reset_date)))
         from organizations o
         join organization_quotas q on q.organization_id = o.id
         left join counted on counted.organization_id = o.id
        where o.id in (select "organizationId" from input)) as organizations,
      (select json_agg(t.id) from api_tokens t where t.id in (select "tokenId" from input)) as tokens`)
  const { organizations, tokens } = resultSchema.parse(rows[0])
  return { organizations: organizations ?? [], tokens: tokens ?? [] }
}
