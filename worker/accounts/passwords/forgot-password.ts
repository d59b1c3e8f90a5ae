import { and, eq, exists } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { passwordResetTokens, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { RESET_LIFE_SECONDS, type ResetRequested } from '#worker/accounts/contract.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { formatDuration } from '#worker/lib/duration.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { passwordResetEmail } from '#worker/mail/templates.ts'
import { invalidateResetTokens } from './password-change.ts'
import {
  cacheCooldown,
  readCachedCooldown,
  readStoredCooldown,
  startResetCooldown,
} from './reset-cooldown.ts'

const MESSAGE = 'If an account uses this email, we sent a link to reset its password.'

/**
 * Emails a reset link if the account exists. Takes the same time and answers the same if it doesn't. Throws
 * RATE_LIMITED.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<ResetRequested> {
  const cached = await readCachedCooldown(ctx, email)
  if (cached !== undefined) throw tooSoon(cached)
  const started = await startReset(ctx, email)
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

async function startReset(ctx: Context, email: string): Promise<number | undefined> {
  const { db } = ctx
  const { secret, hash } = generateSecret()
  const key = `password-reset/${randomBase62(16)}`
  const link = `${ctx.settings.APP_ORIGIN}/reset-password?token=${secret}`
  const encrypted = await encryptEmail(ctx, passwordResetEmail({ key, to: email, link }))
  const cooldown = db.$with('cooldown').as(startResetCooldown(ctx, email))
  const isStarted = exists(db.select({ seconds: cooldown.seconds }).from(cooldown))
  const owner = db.$with('owner').as(
    db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.email, email), isStarted)),
  )
  const usedTokens = db
    .$with('used_tokens')
    .as(invalidateResetTokens(db, db.select({ email: owner.email }).from(owner)))
  const newToken = db
    .$with('new_token')
    .as(
      insertFrom(
        db,
        passwordResetTokens,
        { email: owner.email, token: hash, expiresAt: secondsFromNow(RESET_LIFE_SECONDS) },
        (values) => db.select(values).from(owner),
      ).returning({ id: passwordResetTokens.id }),
    )
  const newEmail = db.$with('new_email').as(insertEmail(db, encrypted, newToken))
  const audit = auditPart(ctx, { event: 'password.reset_requested', accountId: owner.id, actor: null }, owner)
  const [started] = await db
    .with(cooldown, owner, usedTokens, newToken, newEmail, audit)
    .select({ seconds: cooldown.seconds })
    .from(cooldown)
  if (!started) return undefined
  sendAfterResponse(ctx, key)
  return started.seconds
}
