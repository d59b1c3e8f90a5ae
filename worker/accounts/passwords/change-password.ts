import { and, eq, inArray, ne } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { ChangePassword, Done } from '#worker/accounts/contract.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { verifyOwnPassword } from './confirm-password.ts'
import { hashNewPassword } from './new-password.ts'
import { encryptPasswordChanged, invalidateResetTokens, lockUser } from './password-change.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/** Throws WRONG_PASSWORD, PASSWORD_NOT_SET, RATE_LIMITED. */
export async function changePassword(ctx: Context, caller: Caller, input: ChangePassword): Promise<Done> {
  const { id, email } = caller.user
  const current = await verifyOwnPassword(ctx, caller.user, input.currentPassword)
  const passwordHash = await hashNewPassword(ctx, input.newPassword, { email, field: 'newPassword' })
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
  const audit = auditPart(ctx, { event: 'password.changed', accountId: owner.id }, owner)
  const [, [changed]] = await db.batch([
    lockUser(db, eq(users.id, id)),
    db.with(owner, endedSessions, usedTokens, newEmail, audit).select().from(owner),
  ])
  if (!changed) throw new AppError('WRONG_PASSWORD')
  sendAfterResponse(ctx, encrypted.key)
  return { success: true, message: 'Password changed successfully' }
}
