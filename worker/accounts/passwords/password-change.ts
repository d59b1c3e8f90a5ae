import { and, eq, inArray, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { passwordResetTokens, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { EncryptedEmail } from '#worker/mail/email.ts'
import { encryptEmail } from '#worker/mail/outbox.ts'
import { passwordChangedEmail } from '#worker/mail/templates.ts'

/** Run this before the statement that ends sessions, so that it sees a session that the old password just opened. */
export const lockUser = (db: Db, where: SQL) =>
  db.select({ id: users.id }).from(users).where(where).for('no key update')

export const invalidateResetTokens = (db: Db, emails: SQLWrapper) =>
  db
    .update(passwordResetTokens)
    .set({ used: true })
    .where(and(inArray(passwordResetTokens.email, emails), eq(passwordResetTokens.used, false)))

export function encryptPasswordChanged(ctx: Context, to: string): Promise<EncryptedEmail> {
  const { APP_ORIGIN, SUPPORT_EMAIL } = ctx.settings
  const key = `password-changed/${randomBase62(16)}`
  return encryptEmail(
    ctx,
    passwordChangedEmail({
      key,
      to,
      resetLink: `${APP_ORIGIN}/auth?page=forgot`,
      supportEmail: SUPPORT_EMAIL,
    }),
  )
}
