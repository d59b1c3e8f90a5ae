import { and, desc, eq, exists, gt, inArray, isNotNull, lte, or } from 'drizzle-orm'
import { apiTokens, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { lockOrganization } from '#worker/locks.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import { requireMember } from '#worker/membership/membership.ts'
import { refreshOrganization } from '#worker/quota/cached-quotas.ts'
import { MAX_TOKEN_NAME_LENGTH } from '#worker/tokens/constants.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { inTransaction } from '#worker/transaction.ts'
import { APP_IDLE_DAYS, MAX_APPS } from './contract.ts'

const CODE_SECONDS = 600

type App = { organizationId: string; clientId: string; name: string; redirectHost: string }
type User = { id: number; email: string }

/** A connected app is an API token whose value nobody sees. It ends with the code unless the app exchanges the code. */
export function connectApp(
  ctx: Context,
  { organizationId, clientId, name, redirectHost }: App,
  { id: userId }: User,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    await requireMember(tx, { organizationId, userId })
    const own = and(
      eq(apiTokens.organizationId, organizationId),
      eq(apiTokens.createdBy, userId),
      isNotNull(apiTokens.oauthClientId),
    )
    const { id, expiresAt } = apiTokens
    const unused = tx
      .select({ id })
      .from(apiTokens)
      .where(own)
      .orderBy(desc(expiresAt))
      .offset(MAX_APPS - 1)
    await tx.delete(apiTokens).where(and(own, or(lte(expiresAt, now), inArray(id, unused))))
    const { token, row } = generateToken(organizationId)
    const appName = appNameOf(name)
    await tx.insert(apiTokens).values({
      ...row,
      name: appName,
      organizationId,
      permissions: { read: true, validation: true },
      oauthClientId: clientId,
      expiresAt: secondsFromNow(CODE_SECONDS),
      createdBy: userId,
    })
    await audit(tx, {
      event: 'app.connected',
      organizationId,
      subject: appName,
      after: { clientId: clientId.slice(0, 200), redirectHost },
    })
    tx.afterCommit(() => refreshOrganization(ctx, organizationId))
    return token
  })
}

/** As the member sees it. The app chose it, so it can be anything. */
export function appNameOf(name: string): string {
  const text = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, MAX_TOKEN_NAME_LENGTH)
    .toWellFormed()
  // In characters, as PostgreSQL counts.
  return [...text].length < 3 || text.toLowerCase() === DEFAULT_TOKEN_NAME ? `App ${text}` : text
}

export const disconnectApp = (ctx: Context, tokenHash: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const isThis = and(eq(apiTokens.token, tokenHash), isNotNull(apiTokens.oauthClientId))
    const [app] = await tx.delete(apiTokens).where(isThis).returning()
    if (!app) return
    const { organizationId, name } = app
    await audit(tx, { event: 'app.disconnected', organizationId, actor: null, subject: name })
    tx.afterCommit(() => refreshOrganization(ctx, organizationId))
  })

/** Call it whenever an app gets an access token. False if it was disconnected, or its organization isn't active. */
export async function keepApp(ctx: Context, token: string): Promise<boolean> {
  const isActive = ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, apiTokens.organizationId), eq(organizations.status, 'ACTIVE')))
  const [app] = await ctx.db
    .update(apiTokens)
    .set({ expiresAt: secondsFromNow(APP_IDLE_DAYS * 86_400) })
    .where(
      and(
        eq(apiTokens.token, hashToken(token)),
        isNotNull(apiTokens.oauthClientId),
        gt(apiTokens.expiresAt, now),
        exists(isActive),
      ),
    )
    .returning({ organizationId: apiTokens.organizationId })
  if (app) await refreshOrganization(ctx, app.organizationId)
  return app !== undefined
}
