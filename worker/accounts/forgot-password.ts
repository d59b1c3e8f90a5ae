import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret, randomBase62 } from '#worker/lib/crypto.ts'
import { formatDuration } from '#worker/lib/duration.ts'
import { mailPart, sealMail, sendSoon } from '#worker/mail/outbox.ts'
import { passwordResetMail } from '#worker/mail/templates.ts'
import { RESET_LIFE_SECONDS, type ResetRequested } from './contract.ts'
import { clearTurns, resetCooldown, type Turn, takeTurn, writeTurn } from './cooldown.ts'
import { readResetTurn, resetTurnPart, resetTurnSchema } from './reset-rate-limit.ts'

const MESSAGE =
  'If there is an account with this address, a mail with a link to reset its password is on its way.'

/**
 * Mails a link to the account of that address, if there is one; nothing that the caller sees tells which.
 * Throws RATE_LIMITED with `cooldownSeconds` while the mail before is too recent.
 *
 * Redis keeps most askers from the database; the statement's own guard decides, whatever Redis has lost.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<ResetRequested> {
  const turn = await takeTurn(ctx, resetCooldown, email).catch(() => undefined)
  if (turn && !turn.taken) throw tooSoon(turn.wait)
  const decided = await requestMail(ctx, email).catch(async (error: unknown) => {
    if (turn) await clearTurns(ctx, resetCooldown, email).catch(() => undefined)
    throw error
  })
  if (turn && (!decided.taken || turn.count !== decided.count)) {
    await writeTurn(ctx, resetCooldown, email, decided).catch(() => undefined)
  }
  if (!decided.taken) throw tooSoon(decided.wait)
  return { success: true, message: MESSAGE, cooldownSeconds: decided.wait }
}

const tooSoon = (seconds: number) =>
  new AppError('RATE_LIMITED', {
    message: `A mail was asked for a moment ago. Try again in ${formatDuration(seconds)}.`,
    retryAfter: seconds,
    fields: { cooldownSeconds: seconds },
  })

/** The turn, the token and the mail are one statement. The token before becomes void. */
async function requestMail(ctx: Context, email: string): Promise<Turn> {
  const token = generateSecret()
  const key = `password-reset/${randomBase62(16)}`
  const link = `${ctx.settings.APP_ORIGIN}/reset-password?token=${token.secret}`
  const sealed = await sealMail(ctx, passwordResetMail({ key, to: email, link }))
  const { rows } = await ctx.db.execute(sql`
    with turn as (${resetTurnPart(email)}),
    owner as (select email from users where email = ${email} and exists (select from turn)),
    void_tokens as (
      update password_reset_tokens set used = true where email in (select email from owner) and not used
    ),
    new_token as (
      insert into password_reset_tokens (email, token, expires_at)
      select email, ${token.hash}, now() + ${`${RESET_LIFE_SECONDS} seconds`}::interval from owner
      returning id
    ),
    new_mail as (${mailPart(sealed, sql`exists (select from new_token)`)})
    select attempt_count as count, ceil(extract(epoch from cooldown_until - now()))::int as wait from turn`)
  const taken = resetTurnSchema.optional().parse(rows[0])
  if (!taken) return { ...(await standingTurn(ctx, email)), taken: false }
  sendSoon(ctx, key)
  return { ...taken, taken: true }
}

/** The turn that bars this one. Should it have ended just now, the next is a second away. */
async function standingTurn(ctx: Context, email: string): Promise<Omit<Turn, 'taken'>> {
  const standing = await readResetTurn(ctx, email)
  return { count: standing?.count ?? 1, wait: Math.max(1, standing?.wait ?? 0) }
}
