import { monthOf } from '#worker/activity/month.ts'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'

const quotaKey = (organizationId: string, month: string) => `quota:${organizationId}:${month}`

/** What Redis has counted of the organization's current month; 0 when it does not say. */
export async function countedThisMonth(ctx: Context, organizationId: string): Promise<number> {
  try {
    const used = await ctx.redis.run((redis) =>
      redis.get<string>(quotaKey(organizationId, monthOf(new Date()).key)),
    )
    return Number(used ?? 0)
  } catch (error) {
    if (error instanceof RedisUnavailable) return 0
    throw error
  }
}
