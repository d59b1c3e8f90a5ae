import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'

/** Ends a session for good: its cookie is refused from now on, wherever it was copied to. */
export async function signOut(ctx: Context, sid: string): Promise<void> {
  await ctx.db.delete(sessions).where(eq(sessions.sid, sid))
}
