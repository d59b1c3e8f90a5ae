import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { apiActivities, apiTokens } from '#db/schema/index.ts'
import type { Activity, ActivityFilter } from './contract.ts'

const DAY = 86_400_000

type ActivityPage = ActivityFilter & {
  organizationId: string
  /** The id of the last call seen. */
  before?: number | undefined
  limit: number
}

/** One page of an organization's calls, newest first. */
export async function readPage(db: Db, page: ActivityPage): Promise<Activity[]> {
  const rows = await selectPage(db, page)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Its statement. */
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

/** On the page's day, and before the call `before`. */
function within(db: Db, { organizationId, day, before }: ActivityPage): (SQL | undefined)[] {
  const start = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  return [
    start && gte(apiActivities.timestamp, start),
    start && lt(apiActivities.timestamp, new Date(start.getTime() + DAY)),
    before === undefined ? undefined : isBefore(db, organizationId, before),
  ]
}

/**
 * Against an array of one, not by `=`, under which a column would drop out of the order: PostgreSQL then reads the
 * index on the time alone, past every call that the filter leaves out, where one organization makes most calls.
 * The order names every column of the index that is to be read.
 */
const isOf = (organizationId: string) =>
  sql`${apiActivities.organizationId} = any(array[${organizationId}]::text[])`

/**
 * A kind of call is an endpoint and the status that it answered with; an organization has few. The newest calls of each
 * lie side by side in an index, so that no filter reads past calls that it leaves out, also where those that it names
 * never occur together.
 */
function newestOfKinds(db: Db, page: ActivityPage): SQL {
  const { organizationId, status, endpoint, tokenId, limit } = page
  const kind = sql`${apiActivities.endpoint}, ${apiActivities.statusCode}`
  const isOwn = eq(apiActivities.organizationId, organizationId)
  const isWanted = and(
    sql`true`,
    endpoint === undefined ? undefined : sql`kinds.endpoint = ${endpoint}`,
    status === undefined ? undefined : sql`kinds.status_code = ${status}`,
  )
  const isCall = and(
    isOf(organizationId),
    tokenId === undefined ? undefined : sql`${apiActivities.tokenId} = any(array[${tokenId}]::int[])`,
    sql`${apiActivities.endpoint} = any(array[kinds.endpoint])`,
    sql`${apiActivities.statusCode} = any(array[kinds.status_code])`,
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
         where ${isOwn} and (${kind}) > (kinds.endpoint, kinds.status_code)
         order by ${kind} limit 1) next
    )
    select call.id from kinds cross join lateral (
      select ${apiActivities.id}, ${apiActivities.timestamp} from ${apiActivities}
       where ${isCall}
       order by ${sql.join(order, sql`, `)} limit ${limit}) call
     where ${isWanted}
     order by call.timestamp desc, call.id desc limit ${limit}`
}

const seen = alias(apiActivities, 'seen')

/** Retention takes the oldest first: nothing follows a call that is gone. */
function isBefore(db: Db, organizationId: string, id: number): SQL {
  const place = db
    .select({ timestamp: seen.timestamp, id: seen.id })
    .from(seen)
    .where(and(eq(seen.id, id), eq(seen.organizationId, organizationId)))
  return sql`(${apiActivities.timestamp}, ${apiActivities.id}) < ${place}`
}
