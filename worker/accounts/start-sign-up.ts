import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { verifyRecaptcha } from '#worker/clients/recaptcha.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret, randomBase62 } from '#worker/lib/crypto.ts'
import { logError } from '#worker/lib/log.ts'
import { mailPart, sealMail, sendSoon } from '#worker/mail/outbox.ts'
import { accountExistsMail, verificationMail } from '#worker/mail/templates.ts'
import { type SignUp, type SignUpStarted, VERIFICATION_LIFE_SECONDS } from './contract.ts'
import { accountParts } from './create-account.ts'

/** The rows of `rate_limit` that say that somebody began to sign up. */
export const SIGN_UP_RATE_LIMIT = 'sign-up'
const rowSchema = z.object({ is_returning: z.boolean() })

/**
 * Makes the account that waits for its link to be opened, or renews it: the link before is dead then. An account
 * that is complete stays as it is, and gets another mail. One statement for all of them, and the same answer.
 * Throws RECAPTCHA_FAILED.
 */
export async function startSignUp(
  ctx: Context,
  input: SignUp,
): Promise<SignUpStarted & { browserSecret: string }> {
  await checkProof(ctx, input.recaptchaToken)
  const link = generateSecret()
  const browser = generateSecret()
  const mails = await sealBoth(ctx, input.email, link.secret)
  const { parts } = accountParts({
    email: input.email,
    passwordHash: null,
    phoneNumber: input.phoneNumber ?? null,
    pending: {
      tokenHash: link.hash,
      browserHash: browser.hash,
      expiresAt: new Date(ctx.now.getTime() + VERIFICATION_LIFE_SECONDS * 1000).toISOString(),
    },
    now: ctx.now,
  })
  const { rows } = await ctx.db.execute(sql`
    with ${parts},
    attempt as (${attemptPart(input.email)}),
    verification as (${mailPart(mails.verification, sql`exists (select from new_user)`)}),
    reminder as (${mailPart(mails.reminder, sql`not exists (select from new_user)`)})
    select exists (
      select from rate_limit
       where email = ${input.email} and type = ${SIGN_UP_RATE_LIMIT}
         and last_attempt > now() - ${`${VERIFICATION_LIFE_SECONDS} seconds`}::interval
    ) as is_returning`)
  sendSoon(ctx, mails.key)
  return { isReturning: rowSchema.parse(rows[0]).is_returning, browserSecret: browser.secret }
}

/** The limits hold while reCAPTCHA cannot be asked. */
async function checkProof(ctx: Context, token: string | undefined): Promise<void> {
  const { RECAPTCHA_SECRET: secret, RECAPTCHA_URL: url } = ctx.settings
  if (!secret) return
  if (!token || !(await isPerson({ secret, url }, token, ctx.requestId))) {
    throw new AppError('RECAPTCHA_FAILED')
  }
}

async function isPerson(account: { secret: string; url: string }, token: string, requestId: string) {
  try {
    return await verifyRecaptcha(account, token, 'signup')
  } catch (error) {
    logError('reCAPTCHA', error, requestId)
    return true
  }
}

/** Both mails, under one key: only the statement knows which of them is due. */
async function sealBoth(ctx: Context, to: string, token: string) {
  const origin = ctx.settings.APP_ORIGIN
  const key = `sign-up/${randomBase62(22)}`
  const link = `${origin}/verify?${new URLSearchParams({ email: to, token })}`
  const [verification, reminder] = await Promise.all([
    sealMail(ctx, verificationMail({ key, to, link })),
    sealMail(
      ctx,
      accountExistsMail({
        key,
        to,
        signInLink: `${origin}/auth?page=login`,
        resetLink: `${origin}/auth?page=forgot`,
      }),
    ),
  ])
  return { key, verification, reminder }
}

/**
 * Remembers for every address alike that somebody began to sign up with it. Who asks twice learns that from here,
 * and not whether there is an account.
 */
const attemptPart = (email: string): SQL => sql`
  insert into rate_limit (email, type) values (${email}, ${SIGN_UP_RATE_LIMIT})
  on conflict (email, type) do update set attempt_count = rate_limit.attempt_count + 1, last_attempt = now()`
