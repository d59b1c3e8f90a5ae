import { and, desc, eq, notInArray } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { MAX_SESSIONS } from '#worker/accounts/contract.ts'
import { newDeviceNotice } from '#worker/accounts/notices.ts'
import { audit } from '#worker/audit/audit.ts'
import { SESSION_IDLE_SECONDS } from '#worker/http/contract.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { deviceOf } from '#worker/lib/device.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { enforceRateLimit, limits, takeCall } from '#worker/rate-limits.ts'
import type { Transaction } from '#worker/transaction.ts'
import { type DeviceOwner, findKnownDevice } from './known-device.ts'

const MAX_USER_AGENT_LENGTH = 256

export type OpenedSession = { sid: string; userId: number }

type SignInMethod = 'password' | 'code' | 'recovery code' | 'google' | 'sign-up'
type SessionOwner = DeviceOwner & { email: string }

export async function insertSession(
  tx: Transaction,
  user: SessionOwner,
  method: SignInMethod,
  { isFirst = method === 'sign-up' } = {},
): Promise<string> {
  await enforceRateLimit(tx.ctx, limits.signInByUser, String(user.id))
  const { origin } = tx.ctx
  const sid = randomBase62(32)
  const userAgent = origin?.userAgent?.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed() ?? null
  const place = origin?.readPlace?.() ?? null
  await tx.insert(sessions).values({
    sid,
    sess: { userAgent, place },
    expire: secondsFromNow(SESSION_IDLE_SECONDS),
    userId: user.id,
    // The password was entered just now.
    confirmedAt: method === 'password' || method === 'sign-up' ? now : null,
  })
  const ofUser = eq(sessions.userId, user.id)
  const newest = tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(ofUser)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(MAX_SESSIONS)
  await tx.delete(sessions).where(and(ofUser, notInArray(sessions.sid, newest)))
  if (!isFirst && (await findKnownDevice(tx.ctx, user)) === undefined) {
    const { retryAfter } = await takeCall(tx.ctx.redis, limits.deviceEmailByUser, String(user.id))
    const signIn = { device: deviceOf(userAgent), place }
    if (retryAfter === 0) await queueEmail(tx, newDeviceNotice(tx.ctx, user.email, signIn))
  }
  await audit(tx, { event: 'sign_in.succeeded', accountId: user.id, actor: user, after: { method } })
  return sid
}
