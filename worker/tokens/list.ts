import { and, desc, eq, gt, isNull, ne, notExists, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { apiTokens, projects, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import type { Token } from './contract.ts'

/** A token past its `deleteAt` counts as deleted before cron deletes its row. */
export const isListed = ({ db, now }: Pick<Context, 'db' | 'now'>, organizationId: string) =>
  and(
    eq(apiTokens.organizationId, organizationId),
    ne(apiTokens.name, DEFAULT_TOKEN_NAME),
    isNull(apiTokens.rotatedToId),
    or(isNull(apiTokens.deleteAt), gt(apiTokens.deleteAt, now)),
    or(isNull(apiTokens.oauthClientId), gt(apiTokens.expiresAt, now)),
    notExists(projectOfToken(db)),
  )

export const projectOfToken = (db: Db) =>
  db.select({ id: projects.id }).from(projects).where(eq(projects.apiKey, apiTokens.token))

const oldSecrets = alias(apiTokens, 'old_secrets')

export const selectTokens = (db: Pick<Db, 'select'>, ctx: Context, organizationId: string, only?: SQL) =>
  db
    .select({ token: apiTokens, createdBy: users.email, oldSecret: oldSecrets })
    .from(apiTokens)
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
    .leftJoin(
      oldSecrets,
      and(
        eq(oldSecrets.rotatedToId, apiTokens.id),
        gt(oldSecrets.deleteAt, ctx.now),
        or(isNull(oldSecrets.expiresAt), gt(oldSecrets.expiresAt, ctx.now)),
      ),
    )
    .where(and(only, isListed(ctx, organizationId)))

export async function listTokens(ctx: Context, organizationId: string): Promise<Token[]> {
  const rows = await selectTokens(ctx.db, ctx, organizationId).orderBy(
    desc(apiTokens.createdAt),
    desc(apiTokens.id),
  )
  return rows.map(describeToken)
}

export type TokenRow = Awaited<ReturnType<typeof selectTokens>>[number]
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
  'lastUsedCountry',
  'allowedIps',
  'lastRefusedIp',
  'lastRefusedAt',
] as const

export const describeToken = ({ token, createdBy, oldSecret }: TokenRow): Token => ({
  ...withIsoDates(pick(token, ...fields)),
  createdBy,
  obfuscatedToken: obfuscate(token),
  oldSecret: oldSecret && {
    obfuscatedToken: obfuscate(oldSecret),
    endsAt: endOf(oldSecret),
  },
  isApp: token.oauthClientId !== null,
})

/** Throws for a token that neither expires nor is to be deleted. */
export const endOf = ({ expiresAt, deleteAt }: Pick<Row, 'expiresAt' | 'deleteAt'>): string =>
  new Date(Math.min(...[expiresAt, deleteAt].flatMap((end) => end?.getTime() ?? []))).toISOString()

export const obfuscate = ({ prefix, lastFour }: Pick<Row, 'prefix' | 'lastFour'>) =>
  `${prefix}${'•'.repeat(8)}${lastFour}`
