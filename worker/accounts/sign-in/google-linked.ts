import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { Email } from '#worker/mail/email.ts'
import { googleLinkedEmail } from '#worker/mail/templates.ts'

export function googleLinkedNotice(ctx: Context, to: string): Email {
  const { APP_ORIGIN, SUPPORT_EMAIL } = ctx.settings
  const key = `google-linked/${randomBase62(16)}`
  const resetLink = `${APP_ORIGIN}/auth?page=forgot`
  return googleLinkedEmail({ key, to, resetLink, supportEmail: SUPPORT_EMAIL })
}
