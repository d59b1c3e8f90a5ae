import { and, eq } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { MemberRole } from './contract.ts'
import { type InvitationId, isTheOpenInvitation } from './open-invitation.ts'

/**
 * Takes an open invitation back: its link is dead. `role` is what the caller was seen to have a say in.
 * Throws INVITATION_NOT_FOUND, also for one that somebody accepted, or changed, first.
 */
export async function revokeInvitation(
  ctx: Context,
  { role, ...which }: InvitationId & { role: MemberRole },
): Promise<void> {
  const [revoked] = await ctx.db
    .update(invitations)
    .set({ status: 'revoked' })
    .where(and(isTheOpenInvitation(which), eq(invitations.role, role)))
    .returning({ id: invitations.id })
  if (!revoked) throw new AppError('INVITATION_NOT_FOUND')
}
