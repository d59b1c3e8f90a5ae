import { and, eq, exists, gt, inArray, isNull, ne, notExists, notInArray, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import { invitations, memberships, organizations, users } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { invitationEmail } from '#worker/mail/templates.ts'
import { INVITATION_LIFE_SECONDS, type InvitationSent, type Invite, type MemberRole } from './contract.ts'
import { organizationLock } from './lock-organization.ts'
import { isMember, type Membership } from './membership.ts'

export type Sender = {
  inviter: { id: number; email: string }
  organization: Membership['organization']
  grantableRoles: readonly MemberRole[]
}

type InvitationWrite = { tokenHash: string; expiresAt: SQL<Date>; mayInvite: SQL }

export const invitationColumns = {
  id: invitations.id,
  email: invitations.email,
  role: invitations.role,
  expiresAt: invitations.expiresAt,
}
type InvitationRow = Pick<typeof invitations.$inferSelect, keyof typeof invitationColumns>

/**
 * `write` inserts or updates the row. Throws ALREADY_MEMBER; ROLE_TOO_LOW if a pending invitation for the address has a
 * role that the inviter may not grant, because the new one would replace it; ORGANIZATION_NOT_FOUND if the inviter was removed
 * meanwhile; INVITATION_NOT_FOUND if `write` wrote nothing.
 */
export async function sendInvitation(
  ctx: Context,
  { event, email, role }: Pick<Invite, 'email' | 'role'> & { event: 'invitation.sent' | 'invitation.resent' },
  { inviter, organization, grantableRoles }: Sender,
  write: (input: InvitationWrite) => RunnableQuery<InvitationRow[], 'pg'>,
): Promise<InvitationSent> {
  const { db } = ctx
  const { secret, hash: tokenHash } = generateSecret()
  const message = invitationEmail({
    key: `invitation/${crypto.randomUUID()}`,
    to: email,
    organizationName: organization.name,
    inviterEmail: inviter.email,
    role,
    link: `${ctx.settings.APP_ORIGIN}/auth?invitation=${secret}`,
  })
  const encrypted = await encryptEmail(ctx, message)

  const inviterMembership = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isMember({ organizationId: organization.id, userId: inviter.id }))
  const invitedMembership = db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organization.id), eq(users.email, email)))
  const pendingForHigherRole = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organization.id),
        eq(invitations.email, email),
        eq(invitations.status, 'pending'),
        gt(invitations.expiresAt, now),
        notInArray(invitations.role, [...grantableRoles]),
      ),
    )
  const error = sql<'ORGANIZATION_NOT_FOUND' | 'ALREADY_MEMBER' | 'ROLE_TOO_LOW' | null>`case
    when ${notExists(inviterMembership)} then 'ORGANIZATION_NOT_FOUND'
    when ${exists(invitedMembership)} then 'ALREADY_MEMBER'
    when ${exists(pendingForHigherRole)} then 'ROLE_TOO_LOW'
  end`
  const written = db.select({ id: invitations.id }).from(invitations).where(eq(invitations.token, tokenHash))
  const [, [checked], [invitation]] = await db.batch([
    organizationLock(ctx, organization.id),
    db.select({ error }).from(organizations).where(eq(organizations.id, organization.id)),
    write({
      tokenHash,
      expiresAt: secondsFromNow(INVITATION_LIFE_SECONDS),
      mayInvite: isNull(error),
    }),
    db
      .delete(invitations)
      .where(
        and(
          eq(invitations.organizationId, organization.id),
          eq(invitations.email, email),
          inArray(invitations.status, ['pending', 'expired']),
          ne(invitations.token, tokenHash),
          exists(written),
        ),
      ),
    insertEmail(db, encrypted, invitations, eq(invitations.token, tokenHash)),
    insertAudit(
      ctx,
      { event, organizationId: organization.id, subject: email, after: { role } },
      invitations,
      eq(invitations.token, tokenHash),
    ),
  ])
  if (!invitation) throw new AppError(checked?.error ?? 'INVITATION_NOT_FOUND')
  sendAfterResponse(ctx, encrypted.key)
  return { ...invitation, expiresAt: invitation.expiresAt.toISOString() }
}
