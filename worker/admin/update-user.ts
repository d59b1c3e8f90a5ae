import { eq } from 'drizzle-orm'
import { apiTokens, emailChanges, sessions, twoFactors, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { securityNotice } from '#worker/accounts/notices.ts'
import { clearCodeAttempts, isEnabledFor } from '#worker/accounts/two-factor/second-factor.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { revokeApps } from '#worker/tokens/revoke-tokens.ts'
import { inTransaction } from '#worker/transaction.ts'

/** Administrators who lock themselves out would need another one to undo it. */
function assertOtherUser(userId: number, administratorId: number): void {
  if (userId !== administratorId) return
  const message = "You can't do this to yourself. Ask another platform administrator."
  throw new AppError('NOT_ON_YOURSELF', { message })
}

export async function updateUser(
  ctx: Context,
  { userId, disabled, reason }: { userId: number; disabled: boolean; reason?: string | undefined },
  administratorId: number,
): Promise<{ disabledReason: string | null }> {
  assertOtherUser(userId, administratorId)
  const disabledReason = disabled ? (reason ?? null) : null
  return inTransaction(ctx, async (tx) => {
    const isUser = eq(users.id, userId)
    const [before] = await lockUser(tx, isUser)
    if (!before) throw new AppError('USER_NOT_FOUND')
    await tx
      .update(users)
      .set({ disabledAt: disabled ? now : null, disabledReason })
      .where(isUser)
    if (disabled) {
      await tx.delete(sessions).where(eq(sessions.userId, userId))
      await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
      await revokeApps(tx, eq(apiTokens.createdBy, userId))
    }
    await audit(tx, {
      event: 'admin.user_changed',
      accountId: userId,
      subject: before.email,
      before: { disabled: before.disabledAt !== null, reason: before.disabledReason },
      after: { disabled, reason: disabledReason },
    })
    return { disabledReason }
  })
}

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
    await queueEmail(tx, securityNotice(ctx, user.email, 'two-factor-reset'))
    tx.afterCommit(() => clearCodeAttempts(ctx, userId))
  })
}
