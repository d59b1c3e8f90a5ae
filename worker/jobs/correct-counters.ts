import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import { quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { refreshQuotas } from '#worker/quota/cached-quotas.ts'
import { inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 500, batches: 20 }
/** In milliseconds. */
const PAUSE = 120_000

/**
 * Refreshes what Redis has of an organization two minutes after each call, until its counter is PostgreSQL's: a counter is
 * too high after a lost reply of Redis, or for calls of a killed Worker.
 */
export async function correctCounters(ctx: Context): Promise<JobResult> {
  const due = { where: and(lte(quotas.checkAt, ctx.now), gt(quotas.resetDate, ctx.now)) }
  const later = new Date(ctx.now.getTime() + PAUSE)
  const checked = await inBatches(LIMITS, async () => {
    const rows = await ctx.db
      .update(quotas)
      .set({ checkAt: later })
      .where(lockRows(ctx, quotas, LIMITS.size, due))
      .returning({ organizationId: quotas.organizationId })
    const organizationIds = rows.map(({ organizationId }) => organizationId)
    const exact = await refreshQuotas(ctx, ctx.db, organizationIds)
    const isUnchanged = and(inArray(quotas.organizationId, exact), eq(quotas.checkAt, later))
    await ctx.db.update(quotas).set({ checkAt: null }).where(isUnchanged)
    return rows.length
  })
  return toJobResult({ checked })
}
