import { and, eq, exists, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sessions, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'

const own = alias(sessions, 'own')

/**
 * Ends all of the user's sessions but the one named, unless that has ended itself: of two that end each other at once,
 * one stays. The user's row is locked first, as by whatever else ends several: none holds a session that the other
 * waits for.
 */
export async function endOtherSessions(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
): Promise<void> {
  const stands = ctx.db.select({ sid: own.sid }).from(own).where(eq(own.sid, sid))
  await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'),
    ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, sid), exists(stands))),
  ])
}
