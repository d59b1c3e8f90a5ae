import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { mailPart, sendSoon } from '#worker/mail/outbox.ts'
import type { ChangePassword, Done } from './contract.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { sealPasswordChanged } from './password-changed.ts'
import { clearSignInAttempts, recordSignInAttempt } from './sign-in-cooldown.ts'

type Caller = { sid: string; user: { id: number; email: string } }

/**
 * Sets a new password and ends all sessions but the caller's; links to reset it become void. A wrong current password
 * counts as a failed sign-in. Throws WRONG_PASSWORD, RATE_LIMITED.
 *
 * The account's row is locked first, for the reason that resetPassword has.
 */
export async function changePassword(ctx: Context, caller: Caller, input: ChangePassword): Promise<Done> {
  const { id, email } = caller.user
  const current = await verifyCurrent(ctx, caller, input.currentPassword)
  const passwordHash = await hashPassword(input.newPassword)
  const mail = await sealPasswordChanged(ctx, email)
  const [, { rows }] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update'),
    ctx.db.execute(sql`
      with owner as (
        update users set password = ${passwordHash} where id = ${id} and password = ${current}
        returning id, email
      ),
      ended as (delete from session where user_id in (select id from owner) and sid <> ${caller.sid}),
      void_tokens as (
        update password_reset_tokens set used = true where email in (select email from owner) and not used
      ),
      new_mail as (${mailPart(mail, sql`exists (select from owner)`)})
      select id from owner`),
  ])
  if (!rows[0]) throw new AppError('WRONG_PASSWORD')
  sendSoon(ctx, mail.key)
  return { success: true, message: 'Password changed successfully' }
}

/** The stored hash that the password was found to fit. */
async function verifyCurrent(ctx: Context, { user }: Caller, password: string): Promise<string> {
  const [found] = await ctx.db.select({ password: users.password }).from(users).where(eq(users.id, user.id))
  const stored = found?.password
  if (!stored) {
    throw new AppError('WRONG_PASSWORD', {
      message: 'This account has no password yet. Sign out and use "Forgot password" to set one.',
    })
  }
  await recordSignInAttempt(ctx, user.email)
  const { matches } = await verifyPassword(password, stored)
  if (!matches) throw new AppError('WRONG_PASSWORD')
  await clearSignInAttempts(ctx, user.email)
  return stored
}
