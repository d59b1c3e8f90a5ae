import { and, eq } from 'drizzle-orm'
import { memberships, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Credentials, User } from './contract.ts'
import { insertSession, type NewSession, newSession } from './new-session.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { clearSignInAttempts, recordSignInAttempt } from './sign-in-cooldown.ts'

/** Throws INVALID_CREDENTIALS and RATE_LIMITED. Answers and timing are the same whether or not the account exists. */
export async function signIn(
  ctx: Context,
  input: Credentials,
  userAgent: string | undefined,
): Promise<{ user: User; sid: string }> {
  const found = await ctx.db.query.users.findFirst({
    columns: { id: true, email: true, password: true, role: true, createdAt: true },
    where: eq(users.email, input.email),
    with: {
      memberships: { columns: { organizationId: true }, orderBy: memberships.id, limit: 1 },
    },
  })
  await recordSignInAttempt(ctx, input.email)
  const { matches, isOutdated } = await verifyPassword(input.password, found?.password)
  if (!found?.password || !matches) throw new AppError('INVALID_CREDENTIALS')
  const session = newSession(userAgent)
  const [isOpened] = await Promise.all([
    openSession(ctx, { id: found.id, password: found.password }, session),
    clearSignInAttempts(ctx, input.email),
  ])
  if (!isOpened) throw new AppError('INVALID_CREDENTIALS')
  if (isOutdated) ctx.waitUntil(rehash(ctx, { id: found.id, password: found.password }, input.password))
  return {
    sid: session.sid,
    user: {
      id: found.id,
      email: found.email,
      role: found.role,
      organizationId: found.memberships[0]?.organizationId ?? null,
      createdAt: found.createdAt.toISOString(),
    },
  }
}

type Account = { id: number; password: string }

/** Returns false if the password was changed since it was checked. The lock orders this statement and the change. */
async function openSession(
  { db }: Context,
  { id, password }: Account,
  session: NewSession,
): Promise<boolean> {
  const owner = db.$with('owner').as(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.password, password)))
      .for('share'),
  )
  const opened = db.$with('new_session').as(insertSession(db, session, owner))
  const [found] = await db.with(owner, opened).select().from(owner)
  return found !== undefined
}

async function rehash(ctx: Context, known: Account, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await ctx.db
    .update(users)
    .set({ password: hash })
    .where(and(eq(users.id, known.id), eq(users.password, known.password)))
}
