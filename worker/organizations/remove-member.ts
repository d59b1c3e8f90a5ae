import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { invitations, memberships, organizations, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from './lock-organization.ts'
import { assertNotOnYourself, type MemberChange, memberChangeError } from './member-change.ts'
import { isMember } from './membership.ts'

export async function removeMember(ctx: Context, change: MemberChange): Promise<void> {
  assertNotOnYourself(change)
  await endMembership(ctx, change)
}

export const leaveOrganization = (ctx: Context, organizationId: string, userId: number): Promise<void> =>
  endMembership(ctx, { organizationId, callerId: userId, userId })

/** Revokes pending invitations by or for the user, which would let the user back in. API tokens keep working. */
async function endMembership(ctx: Context, change: MemberChange): Promise<void> {
  const { organizationId, userId } = change
  const error = memberChangeError(ctx.db, change, null)
  const email = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const [, [checked]] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
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
    ctx.db.delete(memberships).where(and(isMember(change), isNull(error))),
  ])
  if (!checked) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (checked.error) throw new AppError(checked.error)
}
