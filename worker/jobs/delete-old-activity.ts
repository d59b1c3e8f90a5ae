import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { DAY, deleteInBatches, instant, type JobResult, resultOf } from './job.ts'

const BOUND = { size: 5_000, batches: 20 }
/** Longer than any chart goes back. */
const DAYS_LIFE = 400

/** Deletes the calls that are older than `ACTIVITY_RETENTION_DAYS`, and the counts of days long gone. */
export async function deleteOldActivity(ctx: Context): Promise<JobResult> {
  const now = ctx.now.getTime()
  const calls = await deleteInBatches(
    ctx,
    BOUND,
    sql`api_activities`,
    sql`timestamp < ${instant(now - ctx.settings.ACTIVITY_RETENTION_DAYS * DAY)} order by timestamp`,
  )
  const firstDay = new Date(now - DAYS_LIFE * DAY).toISOString().slice(0, 10)
  const days = await deleteInBatches(
    ctx,
    BOUND,
    sql`activity_days`,
    sql`day < ${firstDay}::date order by day`,
  )
  return resultOf({ calls, days })
}
