import { and, eq, ne } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'

/** Ends all of the user's sessions but the one named. */
export async function endOtherSessions(
  ctx: Context,
  { sid, userId }: { sid: string; userId: number },
): Promise<void> {
  await ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, sid)))
}
