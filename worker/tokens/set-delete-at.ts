import { and, eq, exists, or } from 'drizzle-orm'
import { apiTokens, memberships, users } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { isMember } from '#worker/organizations/membership.ts'
import { rolesWith } from '#worker/organizations/permissions.ts'
import { forgetToken } from '#worker/quota/cache-changes.ts'
import type { Token } from './contract.ts'
import { describeToken, isListed } from './list.ts'

export type TokenId = { organizationId: string; tokenId: number; callerId: number }

/** Admins and managers change all tokens, members their own. */
export function changeableToken(ctx: Context, { organizationId, tokenId, callerId }: TokenId) {
  const manages = ctx.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isMember({ organizationId, userId: callerId }, rolesWith('manageTokens')))
  return and(
    eq(apiTokens.id, tokenId),
    isListed(ctx, organizationId),
    or(exists(manages), eq(apiTokens.createdBy, callerId)),
  )
}

/** Why `changeableToken` found none. */
export async function tokenError(ctx: Context, { organizationId, tokenId }: TokenId): Promise<AppError> {
  const [found] = await ctx.db
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(eq(apiTokens.id, tokenId), isListed(ctx, organizationId)))
  return new AppError(found ? 'ROLE_TOO_LOW' : 'TOKEN_NOT_FOUND')
}

/** Throws TOKEN_NOT_FOUND, ROLE_TOO_LOW. */
export async function setDeleteAt(ctx: Context, id: TokenId, deleteAt: Date | null): Promise<Token> {
  const { db } = ctx
  const update = db
    .$with('changed')
    .as(db.update(apiTokens).set({ deleteAt }).where(changeableToken(ctx, id)).returning())
  const audit = auditPart(
    ctx,
    {
      event: deleteAt ? 'token.deletion_scheduled' : 'token.deletion_canceled',
      organizationId: id.organizationId,
      subject: update.name,
      after: { deleteAt: deleteAt?.toISOString() ?? null },
    },
    update,
  )
  const [changed] = await db
    .with(update, audit)
    .select({
      id: update.id,
      name: update.name,
      hash: update.token,
      prefix: update.prefix,
      lastFour: update.lastFour,
      live: update.live,
      permissions: update.permissions,
      expiresAt: update.expiresAt,
      deleteAt: update.deleteAt,
      lastUsedAt: update.lastUsedAt,
      createdAt: update.createdAt,
      createdBy: users.email,
    })
    .from(update)
    .leftJoin(users, eq(users.id, update.createdBy))
  if (!changed) throw await tokenError(ctx, id)
  await forgetToken(ctx, { organizationId: id.organizationId, tokenHash: changed.hash })
  return describeToken(changed, changed.createdBy)
}
