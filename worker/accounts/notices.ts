import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { newDeviceEmail, type SecurityEvent, securityEmail } from '#worker/mail/templates.ts'
import type { Email } from '#worker/services/resend.ts'

const notice = ({ settings: { APP_ORIGIN, SUPPORT_EMAIL } }: Context, event: string, to: string) => ({
  key: `${event}/${randomBase62(16)}`,
  to,
  resetLink: `${APP_ORIGIN}/auth?page=forgot`,
  supportEmail: SUPPORT_EMAIL,
})

export const securityNotice = (ctx: Context, to: string, event: SecurityEvent): Email =>
  securityEmail({ ...notice(ctx, event, to), event })

export const newDeviceNotice = (
  ctx: Context,
  to: string,
  signIn: { device: string; place: string | null },
): Email =>
  newDeviceEmail({
    ...notice(ctx, 'new-device', to),
    ...signIn,
    at: ctx.now,
    sessionsLink: `${ctx.settings.APP_ORIGIN}/profile?tab=security`,
  })
