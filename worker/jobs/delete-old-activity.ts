import { and, lt, lte, max } from 'drizzle-orm'
import { activityDays, activityHours, apiActivities } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY, deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 5_000, batches: 20 }
const DAILY_COUNTS_LIFE_DAYS = 400
/** One more than the longest range of the usage lists. */
const HOURLY_COUNTS_LIFE_DAYS = 31

/** Looks only among the calls written first, which needs no index on the time. */
export async function deleteOldActivity(ctx: Context): Promise<JobResult> {
  const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY)
  const first = ctx.db
    .select({ id: apiActivities.id })
    .from(apiActivities)
    .orderBy(apiActivities.id)
    .limit(2 * LIMITS.size)
    .as('first')
  const calls = await deleteInBatches(ctx, LIMITS, apiActivities, {
    where: and(
      lte(apiActivities.id, ctx.db.select({ id: max(first.id) }).from(first)),
      lt(apiActivities.timestamp, daysAgo(ctx.settings.ACTIVITY_RETENTION_DAYS)),
    ),
    orderBy: apiActivities.id,
  })
  const days = await deleteInBatches(ctx, LIMITS, activityDays, {
    where: lt(activityDays.day, daysAgo(DAILY_COUNTS_LIFE_DAYS).toISOString().slice(0, 10)),
    orderBy: activityDays.day,
  })
  const hours = await deleteInBatches(ctx, LIMITS, activityHours, {
    where: lt(activityHours.hour, daysAgo(HOURLY_COUNTS_LIFE_DAYS)),
    orderBy: activityHours.hour,
  })
  return toJobResult({ calls, days, hours })
}
