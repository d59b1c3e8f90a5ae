import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { SealedMail } from '#worker/mail/mail.ts'
import { sealMail } from '#worker/mail/outbox.ts'
import { passwordChangedMail } from '#worker/mail/templates.ts'

/** The mail that tells of a new password, ready for the statement that sets it. */
export function sealPasswordChanged(ctx: Context, to: string): Promise<SealedMail> {
  const { APP_ORIGIN, SUPPORT_EMAIL } = ctx.settings
  const key = `password-changed/${randomBase62(16)}`
  return sealMail(
    ctx,
    passwordChangedMail({
      key,
      to,
      resetLink: `${APP_ORIGIN}/auth?page=forgot`,
      supportEmail: SUPPORT_EMAIL,
    }),
  )
}
