import { and, eq, gt, inArray } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { EXPIRED_INVITATION_LIFE_DAYS, type MemberRole } from './contract.ts'

/** The status may still be `pending` after `expiresAt`. */
export const isOpen = and(
  inArray(invitations.status, ['pending', 'expired']),
  gt(invitations.expiresAt, secondsAgo(EXPIRED_INVITATION_LIFE_DAYS * 86_400)),
)

export type InvitationId = { organizationId: string; invitationId: number }
export type OpenInvitationRow = { email: string; role: MemberRole }

export const isOpenInvitation = ({ organizationId, invitationId }: InvitationId) =>
  and(eq(invitations.id, invitationId), eq(invitations.organizationId, organizationId), isOpen)

export async function findOpenInvitation(ctx: Context, id: InvitationId): Promise<OpenInvitationRow> {
  const [found] = await ctx.db
    .select({ email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(isOpenInvitation(id))
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found
}
