import { eq } from 'drizzle-orm'
import { emailChanges } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'

export async function cancelEmailChange(ctx: Context, userId: number): Promise<void> {
  await ctx.db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}
