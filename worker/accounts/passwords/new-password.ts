import { and, eq, ne } from 'drizzle-orm'
import { passwordResetTokens, sessions, users } from '#db/schema/index.ts'
import type { ChangePassword, Done, ResetPassword } from '#worker/accounts/contract.ts'
import { securityNotice } from '#worker/accounts/notices.ts'
import { clearSignInAttempts, guesserOf } from '#worker/accounts/sign-in/sign-in-attempts.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { lockCaller, lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { type Caller, verifyOwnPassword } from './confirm-password.ts'
import { hashNewPassword } from './password.ts'
import { deleteResetTokens, findResetToken, isResetToken } from './reset-tokens.ts'

export async function changePassword(ctx: Context, caller: Caller, input: ChangePassword): Promise<Done> {
  const { id, email } = caller.user
  const current = await verifyOwnPassword(ctx, caller.user, input.currentPassword)
  const password = await hashNewPassword(ctx, input.newPassword, { email, field: 'newPassword' })
  await inTransaction(ctx, async (tx) => {
    const user = await lockCaller(tx, id)
    if (user.password !== current) throw new AppError('WRONG_PASSWORD')
    await tx.update(users).set({ password, passwordChangedAt: new Date() }).where(eq(users.id, id))
    await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.sid, caller.sid)))
    await deleteResetTokens(tx, user.email)
    await audit(tx, { event: 'password.changed', accountId: id })
    await queueEmail(tx, securityNotice(ctx, user.email, 'password-changed'))
  })
  return { success: true, message: 'Password changed successfully' }
}

export async function resetPassword(ctx: Context, input: ResetPassword): Promise<{ id: number }> {
  const tokenHash = hashToken(input.token)
  const found = await findResetToken(ctx, tokenHash)
  if (!found || found.used) throw new AppError('RESET_TOKEN_INVALID')
  const { email } = found
  const password = await hashNewPassword(ctx, input.password, { email, field: 'password' })
  const user = await inTransaction(ctx, async (tx) => {
    const [user] = await lockUser(tx, eq(users.email, email))
    const used = await tx
      .update(passwordResetTokens)
      .set({ used: true })
      .where(and(isResetToken(tokenHash), eq(passwordResetTokens.used, false)))
      .returning({ id: passwordResetTokens.id })
    if (!user || used.length === 0) throw new AppError('RESET_TOKEN_INVALID')
    await tx.update(users).set({ password, passwordChangedAt: new Date() }).where(eq(users.id, user.id))
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
    await audit(tx, { event: 'password.reset', accountId: user.id, actor: user })
    await queueEmail(tx, securityNotice(ctx, email, 'password-changed'))
    return user
  })
  await clearSignInAttempts(ctx, await guesserOf(ctx, email, undefined))
  return { id: user.id }
}
