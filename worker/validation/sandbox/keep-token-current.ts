import { eq } from 'drizzle-orm'
import { apiTokens, organizations, quotas } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { repairCache } from '#worker/quota/record-call.ts'
import { tokenEnd } from '#worker/quota/write-calls.ts'

/** Calls with test tokens aren't written, so this also repairs the cache after an outage of Redis. */
export async function keepTokenCurrent(ctx: BaseContext, tokenHash: string, caller: Caller): Promise<void> {
  const db = await ctx.hotDb()
  const tokens = await db
    .update(apiTokens)
    .set({ lastUsedAt: ctx.now })
    .where(eq(apiTokens.token, tokenHash))
    .returning({ id: apiTokens.id, endsAt: tokenEnd })
  const found = await db
    .select({
      id: organizations.id,
      status: organizations.status,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
      monthlyLimit: quotas.monthlyLimit,
    })
    .from(organizations)
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(eq(organizations.id, caller.organizationId))
  await repairCache(ctx, [{ caller, tokenHash }], {
    organizations: found,
    tokens: tokens.map(({ id, endsAt }) => ({ id, endsAt: Number(endsAt) })),
  })
}
