import { and, eq, gt } from 'drizzle-orm'
import { invitations, signUps, users } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { type SignUp, type SignUpStarted, VERIFICATION_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret, hashToken } from '#worker/lib/hash.ts'
import { logError } from '#worker/lib/log.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { accountExistsEmail, verificationEmail } from '#worker/mail/templates.ts'
import { verifyRecaptcha } from '#worker/services/recaptcha.ts'
import { inTransaction } from '#worker/transaction.ts'

type Input = SignUp & { hashPassword?: () => Promise<string> }

/** The response and the statements are the same for an address with an account. */
export async function startSignUp(
  ctx: Context,
  { email, phoneNumber, recaptchaToken, invitation, hashPassword }: Input,
  browserSecret = generateSecret().secret,
): Promise<SignUpStarted & { browserSecret: string }> {
  await checkRecaptcha(ctx, recaptchaToken)
  const password = await hashPassword?.()
  const browser = hashToken(browserSecret)
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    const [invited] = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.token, hashToken(invitation ?? '')), eq(invitations.email, email)))
    const isOwn = and(eq(signUps.email, email), eq(signUps.browser, browser), gt(signUps.expiresAt, now))
    const isReturning = (await tx.$count(signUps, isOwn)) > 0
    const { secret, hash } = generateSecret()
    await tx.insert(signUps).values({
      email,
      token: hash,
      browser,
      phoneNumber,
      password,
      invitationId: invited?.id,
      expiresAt: secondsFromNow(VERIFICATION_LIFE_SECONDS),
    })
    const links = linksIn(ctx, { email, token: secret })
    const to = { key: `sign-up/${randomBase62(22)}`, to: email }
    await queueEmail(
      tx,
      account ? accountExistsEmail({ ...to, ...links }) : verificationEmail({ ...to, ...links }),
    )
    return { isReturning, browserSecret }
  })
}

const linksIn = ({ settings }: Context, link: { email: string; token: string }) => ({
  link: `${settings.APP_ORIGIN}/verify#${new URLSearchParams(link)}`,
  signInLink: `${settings.APP_ORIGIN}/auth?page=login`,
  resetLink: `${settings.APP_ORIGIN}/auth?page=forgot`,
})

async function checkRecaptcha({ settings, requestId }: Context, token: string | undefined): Promise<void> {
  const { RECAPTCHA_SECRET: secret, RECAPTCHA_URL: url } = settings
  if (!secret) return
  const isHuman =
    token &&
    (await verifyRecaptcha({ secret, url }, token, 'signup').catch((error: unknown) => {
      logError('reCAPTCHA', error, requestId)
      return true
    }))
  if (!isHuman) throw new AppError('RECAPTCHA_FAILED')
}
