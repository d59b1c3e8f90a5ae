import { and, eq, inArray, ne } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import type { ChangePassword, Done } from './contract.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { encryptPasswordChanged, invalidateResetTokens, lockUser } from './password-change.ts'
import { clearSignInAttempts, recordSignInAttempt } from './sign-in-cooldown.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/** Throws WRONG_PASSWORD, RATE_LIMITED. */
export async function changePassword(ctx: Context, caller: Caller, input: ChangePassword): Promise<Done> {
  const { id, email } = caller.user
  const current = await verifyCurrent(ctx, caller, input.currentPassword)
  const passwordHash = await hashPassword(input.newPassword)
  const encrypted = await encryptPasswordChanged(ctx, email)
  const { db } = ctx
  const owner = db.$with('owner').as(
    db
      .update(users)
      .set({ password: passwordHash })
      .where(and(eq(users.id, id), eq(users.password, current)))
      .returning({ id: users.id, email: users.email }),
  )
  const endedSessions = db
    .$with('ended_sessions')
    .as(
      db
        .delete(sessions)
        .where(
          and(
            inArray(sessions.userId, db.select({ id: owner.id }).from(owner)),
            ne(sessions.sid, caller.sid),
          ),
        ),
    )
  const usedTokens = db
    .$with('used_tokens')
    .as(invalidateResetTokens(db, db.select({ email: owner.email }).from(owner)))
  const newEmail = db.$with('new_email').as(insertEmail(db, encrypted, owner))
  const [, [changed]] = await db.batch([
    lockUser(db, eq(users.id, id)),
    db.with(owner, endedSessions, usedTokens, newEmail).select().from(owner),
  ])
  if (!changed) throw new AppError('WRONG_PASSWORD')
  sendAfterResponse(ctx, encrypted.key)
  return { success: true, message: 'Password changed successfully' }
}

async function verifyCurrent(ctx: Context, { user }: Caller, password: string): Promise<string> {
  const [found] = await ctx.db.select({ password: users.password }).from(users).where(eq(users.id, user.id))
  const stored = found?.password
  if (!stored) {
    throw new AppError('WRONG_PASSWORD', {
      message: 'This account has no password yet. Sign out and use "Forgot password" to set one.',
    })
  }
  await recordSignInAttempt(ctx, user.email)
  const { matches } = await verifyPassword(password, stored)
  if (!matches) throw new AppError('WRONG_PASSWORD')
  await clearSignInAttempts(ctx, user.email)
  return stored
}
