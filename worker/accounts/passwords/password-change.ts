import { and, eq } from 'drizzle-orm'
import { passwordResetTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { Email } from '#worker/mail/email.ts'
import { passwordChangedEmail } from '#worker/mail/templates.ts'
import type { Transaction } from '#worker/transaction.ts'

export const invalidateResetTokens = (tx: Transaction, email: string) =>
  tx
    .update(passwordResetTokens)
    .set({ used: true })
    .where(and(eq(passwordResetTokens.email, email), eq(passwordResetTokens.used, false)))

export function passwordChangedNotice(ctx: Context, to: string): Email {
  const { APP_ORIGIN, SUPPORT_EMAIL } = ctx.settings
  const key = `password-changed/${randomBase62(16)}`
  const resetLink = `${APP_ORIGIN}/auth?page=forgot`
  return passwordChangedEmail({ key, to, resetLink, supportEmail: SUPPORT_EMAIL })
}
