import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inWords } from '#worker/in-words.ts'
import { mailPart, sealMail, sendSoon } from '#worker/mail/outbox.ts'
import { passwordResetMail } from '#worker/mail/templates.ts'
import { hashToken, randomBase62 } from '#worker/tokens/mint.ts'
import { RESET_LIFE_SECONDS, type ResetRequested } from './contract.ts'
import { clearTurns, resetCooldown, type Turn, takeTurn, writeTurn } from './cooldown.ts'
import { RESET_RATE_LIMIT, resetTurnPart } from './reset-rate-limit.ts'

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
    message: `A mail was asked for a moment ago. Try again in ${inWords(seconds)}.`,
    retryAfter: seconds,
    fields: { cooldownSeconds: seconds },
  })

const turnSchema = z.object({ count: z.number(), wait: z.number() })

/** The turn, the token and the mail are one statement. The token before becomes void. */
async function requestMail(ctx: Context, email: string): Promise<Turn> {
  const token = randomBase62(32)
  const key = `password-reset/${randomBase62(16)}`
  const link = `${ctx.settings.APP_ORIGIN}/reset-password?token=${token}`
  const sealed = await sealMail(ctx, passwordResetMail({ key, to: email, link }))
  const { rows } = await ctx.db.execute(sql`
    with turn as (${resetTurnPart(email)}),
    owner as (select email from users where email = ${email} and exists (select from turn)),
    void_tokens as (
      update password_reset_tokens set used = true where email in (select email from owner) and not used
    ),
    new_token as (
      insert into password_reset_tokens (email, token, expires_at)
      select email, ${hashToken(token)}, now() + ${`${RESET_LIFE_SECONDS} seconds`}::interval from owner
      returning id
    ),
    new_mail as (${mailPart(sealed, sql`exists (select from new_token)`)})
    select attempt_count as count, ceil(extract(epoch from cooldown_until - now()))::int as wait from turn`)
  const taken = turnSchema.optional().parse(rows[0])
  if (!taken) return { ...(await readStanding(ctx, email)), taken: false }
  sendSoon(ctx, key)
  return { ...taken, taken: true }
}

async function readStanding(ctx: Context, email: string): Promise<Omit<Turn, 'taken'>> {
  const { rows } = await ctx.db.execute(sql`
    select attempt_count as count, greatest(1, ceil(extract(epoch from cooldown_until - now())))::int as wait
      from rate_limit where email = ${email} and type = ${RESET_RATE_LIMIT}`)
  return turnSchema.parse(rows[0])
}
