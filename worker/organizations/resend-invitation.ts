import { and, eq, sql } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { InvitationSent } from './contract.ts'
import { isOpen, type OpenInvitationRow } from './find-open-invitation.ts'
import { invitationColumns, type Sender, sendInvitation } from './send-invitation.ts'

/** If another invitation for the address is pending, renews that one instead. */
export const resendInvitation = (
  ctx: Context,
  { id, email, role }: OpenInvitationRow & { id: number },
  sender: Sender,
): Promise<InvitationSent> =>
  sendInvitation(
    ctx,
    { event: 'invitation.resent', email, role },
    sender,
    ({ tokenHash, expiresAt, mayInvite }) => {
      const pending = ctx.db
        .select({ id: invitations.id })
        .from(invitations)
        .where(
          and(
            eq(invitations.organizationId, sender.organization.id),
            eq(invitations.email, email),
            eq(invitations.status, 'pending'),
          ),
        )
      return ctx.db
        .update(invitations)
        .set({ status: 'pending', token: tokenHash, role, invitedBy: sender.inviter.id, expiresAt })
        .where(and(eq(invitations.id, sql`coalesce(${pending}, ${id}::int)`), isOpen, mayInvite))
        .returning(invitationColumns)
    },
  )
