import { and, eq, gt, inArray } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction } from '#worker/transaction.ts'
import { EXPIRED_INVITATION_LIFE_DAYS, type MemberRole } from './contract.ts'

/** The status may still be `pending` after `expiresAt`. */
export const isOpen = and(
  inArray(invitations.status, ['pending', 'expired']),
  gt(invitations.expiresAt, secondsAgo(EXPIRED_INVITATION_LIFE_DAYS * 86_400)),
)

export type InvitationId = { organizationId: string; invitationId: number }
export type OpenInvitationRow = { email: string; role: MemberRole }

const isOpenInvitation = ({ organizationId, invitationId }: InvitationId) =>
  and(eq(invitations.id, invitationId), eq(invitations.organizationId, organizationId), isOpen)

export async function findOpenInvitation(ctx: Context, id: InvitationId): Promise<OpenInvitationRow> {
  const [found] = await ctx.db
    .select({ email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(isOpenInvitation(id))
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found
}

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
