import { and, eq, exists, notExists } from 'drizzle-orm'
import { emailChanges, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { addressInUseEmail, confirmEmailChangeEmail, confirmNewEmailEmail } from '#worker/mail/templates.ts'
import { EMAIL_CHANGE_LIFE_SECONDS, type EmailChange } from './contract.ts'
import { describeEmailChange } from './find-email-change.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/**
 * Emails a link to each address; both must be confirmed. Replaces an earlier request. The answer is the same if the new
 * address has an account, which then gets a notice without a link. Throws INVALID_INPUT for the current address.
 */
export async function requestEmailChange(
  ctx: Context,
  { sid, user }: Caller,
  newEmail: string,
): Promise<EmailChange> {
  if (newEmail === user.email) throw sameEmail()
  const { db } = ctx
  const [current, next] = [generateSecret(), generateSecret()]
  const emails = await encryptEmails(ctx, {
    currentEmail: user.email,
    newEmail,
    currentToken: current.secret,
    newToken: next.secret,
  })
  const change = {
    newEmail,
    sid,
    currentToken: current.hash,
    newToken: next.hash,
    currentConfirmedAt: null,
    newConfirmedAt: null,
    expiresAt: secondsFromNow(EMAIL_CHANGE_LIFE_SECONDS),
  }
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, newEmail))
  const isThis = eq(emailChanges.newToken, next.hash)
  const [[requested]] = await db.batch([
    db
      .insert(emailChanges)
      .values({ userId: user.id, ...change })
      .onConflictDoUpdate({ target: emailChanges.userId, set: change })
      .returning(),
    insertEmail(db, emails.toCurrent, emailChanges, isThis),
    insertEmail(db, emails.toNew, emailChanges, and(isThis, notExists(account))),
    insertEmail(db, emails.toAccount, emailChanges, and(isThis, exists(account))),
    insertAudit(
      ctx,
      { event: 'email_change.requested', accountId: user.id, subject: newEmail },
      emailChanges,
      isThis,
    ),
  ])
  if (!requested) throw new AppError('INTERNAL')
  for (const { key } of Object.values(emails)) sendAfterResponse(ctx, key)
  return describeEmailChange(requested)
}

type Links = { currentEmail: string; newEmail: string; currentToken: string; newToken: string }

async function encryptEmails(ctx: Context, { currentEmail, newEmail, currentToken, newToken }: Links) {
  const { APP_ORIGIN, SUPPORT_EMAIL } = ctx.settings
  const id = randomBase62(16)
  const linkTo = (token: string) => `${APP_ORIGIN}/confirm-email?token=${token}`
  const [toCurrent, toNew, toAccount] = await Promise.all([
    encryptEmail(
      ctx,
      confirmEmailChangeEmail({
        key: `email-change/${id}-current`,
        to: currentEmail,
        newEmail,
        link: linkTo(currentToken),
        supportEmail: SUPPORT_EMAIL,
      }),
    ),
    encryptEmail(
      ctx,
      confirmNewEmailEmail({ key: `email-change/${id}-new`, to: newEmail, link: linkTo(newToken) }),
    ),
    encryptEmail(
      ctx,
      addressInUseEmail({
        key: `email-change/${id}-account`,
        to: newEmail,
        signInLink: `${APP_ORIGIN}/auth`,
      }),
    ),
  ])
  return { toCurrent, toNew, toAccount }
}

function sameEmail(): AppError {
  const message = 'This is already your email address'
  return new AppError('INVALID_INPUT', { message, details: [{ path: 'email', message }] })
}
