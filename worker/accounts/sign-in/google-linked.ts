import type { Column, WithSubquery } from 'drizzle-orm'
import { auditPart, byAccount } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { EncryptedEmail } from '#worker/mail/email.ts'
import { encryptEmail } from '#worker/mail/outbox.ts'
import { googleLinkedEmail } from '#worker/mail/templates.ts'

export function encryptGoogleLinked(ctx: Context, to: string): Promise<EncryptedEmail> {
  const { APP_ORIGIN, SUPPORT_EMAIL } = ctx.settings
  const key = `google-linked/${randomBase62(16)}`
  const resetLink = `${APP_ORIGIN}/auth?page=forgot`
  return encryptEmail(ctx, googleLinkedEmail({ key, to, resetLink, supportEmail: SUPPORT_EMAIL }))
}

/** `account` is a CTE with the linked account. */
export const googleLinked = (ctx: Context, account: WithSubquery & { id: Column; email: Column }) =>
  auditPart(
    ctx,
    {
      event: 'google.linked',
      ...byAccount(account),
    },
    account,
  )
