import { and, eq } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { invitations, organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { InvitationSent, Invite } from './contract.ts'
import { invitationColumns, type Sender, sendInvitation } from './send-invitation.ts'

export const invite = (
  ctx: Context,
  { email, role }: Pick<Invite, 'email' | 'role'>,
  sender: Sender,
): Promise<InvitationSent> =>
  sendInvitation(
    ctx,
    { event: 'invitation.sent', email, role },
    sender,
    ({ tokenHash, expiresAt, mayInvite }) => {
      const changing = { role, invitedBy: sender.inviter.id, token: tokenHash, expiresAt }
      return insertFrom(
        ctx.db,
        invitations,
        { ...changing, email, organizationId: sender.organization.id },
        (values) =>
          ctx.db
            .select(values)
            .from(organizations)
            .where(and(eq(organizations.id, sender.organization.id), mayInvite)),
      )
        .onConflictDoUpdate({
          target: [invitations.organizationId, invitations.email],
          targetWhere: eq(invitations.status, 'pending'),
          set: changing,
        })
        .returning(invitationColumns)
    },
  )
