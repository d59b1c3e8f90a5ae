import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { refreshMembers } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.ts'
import type { InvitationSent, OpenInvitation } from '#worker/organizations/contract.ts'
import { optimistically, tellFailure } from './change.ts'
import { without } from './people.ts'

export const INVITATION_FAILED = 'Invitation failed'

/** Says that the mail is on its way, and how long its link works. */
export function saySent({ email, expiresAt }: InvitationSent): void {
  toast.success('Invitation sent', {
    description: `${email} gets a link by e-mail. It works until ${formatDate(expiresAt)}.`,
  })
}

/** A new mail with a new link; the old one is dead. */
export async function resendInvitation(organizationId: string, { id }: OpenInvitation): Promise<void> {
  try {
    saySent(await api.resendInvitation(organizationId, id))
  } catch (error) {
    await tellFailure(INVITATION_FAILED, error, organizationId)
  }
  await refreshMembers(organizationId)
}

export async function revokeInvitation(organizationId: string, { id, email }: OpenInvitation): Promise<void> {
  try {
    const call = api.revokeInvitation(organizationId, id)
    await optimistically<readonly OpenInvitation[]>(keys.invitations(organizationId), call, (open) =>
      without(open, id),
    )
    toast.success('Invitation revoked', { description: `The link sent to ${email} no longer works.` })
  } catch (error) {
    await tellFailure('Revoke invitation failed', error, organizationId)
  }
  await refreshMembers(organizationId)
}
