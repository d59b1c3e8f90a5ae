import { eq } from 'drizzle-orm'
import { memberships } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { selectMemberships } from '#worker/organizations/membership.ts'
import type { Registration, User } from './contract.ts'
import { insertAccount } from './insert-account.ts'
import { hashNewPassword } from './new-password.ts'
import { insertSession, newSession } from './new-session.ts'

type Registered = { user: User; organization: OrganizationDetail; sid: string }

export async function register(
  ctx: Context,
  { password, ...input }: Registration,
  userAgent: string | undefined,
): Promise<Registered> {
  return openAccount(
    ctx,
    { ...input, passwordHash: await hashNewPassword(password, { email: input.email, field: 'password' }) },
    userAgent,
  )
}

export async function openAccount(
  ctx: Context,
  { email, passwordHash, phoneNumber }: Omit<Registration, 'password'> & { passwordHash: string },
  userAgent: string | undefined,
): Promise<Registered> {
  const { db } = ctx
  const { organizationId, newUser, parts } = insertAccount(db, {
    email,
    passwordHash,
    phoneNumber,
    now: ctx.now,
  })
  const session = newSession(userAgent)
  const opened = db.$with('new_session').as(insertSession(db, session, newUser))
  const [[user], [membership]] = await db.batch([
    db
      .with(...parts, opened)
      .select()
      .from(newUser),
    selectMemberships(db).where(eq(memberships.organizationId, organizationId)),
  ])
  if (!user || !membership) throw new AppError('EMAIL_TAKEN')
  return {
    sid: session.sid,
    user: {
      id: user.id,
      email,
      role: user.role,
      organizationId,
      createdAt: user.createdAt.toISOString(),
    },
    organization: describeOrganization(membership),
  }
}
