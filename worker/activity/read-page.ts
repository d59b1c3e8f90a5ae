import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { apiActivities, apiTokens } from '#db/schema/index.ts'
import type { Activity, ActivityFilter } from './contract.ts'

const DAY = 86_400_000

type ActivityPage = ActivityFilter & {
  organizationId: string
  before?: number | undefined
  limit: number
}

export async function readPage(db: Db, page: ActivityPage): Promise<Activity[]> {
  const rows = await selectPage(db, page)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export const selectPage = (db: Db, page: ActivityPage) =>
  db
    .select({
      id: apiActivities.id,
      method: apiActivities.method,
      endpoint: apiActivities.endpoint,
      status: apiActivities.statusCode,
      outcome: apiActivities.outcome,
      responseTime: apiActivities.responseTime,
      country: apiActivities.country,
      tokenId: apiActivities.tokenId,
      tokenName: apiTokens.name,
      requestId: apiActivities.requestId,
      createdAt: apiActivities.timestamp,
    })
    .from(apiActivities)
    .leftJoin(
      apiTokens,
      and(eq(apiTokens.id, apiActivities.tokenId), eq(apiTokens.organizationId, page.organizationId)),
    )
    .where(
      and(
        eq(apiActivities.organizationId, page.organizationId),
        sql`${apiActivities.id} = any(array(${newestIds(db, page)}))`,
      ),
    )
    .orderBy(desc(apiActivities.timestamp), desc(apiActivities.id))

const kinds = alias(apiActivities, 'kinds')
const first = alias(apiActivities, 'first')
const newest = alias(apiActivities, 'newest')

/**
 * A kind is an endpoint with a status: there are few, and an index has the calls of each in order of time. So a page
 * reads at most `limit` calls of each kind, no matter how many calls don't match.
 */
function newestIds(db: Db, page: ActivityPage): SQL {
  const { organizationId, tokenId, status, endpoint, limit } = page
  const kind = sql`${apiActivities.endpoint}, ${apiActivities.statusCode}`
  const inScope =
    tokenId === undefined
      ? eq(apiActivities.organizationId, organizationId)
      : eq(apiActivities.tokenId, tokenId)
  const isWantedKind = and(
    sql`true`,
    endpoint === undefined ? undefined : eq(kinds.endpoint, endpoint),
    status === undefined ? undefined : eq(kinds.statusCode, status),
  )
  const isWantedCall = and(
    inScope,
    eq(apiActivities.endpoint, kinds.endpoint),
    eq(apiActivities.statusCode, kinds.statusCode),
    ...within(db, page),
  )
  return sql`
    with recursive kinds as (
      select ${first.endpoint}, ${first.statusCode} from (
        select ${apiActivities.organizationId}, ${kind} from ${apiActivities}
         where ${inScope} order by ${kind} limit 1) first
       where ${eq(first.organizationId, organizationId)}
      union all
      select next.* from kinds cross join lateral (
        select ${kind} from ${apiActivities}
         where ${inScope} and (${kind}) > (${kinds.endpoint}, ${kinds.statusCode})
         order by ${kind} limit 1) next
    )
    select ${newest.id} from kinds cross join lateral (
      select ${apiActivities.id}, ${apiActivities.timestamp} from ${apiActivities}
       where ${isWantedCall}
       order by ${desc(apiActivities.timestamp)}, ${desc(apiActivities.id)} limit ${limit}) newest
     where ${isWantedKind}
     order by ${desc(newest.timestamp)}, ${desc(newest.id)} limit ${limit}`
}

function within(db: Db, { organizationId, day, before }: ActivityPage): (SQL | undefined)[] {
  const start = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  return [
    start && gte(apiActivities.timestamp, start),
    start && lt(apiActivities.timestamp, new Date(start.getTime() + DAY)),
    before === undefined ? undefined : isBefore(db, organizationId, before),
  ]
}

const seen = alias(apiActivities, 'seen')

/** Nothing follows a deleted call: retention deletes the oldest first. */
function isBefore(db: Db, organizationId: string, id: number): SQL {
  const place = db
    .select({ timestamp: seen.timestamp, id: seen.id })
    .from(seen)
    .where(and(eq(seen.id, id), eq(seen.organizationId, organizationId)))
  return sql`(${apiActivities.timestamp}, ${apiActivities.id}) < ${place}`
}
