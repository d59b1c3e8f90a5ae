import { and, eq, sql } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { invitations, memberships, organizations } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { findInvitation, isAcceptable } from './find-invitation.ts'
import { organizationLock } from './lock-organization.ts'
import { selectMemberships } from './membership.ts'

/** A second call by the same user, who is still a member, answers like the first. */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  user: { id: number; email: string },
): Promise<OrganizationDetail> {
  const { db } = ctx
  const organizationId = db
    .select({ organizationId: invitations.organizationId })
    .from(invitations)
    .where(eq(invitations.token, hashToken(token)))
  const accepted = db.$with('accepted').as(
    db
      .update(invitations)
      .set({ status: 'accepted' })
      .from(organizations)
      .where(
        and(
          eq(invitations.token, hashToken(token)),
          isAcceptable,
          eq(invitations.email, user.email),
          eq(organizations.id, invitations.organizationId),
        ),
      )
      .returning({ organizationId: invitations.organizationId, role: invitations.role }),
  )
  const joined = db.$with('joined').as(
    insertFrom(
      db,
      memberships,
      {
        userId: user.id,
        organizationId: accepted.organizationId,
        role: accepted.role,
        onboarding: 'checklist',
      },
      (values) => db.select(values).from(accepted),
    )
      .onConflictDoNothing({ target: [memberships.userId, memberships.organizationId] })
      .returning({ organizationId: memberships.organizationId, role: memberships.role }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'member.joined',
      organizationId: joined.organizationId,
      subject: user.email,
      after: sql`jsonb_build_object('role', ${joined.role})`,
    },
    joined,
  )
  const [, [invitation], [membership]] = await db.batch([
    organizationLock(ctx, organizationId),
    db.with(accepted, joined, audit).select({ role: accepted.role }).from(accepted),
    selectMemberships(db).where(
      and(eq(memberships.userId, user.id), eq(memberships.organizationId, organizationId)),
    ),
  ])
  if (!membership || !(invitation || (await hasAccepted(ctx, token, user.email)))) {
    await findInvitation(ctx, token)
    throw new AppError('INVITATION_NOT_YOURS')
  }
  return describeOrganization(membership)
}

async function hasAccepted({ db }: Context, token: string, email: string): Promise<boolean> {
  const [found] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.token, hashToken(token)),
        eq(invitations.email, email),
        eq(invitations.status, 'accepted'),
      ),
    )
  return found !== undefined
}
