import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret, randomBase62 } from '#worker/lib/crypto.ts'
import { formatDuration } from '#worker/lib/duration.ts'
import { mailPart, sealMail, sendSoon } from '#worker/mail/outbox.ts'
import { passwordResetMail } from '#worker/mail/templates.ts'
import { RESET_LIFE_SECONDS, type ResetRequested } from './contract.ts'
import {
  cacheCooldown,
  readCachedCooldown,
  readStoredCooldown,
  startResetCooldown,
} from './reset-cooldown.ts'

const cooldownSchema = z.object({ seconds: z.number() })

const MESSAGE = 'If an account uses this email, we sent a link to reset its password.'

/**
 * Emails a link to reset the password if the account exists. Takes the same time and answers the same if it doesn't.
 * Throws RATE_LIMITED with `cooldownSeconds` during a cooldown.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<ResetRequested> {
  const cached = await readCachedCooldown(ctx, email)
  if (cached !== undefined) throw tooSoon(cached)
  const started = await startReset(ctx, email)
  // A cooldown that ends at this moment still asks for one second.
  const seconds = started ?? Math.max(1, await readStoredCooldown(ctx, email))
  ctx.waitUntil(cacheCooldown(ctx, email, seconds))
  if (started === undefined) throw tooSoon(seconds)
  return { success: true, message: MESSAGE, cooldownSeconds: seconds }
}

const tooSoon = (seconds: number) =>
  new AppError('RATE_LIMITED', {
    message: `We just sent you an email. Try again in ${formatDuration(seconds)}.`,
    retryAfter: seconds,
    fields: { cooldownSeconds: seconds },
  })

/**
 * Starts the cooldown, replaces the link and stores the email in one statement. Returns the cooldown in seconds;
 * undefined if one is running.
 */
async function startReset(ctx: Context, email: string): Promise<number | undefined> {
  const token = generateSecret()
  const key = `password-reset/${randomBase62(16)}`
  const link = `${ctx.settings.APP_ORIGIN}/reset-password?token=${token.secret}`
  const sealed = await sealMail(ctx, passwordResetMail({ key, to: email, link }))
  const { rows } = await ctx.db.execute(sql`
    with cooldown as ${startResetCooldown(ctx, email)},
    owner as (select email from users where email = ${email} and exists (select from cooldown)),
    void_tokens as (
      update password_reset_tokens set used = true where email in (select email from owner) and not used
    ),
    new_token as (
      insert into password_reset_tokens (email, token, expires_at)
      select email, ${token.hash}, now() + ${`${RESET_LIFE_SECONDS} seconds`}::interval from owner
      returning id
    ),
    new_mail as (${mailPart(sealed, sql`exists (select from new_token)`)})
    select seconds from cooldown`)
  const cooldown = cooldownSchema.optional().parse(rows[0])
  if (!cooldown) return undefined
  sendSoon(ctx, key)
  return cooldown.seconds
}
