import { createHash } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import { recoveryCodes, sessions, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { AccountSecurity, SessionInfo } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { deviceOf } from '#worker/lib/device.ts'

const ID_LENGTH = 16

/** `sid` opens the session, so it never leaves the server. */
export const publicSessionId = (sid: string): string =>
  createHash('sha256').update(sid).digest('hex').slice(0, ID_LENGTH)

export async function listSessions(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
): Promise<SessionInfo[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expire, now)))
    .orderBy(desc(eq(sessions.sid, sid)), desc(sessions.lastSeenAt), desc(sessions.createdAt))
  return rows.map((row) => {
    const isCurrent = row.sid === sid
    return {
      id: publicSessionId(row.sid),
      device: deviceOf(row.sess.userAgent),
      place: row.sess.place ?? null,
      lastSeenAt: (isCurrent ? ctx.now : row.lastSeenAt).toISOString(),
      createdAt: row.createdAt.toISOString(),
      isCurrent,
    }
  })
}

type Caller = { id: number; isPlatformAdmin: boolean; needsTwoFactor: boolean }

export async function readSecurity(
  ctx: Context,
  { id, isPlatformAdmin, needsTwoFactor }: Caller,
): Promise<AccountSecurity> {
  const [user, recoveryCodesLeft] = await Promise.all([
    ctx.db.query.users.findFirst({
      columns: { password: true, googleSub: true },
      where: eq(users.id, id),
      with: { twoFactor: { columns: { enabledAt: true } } },
    }),
    ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, id)),
  ])
  const enabledAt = user?.twoFactor?.enabledAt?.toISOString() ?? null
  return {
    hasPassword: Boolean(user?.password),
    hasGoogle: Boolean(user?.googleSub),
    twoFactor: {
      enabledAt,
      recoveryCodesLeft: enabledAt === null ? 0 : recoveryCodesLeft,
      isRequired: needsTwoFactor || (isPlatformAdmin && enabledAt !== null),
    },
  }
}
