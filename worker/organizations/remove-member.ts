import { and, eq, exists, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { apiTokens, invitations, memberships, organizations, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import { isListed, projectOfToken } from '#worker/tokens/list.ts'
import { organizationLock } from './lock-organization.ts'
import { assertNotOnYourself, type MemberChange, memberChangeError } from './member-change.ts'
import { isMember } from './membership.ts'

/** With `revokeTokens`, also revokes the API tokens and project keys that the member created. */
export async function removeMember(
  ctx: Context,
  { revokeTokens, ...change }: MemberChange & { revokeTokens: boolean },
): Promise<void> {
  assertNotOnYourself(change)
  await endMembership(ctx, change, revokeTokens)
}

export const leaveOrganization = (ctx: Context, organizationId: string, userId: number): Promise<void> =>
  endMembership(ctx, { organizationId, callerId: userId, userId }, false)

/** Revokes pending invitations by or for the user, which would let the user back in. */
async function endMembership(ctx: Context, change: MemberChange, revokeTokens: boolean): Promise<void> {
  const { organizationId, userId } = change
  const error = memberChangeError(ctx.db, change, null)
  const email = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const isRevoked = and(
    eq(apiTokens.createdBy, userId),
    eq(apiTokens.organizationId, organizationId),
    revokeTokens ? isNull(error) : sql`false`,
  )
  const removed = ctx.db.$with('removed').as(
    ctx.db
      .delete(memberships)
      .where(and(isMember(change), isNull(error)))
      .returning({ userId: memberships.userId, role: memberships.role }),
  )
  const audit = auditPart(
    ctx,
    {
      event: change.callerId === userId ? 'member.left' : 'member.removed',
      organizationId,
      subject: sql`${email}`,
      before: sql`jsonb_build_object('role', ${removed.role})`,
      after: revokeTokens ? { tokensRevoked: true } : undefined,
    },
    removed,
  )
  const [, [checked], , deletedTokens, revokedKeys] = await ctx.db.batch([
    organizationLock(ctx, organizationId),
    ctx.db.select({ error }).from(organizations).where(eq(organizations.id, organizationId)),
    ctx.db
      .update(invitations)
      .set({ status: 'revoked' })
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          eq(invitations.status, 'pending'),
          gt(invitations.expiresAt, now),
          or(eq(invitations.invitedBy, userId), inArray(invitations.email, email)),
          isNull(error),
        ),
      ),
    ctx.db
      .delete(apiTokens)
      .where(and(isRevoked, isListed(ctx, organizationId)))
      .returning({ organizationId: apiTokens.organizationId, tokenHash: apiTokens.token }),
    ctx.db
      .update(apiTokens)
      .set({ expiresAt: now })
      .where(and(isRevoked, exists(projectOfToken(ctx.db))))
      .returning({ organizationId: apiTokens.organizationId, tokenHash: apiTokens.token }),
    ctx.db.with(removed, audit).select({ id: removed.userId }).from(removed),
  ])
  if (!checked) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (checked.error) throw new AppError(checked.error)
  const revoked = [...deletedTokens, ...revokedKeys]
  await Promise.all(revoked.map((token) => cacheDeletedToken(ctx, token)))
}
