import { eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { refreshQuotas } from '#worker/quota/cached-quotas.ts'

/** Calls with test tokens aren't written, so this also refreshes the cache after an outage of Redis. */
export async function keepTokenCurrent(
  ctx: BaseContext,
  tokenHash: string,
  { organizationId }: Caller,
): Promise<void> {
  const db = await ctx.hotDb()
  await db.update(apiTokens).set({ lastUsedAt: ctx.now }).where(eq(apiTokens.token, tokenHash))
  await refreshQuotas(ctx, db, [organizationId])
}
