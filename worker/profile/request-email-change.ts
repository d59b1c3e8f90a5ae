import { eq } from 'drizzle-orm'
import { emailChanges, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { addressInUseEmail, confirmEmailChangeEmail, confirmNewEmailEmail } from '#worker/mail/templates.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import { EMAIL_CHANGE_LIFE_SECONDS, type EmailChange } from './contract.ts'
import { describeEmailChange } from './email-change.ts'

/** The response and the statements are the same if the new address has an account. Throws INVALID_INPUT. */
export async function requestEmailChange(
  ctx: Context,
  { sid, user }: { sid: string; user: { id: number; email: string } },
  newEmail: string,
): Promise<EmailChange> {
  if (newEmail === user.email) throw sameEmail()
  const [current, next] = [generateSecret(), generateSecret()]
  const change = {
    newEmail,
    sid,
    currentToken: current.hash,
    newToken: next.hash,
    currentConfirmedAt: null,
    newConfirmedAt: null,
    expiresAt: secondsFromNow(EMAIL_CHANGE_LIFE_SECONDS),
  }
  const { APP_ORIGIN, SUPPORT_EMAIL: supportEmail } = ctx.settings
  const linkTo = (token: string) => `${APP_ORIGIN}/confirm-email?token=${token}`
  const key = `email-change/${randomBase62(16)}`
  const toCurrent = { key: `${key}-current`, to: user.email }
  const toNew = { key: `${key}-new`, to: newEmail }
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, newEmail))
    const requested = await tx
      .insert(emailChanges)
      .values({ userId: user.id, ...change })
      .onConflictDoUpdate({ target: emailChanges.userId, set: change })
      .returning()
      .then(oneRow)
    await audit(tx, { event: 'email_change.requested', accountId: user.id, subject: newEmail })
    await queueEmail(
      tx,
      confirmEmailChangeEmail({ ...toCurrent, newEmail, link: linkTo(current.secret), supportEmail }),
      account
        ? addressInUseEmail({ ...toNew, signInLink: `${APP_ORIGIN}/auth` })
        : confirmNewEmailEmail({ ...toNew, link: linkTo(next.secret) }),
    )
    return describeEmailChange(requested)
  })
}

function sameEmail(): AppError {
  const message = 'This is already your email address'
  return new AppError('INVALID_INPUT', { message, details: [{ path: 'email', message }] })
}
