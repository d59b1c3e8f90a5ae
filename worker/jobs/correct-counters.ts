import { and, inArray, lte } from 'drizzle-orm'
import { quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { refreshQuotas } from '#worker/quota/cached-quotas.ts'
import { inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 500, batches: 20 }

/**
 * Refreshes what Redis has of an organization two minutes after its last recorded call, and until its counter is PostgreSQL's:
 * it is too high after a lost reply of Redis, or for calls of a killed Worker. Also stores changes that Redis missed.
 */
export async function correctCounters(ctx: Context): Promise<JobResult> {
  const isDue = lte(quotas.checkAt, ctx.now)
  const checked = await inBatches(LIMITS, async () => {
    const { organizationId } = quotas
    const rows = await ctx.db.select({ organizationId }).from(quotas).where(isDue).limit(LIMITS.size)
    const exact = await refreshQuotas(
      ctx,
      ctx.db,
      rows.map((row) => row.organizationId),
    )
    // A call that was recorded meanwhile has set a later check.
    const done = { where: and(inArray(organizationId, exact), isDue) }
    await ctx.db
      .update(quotas)
      .set({ checkAt: null })
      .where(lockRows(ctx, quotas, LIMITS.size, done))
    return rows.length
  })
  return toJobResult({ checked })
}
