import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Credentials, User } from './contract.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { newSession, sessionPart } from './session-row.ts'

/**
 * Checks the password and opens a session. Throws INVALID_CREDENTIALS, after the same time and with the same words
 * whether the account exists or not.
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
  const { matches, isOutdated } = await verifyPassword(input.password, found?.password)
  if (!found || !matches) throw new AppError('INVALID_CREDENTIALS')
  if (isOutdated) ctx.after(rehash(ctx, found.id, input.password))
  const session = newSession(userAgent)
  await ctx.db.execute(sessionPart(session, sql`select ${found.id}::int`))
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

async function rehash(ctx: Context, userId: number, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await ctx.db.update(users).set({ password: hash }).where(eq(users.id, userId))
}
