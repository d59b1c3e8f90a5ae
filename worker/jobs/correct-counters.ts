import { and, inArray, lte, sql } from 'drizzle-orm'
import { quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { refreshQuotas } from '#worker/quota/store-quota.ts'
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
    const ids = rows.map((row) => row.organizationId)
    const exact = await refreshQuotas(ctx, ctx.db, ids)
    // The next run checks the others again. A call that was recorded meanwhile has set a later check.
    const checkAt = sql`case when ${inArray(organizationId, exact)} then null else now() + interval '30 seconds' end`
    const checked = { where: and(inArray(organizationId, ids), isDue) }
    await ctx.db
      .update(quotas)
      .set({ checkAt })
      .where(lockRows(ctx, quotas, LIMITS.size, checked))
    return rows.length
  })
  return toJobResult({ checked })
}
