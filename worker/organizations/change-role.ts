import { and, eq, isNull } from 'drizzle-orm'
import { memberships, organizations, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Member, MemberRole } from './contract.ts'
import { lockOrganization } from './lock-organization.ts'
import { assertNotOnYourself, type MemberChange, memberChangeError } from './member-change.ts'
import { isMember } from './membership.ts'

/** Throws ROLE_TOO_LOW or ORGANIZATION_NOT_FOUND if the caller lost the role or was removed meanwhile. */
export async function changeRole(
  ctx: Context,
  { role, ...change }: MemberChange & { role: MemberRole },
): Promise<Member> {
  assertNotOnYourself(change)
  const error = memberChangeError(ctx.db, change, role)
  const [, [checked], [changed]] = await ctx.db.batch([
    lockOrganization(ctx, change.organizationId),
    ctx.db.select({ error }).from(organizations).where(eq(organizations.id, change.organizationId)),
    ctx.db
      .update(memberships)
      .set({ role })
      .from(users)
      .where(and(isMember(change), eq(users.id, memberships.userId), isNull(error)))
      .returning({
        id: users.id,
        email: users.email,
        role: memberships.role,
        joinedAt: memberships.createdAt,
      }),
  ])
  if (!changed) throw new AppError(checked?.error ?? 'ORGANIZATION_NOT_FOUND')
  return { ...changed, joinedAt: changed.joinedAt.toISOString() }
}
