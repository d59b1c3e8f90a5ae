import { lte } from 'drizzle-orm'
import { quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { monthOf } from '#worker/quota/month.ts'
import { inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 20 }

/** Calls don't depend on it: a quota past its reset date reads as unused, and the month's first call resets it. */
export async function rollQuotas(ctx: Context): Promise<JobResult> {
  const due = { where: lte(quotas.resetDate, ctx.now), orderBy: quotas.resetDate }
  const rolled = await inBatches(LIMITS, async () => {
    const { rowCount } = await ctx.db
      .update(quotas)
      .set({ usedCount: 0, resetDate: monthOf(ctx.now).end })
      .where(lockRows(ctx, quotas, LIMITS.size, due))
    return rowCount
  })
  return toJobResult({ rolled })
}
