import { and, eq } from 'drizzle-orm'
import { invitations } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { MemberRole } from './contract.ts'
import { type InvitationId, isOpenInvitation } from './find-open-invitation.ts'

/** `role` is the role the caller was checked for: if it changed meanwhile, throws INVITATION_NOT_FOUND. */
export async function revokeInvitation(
  ctx: Context,
  { role, ...id }: InvitationId & { role: MemberRole },
): Promise<void> {
  const { db } = ctx
  const { organizationId } = id
  const update = db.$with('revoked').as(
    db
      .update(invitations)
      .set({ status: 'revoked' })
      .where(and(isOpenInvitation(id), eq(invitations.role, role)))
      .returning({ id: invitations.id, email: invitations.email }),
  )
  const audit = auditPart(ctx, { event: 'invitation.revoked', organizationId, subject: update.email }, update)
  const [revoked] = await db.with(update, audit).select({ id: update.id }).from(update)
  if (!revoked) throw new AppError('INVITATION_NOT_FOUND')
}
