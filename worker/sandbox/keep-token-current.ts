import { eq } from 'drizzle-orm'
import { apiTokens, organizations, quotas } from '#db/schema/index.ts'
import type { BaseContext } from '#worker/base-context.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { repairCache } from '#worker/quota/record-call.ts'
import { tokenEnd } from '#worker/quota/write-calls.ts'

/**
 * Records the token's last use. Calls with test tokens aren't written, so this also repairs the cache if the token or
 * its organization changed while Redis was down.
 */
export async function keepTokenCurrent(ctx: BaseContext, tokenHash: string, caller: Caller): Promise<void> {
  const db = await ctx.hotDb()
  const used = db.$with('used').as(
    db
      .update(apiTokens)
      .set({ lastUsedAt: ctx.now })
      .where(eq(apiTokens.token, tokenHash))
      .returning({
        id: apiTokens.id,
        endsAt: tokenEnd.as('ends_at'),
        organizationId: apiTokens.organizationId,
      }),
  )
  const rows = await db
    .with(used)
    .select({
      id: organizations.id,
      status: organizations.status,
      tier: organizations.tier,
      vatNumber: organizations.vatNumber,
      monthlyLimit: quotas.monthlyLimit,
      token: { id: used.id, endsAt: used.endsAt },
    })
    .from(used)
    .innerJoin(organizations, eq(organizations.id, used.organizationId))
    .innerJoin(quotas, eq(quotas.organizationId, organizations.id))
  const tokens = rows.map(({ token }) => ({ ...token, endsAt: Number(token.endsAt) }))
  await repairCache(ctx, [{ caller, tokenHash }], { organizations: rows, tokens })
}
