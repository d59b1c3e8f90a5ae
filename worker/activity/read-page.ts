import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
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
      and(
        eq(apiTokens.id, apiActivities.tokenId),
        eq(apiTokens.organizationId, apiActivities.organizationId),
      ),
    )
    .where(
      isFiltered(page)
        ? sql`${apiActivities.id} = any(array(${newestOfKinds(db, page)}))`
        : and(isOf(page.organizationId), ...within(db, page)),
    )
    .orderBy(asc(apiActivities.organizationId), ...newestFirst)
    .limit(page.limit)

const newestFirst = [desc(apiActivities.timestamp), desc(apiActivities.id)]

const isFiltered = ({ status, endpoint, tokenId }: ActivityPage) =>
  status !== undefined || endpoint !== undefined || tokenId !== undefined

function within(db: Db, { organizationId, day, before }: ActivityPage): (SQL | undefined)[] {
  const start = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  return [
    start && gte(apiActivities.timestamp, start),
    start && lt(apiActivities.timestamp, new Date(start.getTime() + DAY)),
    before === undefined ? undefined : isBefore(db, organizationId, before),
  ]
}

/**
 * With `=`, PostgreSQL drops the column from the sort order and may scan the time index past all calls of other
 * organizations. With an array of one, it uses the index in the requested order.
 */
const isOf = (organizationId: string) =>
  sql`${apiActivities.organizationId} = any(array[${organizationId}]::text[])`

const kinds = alias(apiActivities, 'kinds')
const newest = alias(apiActivities, 'newest')

/**
 * A kind is an endpoint with a status. Each kind's newest calls are adjacent in an index, so filters read only
 * matching calls.
 */
function newestOfKinds(db: Db, page: ActivityPage): SQL {
  const { organizationId, status, endpoint, tokenId, limit } = page
  const kind = sql`${apiActivities.endpoint}, ${apiActivities.statusCode}`
  const isOwn = eq(apiActivities.organizationId, organizationId)
  const isWantedKind = and(
    sql`true`,
    endpoint === undefined ? undefined : eq(kinds.endpoint, endpoint),
    status === undefined ? undefined : eq(kinds.statusCode, status),
  )
  const isWantedCall = and(
    isOf(organizationId),
    tokenId === undefined ? undefined : sql`${apiActivities.tokenId} = any(array[${tokenId}]::int[])`,
    sql`${apiActivities.endpoint} = any(array[${kinds.endpoint}])`,
    sql`${apiActivities.statusCode} = any(array[${kinds.statusCode}])`,
    ...within(db, page),
  )
  const order = [
    apiActivities.organizationId,
    ...(tokenId === undefined ? [] : [apiActivities.tokenId]),
    apiActivities.endpoint,
    apiActivities.statusCode,
    ...newestFirst,
  ]
  return sql`
    with recursive kinds as (
      (select ${kind} from ${apiActivities} where ${isOwn} order by ${kind} limit 1)
      union all
      select next.* from kinds cross join lateral (
        select ${kind} from ${apiActivities}
         where ${isOwn} and (${kind}) > (${kinds.endpoint}, ${kinds.statusCode})
         order by ${kind} limit 1) next
    )
    select ${newest.id} from kinds cross join lateral (
      select ${apiActivities.id}, ${apiActivities.timestamp} from ${apiActivities}
       where ${isWantedCall}
       order by ${sql.join(order, sql`, `)} limit ${limit}) newest
     where ${isWantedKind}
     order by ${desc(newest.timestamp)}, ${desc(newest.id)} limit ${limit}`
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
