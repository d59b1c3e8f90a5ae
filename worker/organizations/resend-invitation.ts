import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import type { InvitationSent } from './contract.ts'
import { isOpen, type OpenInvitationRow } from './open-invitation.ts'
import { expiry, type Sender, sendInvitation } from './send-invitation.ts'

/**
 * Mails an open invitation again, with a new link and a new time; the old link is dead. Where another one of the
 * address is pending, that one is renewed. Throws INVITATION_NOT_FOUND for one that was accepted or revoked meanwhile,
 * and what sendInvitation does.
 */
export const resendInvitation = (
  ctx: Context,
  { id, email, role }: OpenInvitationRow & { id: number },
  sender: Sender,
): Promise<InvitationSent> =>
  sendInvitation(
    ctx,
    { email, role },
    sender,
    (tokenHash) => sql`
      update organization_invitations
         set status = 'pending', token = ${tokenHash}, role = ${role}, invited_by = ${sender.inviter.id},
             expires_at = ${expiry}
        from refusal
       where refusal.code is null and ${isOpen}
         and organization_invitations.id = coalesce((
           select pending.id from organization_invitations pending
            where pending.organization_id = ${sender.organization.id} and pending.email = ${email}
              and pending.status = 'pending'
         ), ${id}::int)`,
  )
