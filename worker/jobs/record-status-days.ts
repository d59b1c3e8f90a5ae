import { lt, sql } from 'drizzle-orm'
import { statusDays, statusOutages } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { readDays } from '#worker/registers/metrics.ts'
import { DAY, deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIFE_DAYS = 90
const LIMITS = { size: 1_000, batches: 5 }

/**
 * Writes the calls of each register by day, and deletes those older than 90 days. Counts never shrink: Redis forgets
 * hours after a day, or all of them.
 */
export async function recordStatusDays(ctx: Context): Promise<JobResult> {
  const days = await readDays(ctx.redis, ctx.now.getTime())
  const rows = [...days].flatMap(([day, metrics]) =>
    [...metrics].map(([component, { answered, failed }]) => ({ component, day, answered, failed })),
  )
  if (rows.length > 0) {
    await ctx.db
      .insert(statusDays)
      .values(rows)
      .onConflictDoUpdate({
        target: [statusDays.component, statusDays.day],
        set: {
          answered: sql`greatest(${statusDays.answered}, excluded.answered)`,
          failed: sql`greatest(${statusDays.failed}, excluded.failed)`,
        },
      })
  }
  const oldest = new Date(ctx.now.getTime() - LIFE_DAYS * DAY)
  return toJobResult({
    recorded: { count: rows.length, hasMore: false },
    days: await deleteInBatches(ctx, LIMITS, statusDays, {
      where: lt(statusDays.day, oldest.toISOString().slice(0, 10)),
    }),
    outages: await deleteInBatches(ctx, LIMITS, statusOutages, {
      where: lt(statusOutages.startedAt, oldest),
    }),
  })
}
