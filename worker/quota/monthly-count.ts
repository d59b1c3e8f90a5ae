import * as z from 'zod'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { type Month, monthOf } from './month.ts'

/** A counter outlives its month, for calls that end after midnight. */
const GRACE_SECONDS = 86_400

/** The Lua scripts build the same key. */
export const quotaKey = (organizationId: string, month: string) => `quota:${organizationId}:${month}`

/** In seconds since 1970. */
export const quotaKeyExpiry = (month: Month): number => month.end.getTime() / 1000 + GRACE_SECONDS

export type MonthlyCount = { month: string; used: number }

export async function readMonthlyCount(ctx: Context, organizationId: string): Promise<MonthlyCount> {
  const month = monthOf(new Date()).key
  try {
    const used = await ctx.redis.run(z.string().nullable(), (redis) =>
      redis.get(quotaKey(organizationId, month)),
    )
    return { month, used: Number(used ?? 0) }
  } catch (error) {
    if (error instanceof RedisUnavailable) return { month, used: 0 }
    throw error
  }
}
