import { asc, eq } from 'drizzle-orm'
import { memberships, twoFactors, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { withIsoDates } from '#worker/lib/pick.ts'
import type { Member } from './contract.ts'

export async function listMembers(
  ctx: Context,
  organizationId: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<Member[]> {
  const rows = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      role: memberships.role,
      joinedAt: memberships.createdAt,
      enabledAt: twoFactors.enabledAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.createdAt), asc(memberships.id))
  return rows.map(({ enabledAt, ...member }) => ({
    ...withIsoDates(member),
    ...(isAdmin && { hasTwoFactor: enabledAt !== null }),
  }))
}
