import { and, eq, ne } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { ChangePassword, Done } from '#worker/accounts/contract.ts'
import { passwordChangedNotice } from '#worker/accounts/notices.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockUser } from '#worker/locks.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { verifyOwnPassword } from './confirm-password.ts'
import { hashNewPassword } from './password.ts'
import { invalidateResetTokens } from './reset-tokens.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/** Throws WRONG_PASSWORD, PASSWORD_NOT_SET, RATE_LIMITED. */
export async function changePassword(ctx: Context, caller: Caller, input: ChangePassword): Promise<Done> {
  const { id, email } = caller.user
  const current = await verifyOwnPassword(ctx, caller.user, input.currentPassword)
  const password = await hashNewPassword(ctx, input.newPassword, { email, field: 'newPassword' })
  await inTransaction(ctx, async (tx) => {
    const [user] = await lockUser(tx, eq(users.id, id))
    if (user?.password !== current) throw new AppError('WRONG_PASSWORD')
    await tx.update(users).set({ password }).where(eq(users.id, id))
    await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.sid, caller.sid)))
    await invalidateResetTokens(tx, user.email)
    await audit(tx, { event: 'password.changed', accountId: id })
    await queueEmail(tx, passwordChangedNotice(ctx, user.email))
  })
  return { success: true, message: 'Password changed successfully' }
}
