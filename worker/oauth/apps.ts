import { and, desc, eq, gt, inArray, isNotNull, lte, or } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { lockCaller } from '#worker/locks.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { MAX_TOKEN_NAME_LENGTH } from '#worker/tokens/constants.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
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
    await lockMembership(tx, { organizationId, userId })
    await lockCaller(tx, userId)
    await refreshAfterCommit(tx, organizationId)
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
    return token
  })
}

/** As the member sees it. The app chose it, so it can be anything. */
export function appNameOf(name: string): string {
  const text = name
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim()
    .slice(0, MAX_TOKEN_NAME_LENGTH)
    .toWellFormed()
  // In characters, as PostgreSQL counts.
  return [...text].length < 3 || text.toLowerCase() === DEFAULT_TOKEN_NAME ? `App ${text}`.trimEnd() : text
}

export const disconnectApp = (ctx: Context, tokenHash: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const app = await lockApp(tx, tokenHash)
    if (!app) return
    const { id, organizationId, name } = app
    const deleted = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning({ id: apiTokens.id })
    if (deleted.length === 0) return
    await audit(tx, { event: 'app.disconnected', organizationId, actor: null, subject: name })
  })

/** Call it whenever an app gets an access token. False if it was disconnected, or its organization isn't active. */
export const keepApp = (ctx: Context, token: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const app = await lockApp(tx, hashToken(token))
    if (app?.organization.status !== 'ACTIVE') return false
    const kept = await tx
      .update(apiTokens)
      .set({ expiresAt: secondsFromNow(APP_IDLE_DAYS * 86_400) })
      .where(and(eq(apiTokens.id, app.id), gt(apiTokens.expiresAt, now)))
      .returning({ id: apiTokens.id })
    return kept.length > 0
  })

async function lockApp(tx: Transaction, tokenHash: string) {
  const app = await tx.query.apiTokens.findFirst({
    where: and(eq(apiTokens.token, tokenHash), isNotNull(apiTokens.oauthClientId)),
    columns: { id: true, organizationId: true, name: true },
    with: { organization: { columns: { status: true } } },
  })
  if (app) await refreshAfterCommit(tx, app.organizationId)
  return app
}
