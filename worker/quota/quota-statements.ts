import { and, eq, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { apiActivities, type apiTokens, quotas } from '#db/schema/index.ts'
import { isUniqueViolation } from '#worker/lib/outage.ts'
import { pick } from '#worker/lib/pick.ts'
import type { Count, CountedCall } from './authorization.ts'
import { type MonthCount, monthOf, quotaAt } from './month.ts'
import type { CachedOrganization, CachedToken } from './quota-state.ts'

/** The first call of a month resets the count. */
export const usedAt = (now: Date) =>
  sql<number>`case when ${lte(quotas.resetDate, now)} then 0 else ${quotas.usedCount} end`

/** When a job compares the counter in Redis, unless more calls come. */
export const nextCheck = sql`now() + interval '2 minutes'`

export type Quota = MonthCount & {
  organizationId: string
  organization: CachedOrganization
  /** By their hashes. */
  tokens: Record<string, CachedToken>
  /** By PostgreSQL's clock, in microseconds: a later one has seen every change that an earlier one has. */
  readAt: number
}

export async function readQuotas(db: Db, organizationIds: readonly string[]): Promise<Quota[]> {
  const rows = await db.query.quotas.findMany({
    where: inArray(quotas.organizationId, [...organizationIds]),
    extras: { readAt: sql<number>`(extract(epoch from now()) * 1000000)::float8`.as('read_at') },
    with: {
      organization: {
        columns: { status: true, tier: true, vatNumber: true, keepsRecords: true, recordYears: true },
        with: {
          tokens: {
            columns: {
              id: true,
              token: true,
              rotatedToId: true,
              permissions: true,
              expiresAt: true,
              deleteAt: true,
              allowedIps: true,
            },
          },
        },
      },
    },
  })
  return rows.map(({ organization: { tokens, ...organization }, ...quota }) => ({
    ...pick(quota, 'organizationId', 'usedCount', 'resetDate', 'readAt'),
    organization: { ...organization, monthlyLimit: quota.monthlyLimit },
    tokens: Object.fromEntries(tokens.map((token) => [token.token, toCachedToken(token)])),
  }))
}

type TokenRow = Pick<
  typeof apiTokens.$inferSelect,
  'id' | 'rotatedToId' | 'permissions' | 'expiresAt' | 'deleteAt' | 'allowedIps'
>

/** Calls with a rotated token's old secret are the token's. */
function toCachedToken({ id, rotatedToId, permissions, expiresAt, deleteAt, allowedIps }: TokenRow) {
  const ends = [expiresAt, deleteAt].flatMap((end) => end?.getTime() ?? [])
  const endsAt = ends.length > 0 ? Math.min(...ends) : 0
  return { id: rotatedToId ?? id, endsAt, allowedIps, ...permissions }
}

type NewCall = CountedCall & { organizationId: string; tokenId: number; now: Date }

type CountedInDatabase = Count & { isNew?: boolean }

/**
 * Counts the call unless the limit is reached or it is recorded, and writes its row without a response time, which follows
 * after the answer. Undefined without an organization.
 */
export const countCall = (db: Db, call: NewCall): Promise<CountedInDatabase | undefined> =>
  countUnrecorded(db, call).catch((error: unknown) => {
    // The same call was being counted. Now it is recorded.
    if (isUniqueViolation(error)) return countUnrecorded(db, call)
    throw error
  })

async function countUnrecorded(
  db: Db,
  { organizationId, tokenId, now, requestId, method, endpoint, country }: NewCall,
): Promise<CountedInDatabase | undefined> {
  const own = eq(quotas.organizationId, organizationId)
  const isOver = lte(quotas.resetDate, now)
  const used = usedAt(now)
  const nextReset = sql.param(monthOf(now).end, quotas.resetDate)
  const isRecorded = sql<boolean>`exists (select from ${apiActivities} where ${apiActivities.requestId} = ${requestId})`
  const count = db.$with('count').as(
    db
      .update(quotas)
      .set({
        usedCount: sql`${used} + 1`,
        resetDate: sql`case when ${isOver} then ${nextReset} else ${quotas.resetDate} end`,
        checkAt: nextCheck,
      })
      // Parallel calls wait for the row, and see the count of the one before.
      .where(and(own, sql`${used} < ${quotas.monthlyLimit}`, not(isRecorded)))
      .returning({ usedCount: quotas.usedCount, resetDate: quotas.resetDate }),
  )
  const timestamp = sql`greatest(${sql.param(now, quotas.resetDate)}::timestamptz, ${count.resetDate} - interval '1 month')`
  const written = db.$with('written', { id: apiActivities.id }).as(sql`
    insert into ${apiActivities}
      (request_id, organization_id, token_id, method, endpoint, status_code, country, spent, timestamp)
    select ${requestId}::uuid, ${organizationId}, ${tokenId}::int, ${method}, ${endpoint}, 200, ${country}, 1, ${timestamp}
      from ${count}`)
  const [row] = await db
    .with(count, written)
    .select({
      before: pick(quotas, 'usedCount', 'resetDate', 'monthlyLimit'),
      counted: { usedCount: count.usedCount, resetDate: count.resetDate },
      isRecorded,
    })
    .from(quotas)
    .leftJoin(count, sql`true`)
    .where(own)
  if (!row) return undefined
  const { at, used: usedNow } = quotaAt(row.counted ?? row.before, now)
  if (row.counted || row.isRecorded) return { at, used: usedNow, isNew: row.counted !== null }
  // Parallel calls may have used up the rest after this statement began.
  return { at, used: Math.max(usedNow, row.before.monthlyLimit), refusal: 'QUOTA' }
}

/** Does nothing once the call's outcome is recorded. */
export async function takeBackCall(
  db: Db,
  organizationId: string,
  { requestId }: CountedCall,
): Promise<void> {
  const deleted = db.$with('deleted').as(
    db
      .delete(apiActivities)
      .where(and(eq(apiActivities.requestId, requestId), isNull(apiActivities.responseTime)))
      .returning({ timestamp: apiActivities.timestamp }),
  )
  const isThisMonth = sql`${deleted.timestamp} >= ${quotas.resetDate} - interval '1 month'`
  await db
    .with(deleted)
    .update(quotas)
    .set({ usedCount: sql`greatest(${quotas.usedCount} - 1, 0)`, checkAt: nextCheck })
    .from(deleted)
    .where(and(eq(quotas.organizationId, organizationId), isThisMonth))
}
