import { eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { refreshQuotas } from '#worker/quota/store-quota.ts'

/** Calls with test tokens aren't written, so this also refreshes the cache after an outage of Redis. */
export async function keepTokenCurrent(
  ctx: BaseContext,
  {
    tokenHash,
    organizationId,
    callerCountry,
  }: { tokenHash: string; organizationId: string; callerCountry: string | null },
): Promise<void> {
  const db = await ctx.hotDb()
  await db
    .update(apiTokens)
    .set({ lastUsedAt: ctx.now, lastUsedCountry: callerCountry })
    .where(eq(apiTokens.token, tokenHash))
  await refreshQuotas(ctx, db, [organizationId])
}
