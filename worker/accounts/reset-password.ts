import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/crypto.ts'
import { mailPart, sendSoon } from '#worker/mail/outbox.ts'
import type { Done, ResetPassword } from './contract.ts'
import { hashPassword } from './password.ts'
import { sealPasswordChanged } from './password-changed.ts'
import { clearSignInAttempts } from './sign-in-cooldown.ts'
import { emailOfResetToken } from './verify-reset-token.ts'

/**
 * Sets the password of the account that the link was mailed to, and ends all its sessions; the link is used up.
 * Throws RESET_TOKEN_INVALID.
 *
 * The account's row is locked first, in a statement of its own, so that the one which follows sees, and ends, a session
 * that the old password opened a moment before.
 */
export async function resetPassword(ctx: Context, input: ResetPassword): Promise<Done> {
  const tokenHash = hashToken(input.token)
  const email = await emailOfResetToken(ctx, tokenHash)
  if (email === undefined) throw new AppError('RESET_TOKEN_INVALID')
  const passwordHash = await hashPassword(input.password)
  const mail = await sealPasswordChanged(ctx, email)
  const [, { rows }] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email)).for('no key update'),
    ctx.db.execute(sql`
      with token as (
        update password_reset_tokens set used = true
         where token = ${tokenHash} and not used and expires_at > now()
        returning email
      ),
      owner as (
        update users
           set password = ${passwordHash}, email_verified_at = coalesce(email_verified_at, now()), temp_data = null
         where email = (select email from token)
        returning id
      ),
      ended as (delete from session where user_id in (select id from owner)),
      new_mail as (${mailPart(mail, sql`exists (select from owner)`)})
      select id from owner`),
  ])
  if (!rows[0]) throw new AppError('RESET_TOKEN_INVALID')
  sendSoon(ctx, mail.key)
  await clearSignInAttempts(ctx, email)
  return { success: true, message: 'Your password has been reset. Sign in with the new one.' }
}
