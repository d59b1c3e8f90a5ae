import type * as z from 'zod'
import { api, inBody, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { formatDate } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, refreshMembers, updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  type InvitationSent,
  inviteSchema,
  memberRoleSchema,
  type OpenInvitation,
} from '#worker/organizations/contract.ts'
import { attemptIn } from './report-failure.ts'

export const INVITATION_FAILED = 'Invitation failed'

export const inviteFieldsSchema = inviteSchema.pick({ email: true }).extend({ role: memberRoleSchema })
export type InviteFields = z.infer<typeof inviteFieldsSchema>

/** It can expire while the page is open. */
export const isExpired = ({ status, expiresAt }: OpenInvitation, now: Date): boolean =>
  status === 'expired' || Date.parse(expiresAt) <= now.getTime()

function toastSent({ email, expiresAt }: InvitationSent): void {
  toast.success('Invitation sent', {
    description: `${email} gets a link by email. It works until ${formatDate(expiresAt)}.`,
  })
}

const requestFor = (organizationId: string, id: OpenInvitation['id']) => ({
  header: organizationHeader(organizationId),
  param: { invitationId: pathParam(id) },
})

export async function invite(organizationId: string, fields: InviteFields): Promise<boolean> {
  const response = await confirmed(() => api.organization.invite.$post(inBody(organizationId, fields)))
  if (response) toastSent(await response.json())
  return response !== undefined
}

export async function resendInvitation(organizationId: string, { id }: OpenInvitation): Promise<void> {
  await attemptIn(organizationId, INVITATION_FAILED, async () => {
    const response = await confirmed(() =>
      api.organization.invitations[':invitationId'].resend.$post(requestFor(organizationId, id)),
    )
    if (response) toastSent(await response.json())
  })
  await refreshMembers(organizationId)
}

export async function revokeInvitation(organizationId: string, { id, email }: OpenInvitation): Promise<void> {
  await attemptIn(organizationId, 'Revoke invitation failed', async () => {
    const call = api.organization.invitations[':invitationId'].$delete(requestFor(organizationId, id))
    await updateOptimistically(queries.invitations(organizationId), call, (invitations) =>
      invitations.filter((invitation) => invitation.id !== id),
    )
    toast.success('Invitation revoked', { description: `The link sent to ${email} no longer works.` })
  })
  // They may have joined in the meantime.
  await refetch(queries.members(organizationId))
}
