import { and, eq } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { MemberRole } from './contract.ts'
import { type InvitationId, isOpenInvitation } from './find-open-invitation.ts'

/** `role` is the role the caller was checked for: if it changed meanwhile, throws INVITATION_NOT_FOUND. */
export async function revokeInvitation(
  ctx: Context,
  { role, ...id }: InvitationId & { role: MemberRole },
): Promise<void> {
  const [revoked] = await ctx.db
    .update(invitations)
    .set({ status: 'revoked' })
    .where(and(isOpenInvitation(id), eq(invitations.role, role)))
    .returning({ id: invitations.id })
  if (!revoked) throw new AppError('INVITATION_NOT_FOUND')
}
