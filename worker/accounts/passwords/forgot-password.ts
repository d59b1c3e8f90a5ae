import { eq } from 'drizzle-orm'
import { passwordResetTokens, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { RESET_LIFE_SECONDS, type ResetRequested } from '#worker/accounts/contract.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { formatDuration, retry } from '#worker/lib/time.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { passwordResetEmail } from '#worker/mail/templates.ts'
import { inTransaction } from '#worker/transaction.ts'
import {
  cacheCooldown,
  readCachedCooldown,
  readStoredCooldown,
  startResetCooldown,
} from './reset-cooldown.ts'
import { invalidateResetTokens } from './reset-tokens.ts'

const RETRY_DELAYS_MS = [1_000, 5_000]

const MESSAGE = 'If an account uses this email, we sent a link to reset its password.'

/** Sends the link after the response, which so takes the same time for every address. Throws RATE_LIMITED. */
export async function forgotPassword(ctx: Context, email: string): Promise<ResetRequested> {
  const cached = await readCachedCooldown(ctx, email)
  if (cached !== undefined) throw tooSoon(cached)
  const [started] = await startResetCooldown(ctx, email)
  const seconds = started?.seconds ?? Math.max(1, await readStoredCooldown(ctx, email))
  ctx.waitUntil(cacheCooldown(ctx, email, seconds))
  if (!started) throw tooSoon(seconds)
  ctx.waitUntil(retry(() => sendLink(ctx, email), { delays: RETRY_DELAYS_MS }))
  return { success: true, message: MESSAGE, cooldownSeconds: seconds }
}

const tooSoon = (seconds: number) =>
  new AppError('RATE_LIMITED', {
    message: `We just sent you an email. Try again in ${formatDuration(seconds)}.`,
    retryAfter: seconds,
    fields: { cooldownSeconds: seconds },
  })

const sendLink = (ctx: Context, email: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!owner) return
    const { secret, hash } = generateSecret()
    const key = `password-reset/${randomBase62(16)}`
    const link = `${ctx.settings.APP_ORIGIN}/reset-password?token=${secret}`
    await invalidateResetTokens(tx, email)
    await tx
      .insert(passwordResetTokens)
      .values({ email, token: hash, expiresAt: secondsFromNow(RESET_LIFE_SECONDS) })
    await audit(tx, { event: 'password.reset_requested', accountId: owner.id, actor: null })
    await queueEmail(tx, passwordResetEmail({ key, to: email, link }))
  })
