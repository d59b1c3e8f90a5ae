import { and, eq, exists, gt, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/index.ts'
import { now, secondsAgo } from '#db/time.ts'
import { verifyRecaptcha } from '#worker/clients/recaptcha.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret, randomBase62 } from '#worker/lib/crypto.ts'
import { logError } from '#worker/lib/log.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { accountExistsEmail, verificationEmail } from '#worker/mail/templates.ts'
import { type SignUp, type SignUpStarted, VERIFICATION_LIFE_SECONDS } from './contract.ts'
import { insertAccount } from './insert-account.ts'

export const SIGN_UP_RATE_LIMIT = 'sign-up'

/**
 * Creates or renews a pending account, which invalidates its last link. A complete account gets a different email; the
 * response is the same. Throws RECAPTCHA_FAILED.
 */
export async function startSignUp(
  ctx: Context,
  { email, phoneNumber, recaptchaToken }: SignUp,
): Promise<SignUpStarted & { browserSecret: string }> {
  await checkRecaptcha(ctx, recaptchaToken)
  const { db } = ctx
  const link = generateSecret()
  const browser = generateSecret()
  const emails = await encryptBoth(ctx, email, link.secret)
  const pending = {
    tokenHash: link.hash,
    browserHash: browser.hash,
    expiresAt: new Date(ctx.now.getTime() + VERIFICATION_LIFE_SECONDS * 1000).toISOString(),
  }
  const { newUser, parts } = insertAccount(db, { email, phoneNumber, pending, now: ctx.now })
  const isPending = exists(db.select({ id: newUser.id }).from(newUser))
  const attempt = db.$with('attempt').as(insertAttempt(db, email))
  const verification = db.$with('verification').as(insertEmail(db, emails.verification, attempt, isPending))
  const reminder = db.$with('reminder').as(insertEmail(db, emails.reminder, attempt, not(isPending)))
  const earlierAttempt = db
    .select({ id: rateLimits.id })
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.email, email),
        eq(rateLimits.type, SIGN_UP_RATE_LIMIT),
        gt(rateLimits.lastAttempt, secondsAgo(VERIFICATION_LIFE_SECONDS)),
      ),
    )
  const [started] = await db
    .with(...parts, attempt, verification, reminder)
    .select({ isReturning: sql<boolean>`${exists(earlierAttempt)}` })
    .from(attempt)
  sendAfterResponse(ctx, emails.key)
  return { isReturning: started?.isReturning ?? false, browserSecret: browser.secret }
}

/** Recorded for every address, so that `isReturning` never reveals whether an account exists. */
const insertAttempt = (db: Db, email: string) =>
  db
    .insert(rateLimits)
    .values({ email, type: SIGN_UP_RATE_LIMIT })
    .onConflictDoUpdate({
      target: [rateLimits.email, rateLimits.type],
      set: { attemptCount: sql`${rateLimits.attemptCount} + 1`, lastAttempt: now },
    })
    .returning({ id: rateLimits.id })

async function checkRecaptcha(ctx: Context, token: string | undefined): Promise<void> {
  const { RECAPTCHA_SECRET: secret, RECAPTCHA_URL: url } = ctx.settings
  if (!secret) return
  if (!token || !(await isHuman({ secret, url }, token, ctx.requestId))) {
    throw new AppError('RECAPTCHA_FAILED')
  }
}

async function isHuman(account: { secret: string; url: string }, token: string, requestId: string) {
  try {
    return await verifyRecaptcha(account, token, 'signup')
  } catch (error) {
    logError('reCAPTCHA', error, requestId)
    return true
  }
}

/** The statement decides which of the two is sent. */
async function encryptBoth(ctx: Context, to: string, token: string) {
  const origin = ctx.settings.APP_ORIGIN
  const key = `sign-up/${randomBase62(22)}`
  const link = `${origin}/verify?${new URLSearchParams({ email: to, token })}`
  const [verification, reminder] = await Promise.all([
    encryptEmail(ctx, verificationEmail({ key, to, link })),
    encryptEmail(
      ctx,
      accountExistsEmail({
        key,
        to,
        signInLink: `${origin}/auth?page=login`,
        resetLink: `${origin}/auth?page=forgot`,
      }),
    ),
  ])
  return { key, verification, reminder }
}
