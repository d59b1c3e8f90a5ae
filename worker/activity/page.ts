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

/** Its statement. The order begins with the organization, so that none but the organization's own indexes gives it. */
export const selectPage = (db: Db, { limit, ...wanted }: ActivityPage) =>
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
    .where(and(...conditions(db, wanted)))
    .orderBy(asc(apiActivities.organizationId), desc(apiActivities.timestamp), desc(apiActivities.id))
    .limit(limit)

function conditions(db: Db, wanted: Omit<ActivityPage, 'limit'>): (SQL | undefined)[] {
  const { organizationId, status, endpoint, tokenId, day, before } = wanted
  const start = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  return [
    isOf(organizationId),
    status === undefined ? undefined : eq(apiActivities.statusCode, status),
    endpoint === undefined ? undefined : eq(apiActivities.endpoint, endpoint),
    tokenId === undefined ? undefined : eq(apiActivities.tokenId, tokenId),
    start && gte(apiActivities.timestamp, start),
    start && lt(apiActivities.timestamp, new Date(start.getTime() + DAY)),
    before === undefined ? undefined : isBefore(db, organizationId, before),
  ]
}

/**
 * Against an array of one, not by `=`, under which the organization would drop out of the order: PostgreSQL then
 * reads the index on the time alone, past every call that the filter leaves out, where one organization makes most calls.
 */
const isOf = (organizationId: string) =>
  sql`${apiActivities.organizationId} = any(array[${organizationId}]::text[])`

const seen = alias(apiActivities, 'seen')

/** Retention takes the oldest first: nothing follows a call that is gone. */
function isBefore(db: Db, organizationId: string, id: number): SQL {
  const place = db
    .select({ timestamp: seen.timestamp, id: seen.id })
    .from(seen)
    .where(and(eq(seen.id, id), eq(seen.organizationId, organizationId)))
  return sql`(${apiActivities.timestamp}, ${apiActivities.id}) < ${place}`
}
