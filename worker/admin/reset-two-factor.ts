import { eq, inArray } from 'drizzle-orm'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { lockUser } from '#worker/accounts/passwords/password-change.ts'
import { encryptNotice } from '#worker/accounts/two-factor/notice.ts'
import { clearCodeAttempts, isEnabledFor } from '#worker/accounts/two-factor/second-factor.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { assertOtherUser } from './update-user.ts'

type Reset = { userId: number; reason: string }

/**
 * For a user who lost the authenticator app and the recovery codes. Turns two-factor sign-in off, ends the user's sessions
 * and emails them. Throws NOT_ON_YOURSELF, USER_NOT_FOUND, TWO_FACTOR_OFF.
 */
export async function resetTwoFactor(
  ctx: Context,
  { userId, reason }: Reset,
  administratorId: number,
): Promise<void> {
  assertOtherUser(userId, administratorId)
  const { db } = ctx
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('USER_NOT_FOUND')
  const notice = await encryptNotice(ctx, user.email, 'reset')
  const reset = db
    .$with('reset')
    .as(db.delete(twoFactors).where(isEnabledFor(userId)).returning({ userId: twoFactors.userId }))
  const isReset = inArray(sessions.userId, db.select({ userId: reset.userId }).from(reset))
  const ended = db.$with('ended_sessions').as(db.delete(sessions).where(isReset))
  const newEmail = db.$with('new_email').as(insertEmail(db, notice, reset))
  const audit = auditPart(
    ctx,
    { event: 'admin.two_factor_reset', accountId: reset.userId, subject: user.email, after: { reason } },
    reset,
  )
  const [, [row]] = await db.batch([
    lockUser(db, eq(users.id, userId)),
    db.with(reset, ended, newEmail, audit).select().from(reset),
  ])
  if (!row)
    throw new AppError('TWO_FACTOR_OFF', { message: "This user hasn't turned on two-factor sign-in." })
  sendAfterResponse(ctx, notice.key)
  await clearCodeAttempts(ctx, userId)
}
