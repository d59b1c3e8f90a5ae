import { and, eq, sql } from 'drizzle-orm'
import { memberships, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/crypto.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { selectMemberships } from '#worker/organizations/membership.ts'
import type { Completion, User } from './contract.ts'
import { hashNewPassword } from './new-password.ts'
import { insertSession, newSession } from './new-session.ts'
import { isPendingSignUp, isVerified, knownBrowsers } from './pending-sign-up.ts'

/**
 * Sets the password and signs in. Throws NOT_VERIFIED, also in browsers that neither began the sign-up nor opened its
 * link.
 */
export async function completeSignUp(
  ctx: Context,
  input: Completion,
  browser: { secret: string | undefined; userAgent: string | undefined },
): Promise<{ user: User; organization: OrganizationDetail; sid: string }> {
  const { db } = ctx
  if (!browser.secret) throw new AppError('NOT_VERIFIED')
  const isReady = and(
    isPendingSignUp(input.email),
    isVerified,
    sql`${hashToken(browser.secret)} = any(${knownBrowsers})`,
  )
  // Hashing is expensive, so check first.
  const [pending] = await db.select({ id: users.id }).from(users).where(isReady)
  if (!pending) throw new AppError('NOT_VERIFIED')
  const passwordHash = await hashNewPassword(input.password, { email: input.email, field: 'password' })
  const session = newSession(browser.userAgent)
  const completed = db
    .$with('completed')
    .as(
      db
        .update(users)
        .set({ password: passwordHash, emailVerifiedAt: now, tempData: null })
        .where(isReady)
        .returning({ id: users.id, role: users.role, createdAt: users.createdAt }),
    )
  const opened = db.$with('new_session').as(insertSession(db, session, completed))
  const [[user], [membership]] = await db.batch([
    db.with(completed, opened).select().from(completed),
    selectMemberships(db).where(eq(memberships.userId, pending.id)).orderBy(memberships.id).limit(1),
  ])
  if (!user || !membership) throw new AppError('NOT_VERIFIED')
  return {
    sid: session.sid,
    user: {
      id: user.id,
      email: input.email,
      role: user.role,
      organizationId: membership.organization.id,
      createdAt: user.createdAt.toISOString(),
    },
    organization: describeOrganization(membership),
  }
}
