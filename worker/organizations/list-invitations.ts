import { and, desc, eq, sql } from 'drizzle-orm'
import { invitations, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import type { OpenInvitation } from './contract.ts'
import { isOpen } from './open-invitation.ts'

export async function listInvitations(ctx: Context, organizationId: string): Promise<OpenInvitation[]> {
  const rows = await ctx.db
    .select({
      ...pick(invitations, 'id', 'email', 'role'),
      isPending: sql<boolean>`${invitations.expiresAt} > ${now}`,
      invitedBy: users.email,
      ...pick(invitations, 'createdAt', 'expiresAt'),
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.organizationId, organizationId), isOpen))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  return rows.map(({ isPending, ...row }) => ({
    ...withIsoDates(row),
    status: isPending ? 'pending' : 'expired',
  }))
}
