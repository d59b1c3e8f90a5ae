import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DEFAULT_TOKEN_NAME, type Token } from './contract.ts'

/** A token past its `deleteAt` counts as deleted, even before cron deletes its row. */
export const notDeleted = (now: Date) => or(isNull(apiTokens.deleteAt), gt(apiTokens.deleteAt, now))

export async function listTokens(ctx: Context, organizationId: string): Promise<Token[]> {
  const rows = await ctx.db
    .select()
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.organizationId, organizationId),
        ne(apiTokens.name, DEFAULT_TOKEN_NAME),
        notDeleted(ctx.now),
      ),
    )
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return rows.map(describeToken)
}

type Row = Pick<
  typeof apiTokens.$inferSelect,
  | 'id'
  | 'name'
  | 'prefix'
  | 'lastFour'
  | 'permissions'
  | 'expiresAt'
  | 'deleteAt'
  | 'lastUsedAt'
  | 'createdAt'
>

export const describeToken = (row: Row): Token => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  obfuscatedToken: `${row.prefix}${'•'.repeat(8)}${row.lastFour}`,
  permissions: row.permissions,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  deleteAt: row.deleteAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
