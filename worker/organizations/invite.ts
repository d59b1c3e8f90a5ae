import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import type { InvitationSent, Invite } from './contract.ts'
import { expiry, type Sender, sendInvitation } from './send-invitation.ts'

/**
 * Invites an address into an organization and mails the link; one that was invited before gets a new link, and the
 * old one is dead. Throws what sendInvitation does.
 */
export const invite = (
  ctx: Context,
  { email, role }: Pick<Invite, 'email' | 'role'>,
  sender: Sender,
): Promise<InvitationSent> =>
  sendInvitation(
    ctx,
    { email, role },
    sender,
    (tokenHash) => sql`
      insert into organization_invitations (email, organization_id, invited_by, role, token, expires_at)
      select ${email}::text, ${sender.organization.id}::text, ${sender.inviter.id}::int, ${role}::text,
             ${tokenHash}::text, ${expiry}
        from refusal where code is null
      on conflict (organization_id, email) where status = 'pending'
      do update set token = excluded.token, role = excluded.role, invited_by = excluded.invited_by,
                    expires_at = excluded.expires_at`,
  )
