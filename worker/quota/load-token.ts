import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { apiTokens, organizations, quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { monthOf } from './month.ts'
import { type CachedOrganization, type CachedToken, tokenEnd } from './token-cache.ts'

/** `usedCount` belongs to the month that ends at `resetDate`, which may be over: see `quotaAt`. */
export type TokenRecord = {
  token: CachedToken
  organization: CachedOrganization
  usedCount: number
  resetDate: Date
}

const columns = {
  id: apiTokens.id,
  organizationId: apiTokens.organizationId,
  permissions: apiTokens.permissions,
  expiresAt: apiTokens.expiresAt,
  deleteAt: apiTokens.deleteAt,
  status: organizations.status,
  tier: organizations.tier,
  vatNumber: organizations.vatNumber,
  monthlyLimit: quotas.monthlyLimit,
  usedCount: quotas.usedCount,
  resetDate: quotas.resetDate,
}

const selectToken = (db: Db, tokenHash: string) =>
  db
    .select(columns)
    .from(apiTokens)
    .innerJoin(organizations, eq(organizations.id, apiTokens.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(eq(apiTokens.token, tokenHash))

type Row = Awaited<ReturnType<typeof selectToken>>[number]

const toTokenRecord = (row: Row): TokenRecord => ({
  token: {
    id: row.id,
    organizationId: row.organizationId,
    permissions: row.permissions,
    endsAt: tokenEnd(row),
  },
  organization: {
    id: row.organizationId,
    status: row.status,
    tier: row.tier,
    monthlyLimit: row.monthlyLimit,
    vatNumber: row.vatNumber,
  },
  usedCount: row.usedCount,
  resetDate: row.resetDate,
})

export async function loadToken(ctx: Context, tokenHash: string): Promise<TokenRecord | undefined> {
  const [row] = await selectToken(ctx.hotDb, tokenHash)
  return row && toTokenRecord(row)
}

/**
 * Makes the same decision as the script in one guarded statement, for when Redis is down. The last `reserve` calls of
 * the limit stay unspent. A row that already counts a later month keeps that month.
 */
export async function spendInDatabase(
  { hotDb: db }: Context,
  { tokenHash, permission, cost }: AuthorizationRequest,
  now: Date,
  reserve: number,
): Promise<{ record: TokenRecord; spent: boolean } | undefined> {
  const token = db.$with('token').as(selectToken(db, tokenHash))
  const monthIsOver = lte(quotas.resetDate, now)
  const used = sql`case when ${monthIsOver} then 0 else ${quotas.usedCount} end`
  const monthEnd = sql.param(monthOf(now).end, quotas.resetDate)
  const spent = db.$with('spent').as(
    db
      .update(quotas)
      .set({
        usedCount: sql`${used} + ${cost}::int`,
        resetDate: sql`case when ${monthIsOver} then ${monthEnd} else ${quotas.resetDate} end`,
      })
      .from(token)
      .where(
        and(
          eq(quotas.organizationId, token.organizationId),
          eq(token.status, 'ACTIVE'),
          or(isNull(token.expiresAt), gt(token.expiresAt, now)),
          or(isNull(token.deleteAt), gt(token.deleteAt, now)),
          sql`(${token.permissions} ->> ${permission})::boolean`,
          lte(sql`${used} + ${cost * (1 + reserve)}::int`, quotas.monthlyLimit),
        ),
      )
      .returning({ usedCount: quotas.usedCount, resetDate: quotas.resetDate }),
  )
  const [row] = await db.with(token, spent).select().from(token).leftJoin(spent, sql`true`)
  return row && { record: toTokenRecord({ ...row.token, ...row.spent }), spent: row.spent !== null }
}
