import { eq } from 'drizzle-orm'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { twoFactorNotice } from '#worker/accounts/notices.ts'
import { clearCodeAttempts, isEnabledFor } from '#worker/accounts/two-factor/second-factor.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { assertOtherUser } from './update-user.ts'

/** Ends the user's sessions, too. Throws NOT_ON_YOURSELF, USER_NOT_FOUND, TWO_FACTOR_OFF. */
export async function resetTwoFactor(
  ctx: Context,
  { userId, reason }: { userId: number; reason: string },
  administratorId: number,
): Promise<void> {
  assertOtherUser(userId, administratorId)
  await inTransaction(ctx, async (tx) => {
    const [user] = await lockUser(tx, eq(users.id, userId))
    if (!user) throw new AppError('USER_NOT_FOUND')
    const reset = await tx
      .delete(twoFactors)
      .where(isEnabledFor(userId))
      .returning({ userId: twoFactors.userId })
    if (reset.length === 0)
      throw new AppError('TWO_FACTOR_OFF', { message: "This user hasn't turned on two-factor sign-in." })
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await audit(tx, {
      event: 'admin.two_factor_reset',
      accountId: userId,
      subject: user.email,
      after: { reason },
    })
    await queueEmail(tx, twoFactorNotice(ctx, user.email, 'reset'))
    tx.afterCommit(() => clearCodeAttempts(ctx, userId))
  })
}
