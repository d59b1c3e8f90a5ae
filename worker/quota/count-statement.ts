import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { apiActivities, apiTokens, organizations, quotas } from '#db/schema/index.ts'
import type { Call, CountedCall } from './authorization.ts'
import { monthOf, quotaAt } from './month.ts'
import type { CachedOrganization, CachedToken } from './quota-state.ts'

/** Milliseconds since 1970, the earlier of expiry and scheduled deletion; 0 is never. */
export const tokenEnd =
  sql`coalesce(floor(extract(epoch from least(${apiTokens.expiresAt}, ${apiTokens.deleteAt})) * 1000), 0)`.mapWith(
    Number,
  )

/** When a job compares the counter in Redis, unless more calls come. */
export const nextCheck = sql`now() + interval '2 minutes'`

/** The month's count, even before the row is reset. */
function countAt(now: Date) {
  const isOver = lte(quotas.resetDate, now)
  const nextReset = sql.param(monthOf(now).end, quotas.resetDate)
  return {
    used: sql<number>`case when ${isOver} then 0 else ${quotas.usedCount} end`,
    resetDate: sql`case when ${isOver} then ${nextReset} else ${quotas.resetDate} end`.mapWith(
      quotas.resetDate,
    ),
  }
}

function selectToken(db: Db, { tokenHash, organizationId, at }: Call) {
  const { used, resetDate } = countAt(at)
  return db
    .select({
      tokenId: apiTokens.id,
      organizationId: apiTokens.organizationId,
      permissions: apiTokens.permissions,
      endsAt: tokenEnd.as('ends_at'),
      status: organizations.status,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
      monthlyLimit: quotas.monthlyLimit,
      used: used.as('used'),
      resetDate: resetDate.as('month_end'),
    })
    .from(apiTokens)
    .innerJoin(organizations, eq(organizations.id, apiTokens.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(and(eq(apiTokens.token, tokenHash), eq(apiTokens.organizationId, organizationId)))
}

type TokenRow = Awaited<ReturnType<typeof selectToken>>[number]
export type Found = { at: Date; token: CachedToken; organization: CachedOrganization; used: number }

const toFound = (row: TokenRow, now: Date): Found => ({
  at: quotaAt({ usedCount: row.used, resetDate: row.resetDate }, now).at,
  token: { id: row.tokenId, ...row.permissions, endsAt: row.endsAt },
  organization: {
    status: row.status,
    tier: row.tier,
    monthlyLimit: row.monthlyLimit,
    vatNumber: row.vatNumber,
  },
  used: row.used,
})

/** Undefined for an unknown token. */
export async function findToken(db: Db, call: Call): Promise<Found | undefined> {
  const [row] = await selectToken(db, call)
  return row && toFound(row, call.at)
}

/**
 * Counts the call if its token may make it and the limit allows it, and writes its row without a response time, which
 * follows after the answer. If the row exists, the call is counted already. Undefined for an unknown token.
 */
export async function countCall(
  db: Db,
  call: Call,
  { requestId, method, endpoint, country }: CountedCall,
): Promise<(Found & { isCounted: boolean }) | undefined> {
  const { at: now, permission } = call
  const known = db.$with('known').as(selectToken(db, call))
  const { used, resetDate } = countAt(now)
  const recorded = db
    .$with('recorded')
    .as(
      db
        .select({ requestId: apiActivities.requestId })
        .from(apiActivities)
        .where(eq(apiActivities.requestId, requestId)),
    )
  const count = db.$with('count').as(
    db
      .update(quotas)
      .set({ usedCount: sql`${used} + 1`, resetDate, checkAt: nextCheck })
      .from(known)
      .where(
        and(
          eq(quotas.organizationId, known.organizationId),
          eq(known.status, 'ACTIVE'),
          or(eq(known.endsAt, 0), gt(known.endsAt, now.getTime())),
          sql`(${known.permissions} ->> ${permission})::boolean`,
          sql`not exists (select from ${recorded})`,
          // Parallel calls wait for the row, and see the count of the one before.
          sql`${used} < ${quotas.monthlyLimit}`,
        ),
      )
      .returning({ usedCount: quotas.usedCount }),
  )
  const timestamp = sql`greatest(${sql.param(now, quotas.resetDate)}::timestamptz, ${known.resetDate} - interval '1 month')`
  const written = db.$with('written', { id: apiActivities.id }).as(sql`
    insert into ${apiActivities}
      (request_id, organization_id, token_id, method, endpoint, status_code, outcome, country, spent, timestamp)
    select ${requestId}::uuid, ${known.organizationId}, ${known.tokenId}, ${method}, ${endpoint}, 200, 'unknown',
           ${country}, 1, ${timestamp}
      from ${known}, ${count}`)
  const [row] = await db
    .with(known, recorded, count, written)
    .select()
    .from(known)
    .leftJoin(recorded, sql`true`)
    .leftJoin(count, sql`true`)
  if (!row) return undefined
  const isCounted = row.count !== null || row.recorded !== null
  return { ...toFound({ ...row.known, used: row.count?.usedCount ?? row.known.used }, now), isCounted }
}

/** For a call that was counted and then failed. Does nothing once its outcome is recorded. */
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
  await db
    .with(deleted)
    .update(quotas)
    .set({ usedCount: sql`greatest(${quotas.usedCount} - 1, 0)`, checkAt: nextCheck })
    .from(deleted)
    .where(
      and(
        eq(quotas.organizationId, organizationId),
        sql`${deleted.timestamp} >= ${quotas.resetDate} - interval '1 month'`,
      ),
    )
}
