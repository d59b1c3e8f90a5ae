import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { Email } from '#worker/mail/email.ts'
import { type TwoFactorEvent, twoFactorEmail } from '#worker/mail/templates.ts'

export function twoFactorNotice({ settings }: Context, to: string, event: TwoFactorEvent): Email {
  const { APP_ORIGIN, SUPPORT_EMAIL } = settings
  const key = `two-factor-${event}/${randomBase62(16)}`
  const links = { resetLink: `${APP_ORIGIN}/auth?page=forgot`, supportEmail: SUPPORT_EMAIL }
  return twoFactorEmail({ key, to, event, ...links })
}
