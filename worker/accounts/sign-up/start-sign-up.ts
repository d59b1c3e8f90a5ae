import { and, eq, exists, notExists, sql } from 'drizzle-orm'
import { invitations, signUps, users } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { type SignUp, type SignUpStarted, VERIFICATION_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { generateSecret, hashToken } from '#worker/lib/hash.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { accountExistsEmail, verificationEmail } from '#worker/mail/templates.ts'
import { checkRecaptcha } from './check-recaptcha.ts'
import { isSignUpOf } from './find-sign-up.ts'

type Input = SignUp & { hashPassword?: () => Promise<string> }

/**
 * Emails a link. Each call adds a sign-up of its own, so it changes nothing in another browser. If the address has an
 * account, the email says so instead; the response is the same. Throws RECAPTCHA_FAILED.
 */
export async function startSignUp(
  ctx: Context,
  { email, phoneNumber, recaptchaToken, invitation, hashPassword }: Input,
  browserSecret: string | undefined,
): Promise<SignUpStarted & { browserSecret: string }> {
  await checkRecaptcha(ctx, recaptchaToken)
  const { db } = ctx
  const link = generateSecret()
  const secret = browserSecret ?? generateSecret().secret
  const browser = hashToken(secret)
  const emails = await encryptBoth(ctx, email, link.secret)
  const invitationId = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.token, hashToken(invitation ?? '')), eq(invitations.email, email)))
  const signUp = db.$with('sign_up').as(
    db
      .insert(signUps)
      .values({
        email,
        token: link.hash,
        browser,
        phoneNumber,
        password: await hashPassword?.(),
        invitationId: sql`${invitationId}`,
        expiresAt: secondsFromNow(VERIFICATION_LIFE_SECONDS),
      })
      .returning({ id: signUps.id }),
  )
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const verification = db
    .$with('verification')
    .as(insertEmail(db, emails.verification, signUp, notExists(account)))
  const reminder = db.$with('reminder').as(insertEmail(db, emails.reminder, signUp, exists(account)))
  const earlier = db.select({ id: signUps.id }).from(signUps).where(isSignUpOf({ email, browser }))
  const [started] = await db
    .with(signUp, verification, reminder)
    .select({ isReturning: sql<boolean>`${exists(earlier)}` })
    .from(signUp)
  sendAfterResponse(ctx, emails.key)
  return { isReturning: started?.isReturning ?? false, browserSecret: secret }
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
