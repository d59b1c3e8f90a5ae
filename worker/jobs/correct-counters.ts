import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import * as z from 'zod'
import { quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { monthOf, quotaKey } from '#worker/quota/month.ts'
import { defineScript } from '#worker/services/redis.ts'
import { inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 500, batches: 20 }
/** In milliseconds. By then, the queue has delivered the calls. */
const QUIET = 120_000

/**
 * Sets the counter to PostgreSQL's. Returns 0 if a call was counted too recently.
 *
 * KEYS  1 the organization's month
 * ARGV  1 used calls  2 the latest time of the last count (ms)
 */
const correctScript = defineScript(
  `#!lua flags=allow-key-locking
local countedAt = tonumber(redis.call('HGET', KEYS[1], 'countedAt') or '')
if not countedAt then return 1 end
if countedAt > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'used', ARGV[1])
return 1
`,
  z.number(),
)

/**
 * A counter is too high after a lost answer of Redis, or for calls of a killed Worker. It is corrected after two minutes
 * without calls.
 */
export async function correctCounters(ctx: Context): Promise<JobResult> {
  const due = { where: and(lte(quotas.checkAt, ctx.now), gt(quotas.resetDate, ctx.now)) }
  const later = new Date(ctx.now.getTime() + QUIET)
  const checked = await inBatches(LIMITS, async () => {
    const rows = await ctx.db
      .update(quotas)
      .set({ checkAt: later })
      .where(lockRows(ctx, quotas, LIMITS.size, due))
      .returning({
        organizationId: quotas.organizationId,
        used: quotas.usedCount,
        resetDate: quotas.resetDate,
      })
    const corrected: string[] = []
    for (const row of rows) if (await correct(ctx, row)) corrected.push(row.organizationId)
    const isUnchanged = and(inArray(quotas.organizationId, corrected), eq(quotas.checkAt, later))
    await ctx.db.update(quotas).set({ checkAt: null }).where(isUnchanged)
    return rows.length
  })
  return toJobResult({ checked })
}

type Row = { organizationId: string; used: number; resetDate: Date }

/** False if it is too early. */
async function correct(
  { settings, redis, now }: Context,
  { organizationId, used, resetDate }: Row,
): Promise<boolean> {
  const key = quotaKey(settings, organizationId, monthOf(new Date(resetDate.getTime() - 1)))
  return (await redis.script(correctScript, [key], [used, now.getTime() - QUIET])) === 1
}
