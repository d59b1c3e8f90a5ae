import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activityHours } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type ActivityHour, CHART_HOURS } from './contract.ts'

const HOUR = 3_600_000

/** The last 24 hours, oldest first, including hours without calls. */
export async function listActivityHours(ctx: Context, organizationId: string): Promise<ActivityHour[]> {
  const current = Math.floor(ctx.now.getTime() / HOUR) * HOUR
  const hours = Array.from({ length: CHART_HOURS }, (_, index) =>
    new Date(current - (CHART_HOURS - 1 - index) * HOUR).toISOString(),
  )
  const byHour = new Map(hours.map((hour) => [hour, { hour, valid: 0, invalid: 0, unknown: 0, refused: 0 }]))
  const rows = await selectHours(ctx.db, organizationId, {
    from: new Date(current - (CHART_HOURS - 1) * HOUR),
    to: new Date(current),
  })
  for (const { hour, outcome, calls } of rows) {
    const counts = byHour.get(hour.toISOString())
    if (counts) counts[outcome] = calls
  }
  return [...byHour.values()]
}

export const selectHours = (db: Db, organizationId: string, { from, to }: { from: Date; to: Date }) =>
  db
    .select({
      hour: activityHours.hour,
      outcome: activityHours.outcome,
      calls: sql<number>`sum(${activityHours.calls})::int`,
    })
    .from(activityHours)
    .where(
      and(
        eq(activityHours.organizationId, organizationId),
        gte(activityHours.hour, from),
        lte(activityHours.hour, to),
      ),
    )
    .groupBy(activityHours.hour, activityHours.outcome)
