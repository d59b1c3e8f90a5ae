import { and, eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Credentials, User } from './contract.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { newSession, sessionPart } from './session-row.ts'
import { clearSignInAttempts, recordSignInAttempt } from './sign-in-cooldown.ts'

/**
 * Checks the password and opens a session. Throws INVALID_CREDENTIALS, and RATE_LIMITED after too many of them, after
 * the same time and with the same words whether the account exists or not.
 */
export async function signIn(
  ctx: Context,
  input: Credentials,
  userAgent: string | undefined,
): Promise<{ user: User; sid: string }> {
  const [found] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      password: users.password,
      role: users.role,
      createdAt: users.createdAt,
      organizationId: sql<
        string | null
      >`(select organization_id from organization_memberships where user_id = ${users.id} order by id limit 1)`,
    })
    .from(users)
    .where(eq(users.email, input.email))
  await recordSignInAttempt(ctx, input.email)
  const { matches, isOutdated } = await verifyPassword(input.password, found?.password)
  if (!found?.password || !matches) throw new AppError('INVALID_CREDENTIALS')
  const session = newSession(userAgent)
  const [{ rows }] = await Promise.all([
    ctx.db.execute(sessionPart(session, stillHas(found.id, found.password))),
    clearSignInAttempts(ctx, input.email),
  ])
  if (!rows[0]) throw new AppError('INVALID_CREDENTIALS')
  if (isOutdated) ctx.waitUntil(rehash(ctx, { id: found.id, password: found.password }, input.password))
  return {
    sid: session.sid,
    user: {
      id: found.id,
      email: found.email,
      role: found.role,
      organizationId: found.organizationId,
      createdAt: found.createdAt.toISOString(),
    },
  }
}

/**
 * The user, unless the password was changed since it was checked. The lock makes one of the two wait: the change ends
 * the session that it finds, or the session finds the change.
 */
const stillHas = (id: number, password: string) =>
  sql`select id from users where id = ${id} and password = ${password} for share`

async function rehash(
  ctx: Context,
  known: { id: number; password: string },
  password: string,
): Promise<void> {
  const hash = await hashPassword(password)
  await ctx.db
    .update(users)
    .set({ password: hash })
    .where(and(eq(users.id, known.id), eq(users.password, known.password)))
}
