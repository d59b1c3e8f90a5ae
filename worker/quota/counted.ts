import * as z from 'zod'
import { RedisUnavailable } from '#worker/clients/redis.ts'
import type { Context } from '#worker/context.ts'
import { quotaKey } from './counter.ts'
import { monthOf } from './month.ts'

/** `month` is the key of the month that was asked about. */
export type Counted = { month: string; used: number }

/** What Redis has counted of the organization's current month; 0 when it does not say. */
export async function countedThisMonth(ctx: Context, organizationId: string): Promise<Counted> {
  const month = monthOf(new Date()).key
  try {
    const used = await ctx.redis.send(z.string().nullable(), 'GET', quotaKey(organizationId, month))
    return { month, used: Number(used ?? 0) }
  } catch (error) {
    if (error instanceof RedisUnavailable) return { month, used: 0 }
    throw error
  }
}
