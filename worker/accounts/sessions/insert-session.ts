import { and, desc, eq, notInArray } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { MAX_SESSIONS, SESSION_IDLE_SECONDS } from '#worker/accounts/contract.ts'
import { audit } from '#worker/audit/audit.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import type { Transaction } from '#worker/transaction.ts'

const MAX_USER_AGENT_LENGTH = 256

export type OpenedSession = { sid: string; userId: number }

type SignInMethod = 'password' | 'code' | 'recovery code' | 'google' | 'sign-up'

/** Beyond MAX_SESSIONS, the ones that were used least recently end. Throws RATE_LIMITED. */
export async function insertSession(
  tx: Transaction,
  user: { id: number; email: string },
  method: SignInMethod,
): Promise<string> {
  await enforceRateLimit(tx.ctx, limits.signInByUser, String(user.id))
  const sid = randomBase62(32)
  const userAgent = tx.ctx.origin?.userAgent?.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed() ?? null
  await tx
    .insert(sessions)
    .values({ sid, sess: { userAgent }, expire: secondsFromNow(SESSION_IDLE_SECONDS), userId: user.id })
  const ofUser = eq(sessions.userId, user.id)
  const newest = tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(ofUser)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(MAX_SESSIONS)
  await tx.delete(sessions).where(and(ofUser, notInArray(sessions.sid, newest)))
  await audit(tx, { event: 'sign_in.succeeded', accountId: user.id, actor: user, after: { method } })
  return sid
}
