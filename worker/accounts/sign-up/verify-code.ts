import { and, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { signUps } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { MAX_CODE_ATTEMPTS } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashCode } from './open-link.ts'
import { hashBrowser, isBegunIn, isOpenSignUp } from './sign-up-conditions.ts'

/** For the browser that began the sign-up. Returns the sign-up that it may complete. Throws WRONG_CODE. */
export async function verifyCode(
  { db }: Context,
  { email, code }: { email: string; code: string },
  browserSecret: string | undefined,
): Promise<number> {
  const isBegun = isBegunIn(db, { email, browser: hashBrowser(browserSecret) })
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
        lt(signUps.codeAttempts, MAX_CODE_ATTEMPTS),
        isBegun,
      ),
    )
    .returning({ id: signUps.id, code: signUps.code })
  const matched = attempts.find((attempt) => attempt.code === null)
  if (!matched) throw new AppError('WRONG_CODE')
  return matched.id
}
