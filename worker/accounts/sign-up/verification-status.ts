import { and, eq, gt, or, sql } from 'drizzle-orm'
import { signUps } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { VerificationStatus } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { hashToken } from '#worker/lib/hash.ts'

type Question = { email: string; proof: number | undefined; browserSecret: string | undefined }

/** `verified` is true only in a browser that has verified the address. */
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
