import { asc, eq } from 'drizzle-orm'
import { memberships, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { withIsoDates } from '#worker/lib/pick.ts'
import type { Member } from './contract.ts'

export async function listMembers(ctx: Context, organizationId: string): Promise<Member[]> {
  const rows = await ctx.db
    .select({ id: users.id, email: users.email, role: memberships.role, joinedAt: memberships.createdAt })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.createdAt), asc(memberships.id))
  return rows.map(withIsoDates)
}
