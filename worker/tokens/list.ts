import { and, desc, eq, gt, isNull, ne, notExists, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { apiTokens, projects, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { DEFAULT_TOKEN_NAME, type Token } from './contract.ts'

/**
 * Without `default`, project keys and apps that are no longer connected. A token past its `deleteAt` counts as deleted
 * before cron deletes its row.
 */
export const isListed = ({ db, now }: Pick<Context, 'db' | 'now'>, organizationId: string) =>
  and(
    eq(apiTokens.organizationId, organizationId),
    ne(apiTokens.name, DEFAULT_TOKEN_NAME),
    or(isNull(apiTokens.deleteAt), gt(apiTokens.deleteAt, now)),
    or(isNull(apiTokens.oauthClientId), gt(apiTokens.expiresAt, now)),
    notExists(projectOfToken(db)),
  )

export const projectOfToken = (db: Db) =>
  db.select({ id: projects.id }).from(projects).where(eq(projects.apiKey, apiTokens.token))

export async function listTokens(ctx: Context, organizationId: string): Promise<Token[]> {
  const rows = await ctx.db
    .select({ token: apiTokens, createdBy: users.email })
    .from(apiTokens)
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
    .where(isListed(ctx, organizationId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return rows.map(({ token, createdBy }) => describeToken(token, createdBy))
}

type Row = typeof apiTokens.$inferSelect
const fields = [
  'id',
  'name',
  'createdAt',
  'live',
  'permissions',
  'expiresAt',
  'deleteAt',
  'lastUsedAt',
  'allowedIps',
  'lastRefusedIp',
  'lastRefusedAt',
] as const

export const describeToken = (
  row: Pick<Row, (typeof fields)[number] | 'prefix' | 'lastFour' | 'oauthClientId'>,
  createdBy: string | null,
): Token => ({
  ...withIsoDates(pick(row, ...fields)),
  createdBy,
  obfuscatedToken: obfuscate(row),
  isApp: row.oauthClientId !== null,
})

export const obfuscate = ({ prefix, lastFour }: Pick<Row, 'prefix' | 'lastFour'>) =>
  `${prefix}${'•'.repeat(8)}${lastFour}`
