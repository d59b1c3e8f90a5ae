import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { signUps } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { MAX_CODE_ATTEMPTS, type VerificationStatus } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { hashCode } from './open-link.ts'
import { hashBrowser, isBegunIn, isOpenSignUp } from './sign-up-conditions.ts'

/** For the browser that began the sign-up. Returns the sign-up that it may complete. */
export async function verifyCode(
  { db }: Context,
  { email, code }: { email: string; code: string },
  browserSecret: string | undefined,
): Promise<number> {
  const browser = hashBrowser(browserSecret)
  // Others can begin a sign-up with the address, too. They leave half of the attempts.
  const mayTry = or(
    lt(signUps.codeAttempts, MAX_CODE_ATTEMPTS / 2),
    and(eq(signUps.browser, browser), lt(signUps.codeAttempts, MAX_CODE_ATTEMPTS)),
  )
  const attempts = await db
    .update(signUps)
    .set({
      codeAttempts: sql`${signUps.codeAttempts} + 1`,
      code: sql`nullif(${signUps.code}, ${hashCode(email, code)}::text)`,
    })
    .where(
      and(
        isOpenSignUp(email),
        isNotNull(signUps.code),
        gt(signUps.codeExpiresAt, now),
        isBegunIn(db, { email, browser }),
        mayTry,
      ),
    )
    .returning({ id: signUps.id, code: signUps.code })
  const matched = attempts.find((attempt) => attempt.code === null)
  if (!matched) throw new AppError('WRONG_CODE')
  return matched.id
}

type Question = { email: string; proof: number | undefined; browserSecret: string | undefined }

export async function verificationStatus(
  { db }: Context,
  { email, proof, browserSecret }: Question,
): Promise<VerificationStatus> {
  const isProven = eq(signUps.id, proof ?? 0)
  const found = await db
    .select({
      isProven: sql<boolean>`${isProven}`,
      isFinished: sql<boolean>`${signUps.finishedAt} is not null`,
    })
    .from(signUps)
    .where(
      and(
        eq(signUps.email, email),
        gt(signUps.expiresAt, now),
        or(isProven, eq(signUps.browser, hashToken(browserSecret ?? ''))),
      ),
    )
  const verified = found.some((signUp) => signUp.isProven && !signUp.isFinished)
  const finished = !verified && found.some((signUp) => signUp.isFinished)
  return { verified, organization: null, finished }
}
