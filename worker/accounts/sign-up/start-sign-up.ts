import { and, eq } from 'drizzle-orm'
import { invitations, signUps, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { type SignUp, type SignUpStarted, VERIFICATION_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret, hashToken } from '#worker/lib/hash.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { accountExistsEmail, verificationEmail } from '#worker/mail/templates.ts'
import { inTransaction } from '#worker/transaction.ts'
import { checkRecaptcha } from './check-recaptcha.ts'
import { isSignUpOf } from './find-sign-up.ts'

type Input = SignUp & { hashPassword?: () => Promise<string> }

/**
 * Emails a link. Each call adds a sign-up of its own, so it changes nothing in another browser. If the address has an
 * account, the email says so instead; the response and the statements are the same. Throws RECAPTCHA_FAILED.
 */
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
    const isReturning = (await tx.$count(signUps, isSignUpOf({ email, browser }))) > 0
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
  link: `${settings.APP_ORIGIN}/verify?${new URLSearchParams(link)}`,
  signInLink: `${settings.APP_ORIGIN}/auth?page=login`,
  resetLink: `${settings.APP_ORIGIN}/auth?page=forgot`,
})
