import { aliasedTable, and, eq, exists, ne } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { lockUser } from './password-change.ts'

export async function endSession(ctx: Context, sid: string): Promise<void> {
  await ctx.db.delete(sessions).where(eq(sessions.sid, sid))
}

/** If two sessions end each other at the same time, one stays. */
export async function endOtherSessions(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
): Promise<void> {
  const { db } = ctx
  const own = aliasedTable(sessions, 'own')
  const ownSession = db.select({ sid: own.sid }).from(own).where(eq(own.sid, sid))
  await db.batch([
    lockUser(db, eq(users.id, userId)),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, sid), exists(ownSession))),
  ])
}
