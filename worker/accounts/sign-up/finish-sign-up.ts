import { and, desc, eq, exists, gt, inArray, isNotNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { invitations, memberships, organizations, signUps, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { User } from '#worker/accounts/contract.ts'
import { insertSession, newSession } from '#worker/accounts/sessions/new-session.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { isAcceptable } from '#worker/organizations/find-invitation.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import { selectMemberships } from '#worker/organizations/membership.ts'
import { isOpenSignUp } from './find-sign-up.ts'
import { accountCreated } from './insert-account.ts'
import { unnamedOrganization } from './unnamed-organization.ts'

/** `browser` is the hash of the browser's cookie. */
type Proven = { signUpId: number; email: string; browser: string }

export type FinishedSignUp = { user: User; organization: OrganizationDetail; sid: string }

/**
 * Creates the account and a session. A person who signed up from an invitation joins that organization; anyone else
 * gets an organization of their own. Returns undefined if the address has an account by now.
 */
export async function finishSignUp(
  ctx: Context,
  { signUpId, email, browser }: Proven,
  passwordHash: string,
  userAgent: string | undefined,
): Promise<FinishedSignUp | undefined> {
  const { db } = ctx
  const proven = db
    .$with('proven')
    .as(
      db
        .update(signUps)
        .set({ finishedAt: now, password: null, code: null })
        .where(isProvenSignUp(email, signUpId))
        .returning({ id: signUps.id }),
    )
  // Other sign-ups for this address learn of it only if the owner opened their link or this browser began them.
  const finished = db.$with('finished').as(
    db
      .update(signUps)
      .set({ finishedAt: now, password: null, code: null })
      .where(
        and(
          isOpenSignUp(email),
          ne(signUps.id, signUpId),
          or(isNotNull(signUps.openedAt), eq(signUps.browser, browser)),
          exists(db.select({ id: proven.id }).from(proven)),
        ),
      ),
  )
  const phoneNumber = db
    .select({ phoneNumber: signUps.phoneNumber })
    .from(signUps)
    .where(and(eq(signUps.email, email), eq(signUps.browser, browser), isNotNull(signUps.phoneNumber)))
    .orderBy(desc(signUps.id))
    .limit(1)
  const newUser = db.$with('new_user').as(
    insertFrom(
      db,
      users,
      { email, password: passwordHash, phoneNumber: sql`${phoneNumber}`, emailVerifiedAt: now },
      (values) => db.select(values).from(proven),
    )
      .onConflictDoNothing()
      .returning({ id: users.id, email: users.email, role: users.role, createdAt: users.createdAt }),
  )
  // An inviter doesn't know the token, so only the owner of the address can have signed up with it.
  const invitationIds = db
    .select({ id: sql`${signUps.invitationId}` })
    .from(signUps)
    .where(and(eq(signUps.email, email), gt(signUps.expiresAt, now), isNotNull(signUps.invitationId)))
  const isInvited: SQL | undefined = and(inArray(invitations.id, invitationIds), eq(invitations.email, email))
  const accepted = db.$with('accepted').as(
    db
      .update(invitations)
      .set({ status: 'accepted' })
      .from(organizations)
      .where(
        and(
          isInvited,
          isAcceptable,
          eq(organizations.id, invitations.organizationId),
          exists(db.select({ id: newUser.id }).from(newUser)),
        ),
      )
      .returning({ organizationId: invitations.organizationId, role: invitations.role }),
  )
  const joined = db.$with('joined').as(
    insertFrom(
      db,
      memberships,
      {
        userId: newUser.id,
        organizationId: accepted.organizationId,
        role: accepted.role,
        onboarding: 'checklist',
      },
      (values) => db.select(values).from(newUser).innerJoin(accepted, sql`true`),
    ).returning({
      userId: memberships.userId,
      organizationId: memberships.organizationId,
      role: memberships.role,
    }),
  )
  const owner = db.$with('owner').as(
    db
      .select({ id: newUser.id, email: newUser.email })
      .from(newUser)
      .where(notExists(db.select({ role: accepted.role }).from(accepted))),
  )
  const { parts } = insertOrganization(ctx, { ...unnamedOrganization(email), owner })
  const session = newSession(userAgent)
  const opened = insertSession(ctx, session, newUser, 'sign-up')
  const accountAudit = accountCreated(ctx, newUser)
  const joinedAudit = auditPart(
    ctx,
    {
      event: 'member.joined',
      organizationId: joined.organizationId,
      actor: { id: joined.userId, email },
      subject: email,
      after: sql`jsonb_build_object('role', ${joined.role})`,
    },
    joined,
  )
  const [, [user], [membership]] = await db.batch([
    db
      .select({ id: organizations.id })
      .from(organizations)
      .where(
        inArray(
          organizations.id,
          db.select({ id: invitations.organizationId }).from(invitations).where(isInvited),
        ),
      )
      .orderBy(organizations.id)
      .for('no key update'),
    db
      .with(
        proven,
        finished,
        newUser,
        accepted,
        joined,
        owner,
        ...parts,
        ...opened,
        accountAudit,
        joinedAudit,
      )
      .select()
      .from(newUser),
    selectMemberships(db)
      .where(
        inArray(memberships.userId, db.select({ id: users.id }).from(users).where(eq(users.email, email))),
      )
      .orderBy(memberships.id)
      .limit(1),
  ])
  if (!user || !membership) return undefined
  return {
    sid: session.sid,
    user: {
      id: user.id,
      email,
      role: user.role,
      organizationId: membership.organization.id,
      firstName: null,
      lastName: null,
      timeZone: null,
      createdAt: user.createdAt.toISOString(),
    },
    organization: describeOrganization(membership),
  }
}

export const isProvenSignUp = (email: string, signUpId: number) =>
  and(isOpenSignUp(email), eq(signUps.id, signUpId), isNotNull(signUps.openedAt))
