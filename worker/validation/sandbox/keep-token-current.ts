import { eq } from 'drizzle-orm'
import { apiTokens, organizations, quotas } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { tokenEnd } from '#worker/quota/count-statement.ts'
import { quotaAt, quotaKey } from '#worker/quota/month.ts'
import { refreshCache } from '#worker/quota/refresh-cache.ts'

/** Calls with test tokens aren't written, so this also repairs the cache after an outage of Redis. */
export async function keepTokenCurrent(
  ctx: BaseContext,
  tokenHash: string,
  { organizationId }: Caller,
): Promise<void> {
  const db = await ctx.hotDb()
  const [token] = await db
    .update(apiTokens)
    .set({ lastUsedAt: ctx.now })
    .where(eq(apiTokens.token, tokenHash))
    .returning({ id: apiTokens.id, permissions: apiTokens.permissions, endsAt: tokenEnd })
  const [organization] = await db
    .select({
      status: organizations.status,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
      monthlyLimit: quotas.monthlyLimit,
      usedCount: quotas.usedCount,
      resetDate: quotas.resetDate,
    })
    .from(organizations)
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId))
  if (!organization) return
  const { month, used } = quotaAt(organization, ctx.now)
  const tokens = { [tokenHash]: token ? { id: token.id, ...token.permissions, endsAt: token.endsAt } : null }
  const key = quotaKey(ctx.settings, organizationId, month)
  await refreshCache(ctx, { key, month }, 'repair', { used, organization, tokens })
}
