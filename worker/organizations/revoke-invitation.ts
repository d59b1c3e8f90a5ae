import { and, eq } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { MemberRole } from './contract.ts'
import { type InvitationId, isOpenInvitation } from './find-open-invitation.ts'

/** `role` is the role the caller was checked for: if it changed meanwhile, throws INVITATION_NOT_FOUND. */
export const revokeInvitation = (
  ctx: Context,
  { role, ...id }: InvitationId & { role: MemberRole },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [revoked] = await tx
      .update(invitations)
      .set({ status: 'revoked' })
      .where(and(isOpenInvitation(id), eq(invitations.role, role)))
      .returning({ email: invitations.email })
    if (!revoked) throw new AppError('INVITATION_NOT_FOUND')
    const { organizationId } = id
    await audit(tx, { event: 'invitation.revoked', organizationId, subject: revoked.email })
  })
