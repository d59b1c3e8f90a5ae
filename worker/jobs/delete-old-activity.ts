import { lt } from 'drizzle-orm'
import { activityDays, apiActivities } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY, deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 5_000, batches: 20 }
const DAILY_COUNTS_LIFE_DAYS = 400

export async function deleteOldActivity(ctx: Context): Promise<JobResult> {
  const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY)
  const calls = await deleteInBatches(ctx, LIMITS, apiActivities, {
    where: lt(apiActivities.timestamp, daysAgo(ctx.settings.ACTIVITY_RETENTION_DAYS)),
    orderBy: apiActivities.timestamp,
  })
  const days = await deleteInBatches(ctx, LIMITS, activityDays, {
    where: lt(activityDays.day, daysAgo(DAILY_COUNTS_LIFE_DAYS).toISOString().slice(0, 10)),
    orderBy: activityDays.day,
  })
  return toJobResult({ calls, days })
}
