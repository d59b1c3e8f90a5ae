import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activityDays, activityHours } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { ACTIVITY_DAYS, type ActivityDay, type ActivityHour, CHART_HOURS } from './contract.ts'

const DAY = 86_400_000

/** The last 60 days, oldest first, including days without calls. */
export async function listActivityDays(ctx: Context, organizationId: string): Promise<ActivityDay[]> {
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, index) =>
    dayBefore(ctx.now, ACTIVITY_DAYS - 1 - index),
  )
  const byDay = new Map(days.map((day) => [day, { day, valid: 0, invalid: 0, unknown: 0, refused: 0 }]))
  for (const { day, outcome, calls } of await selectDays(ctx.db, organizationId, ctx.now)) {
    const counts = byDay.get(day)
    if (counts) counts[outcome] = calls
  }
  return [...byDay.values()]
}

export const selectDays = (db: Db, organizationId: string, now: Date) =>
  db
    .select({ day: activityDays.day, outcome: activityDays.outcome, calls: activityDays.calls })
    .from(activityDays)
    .where(
      and(
        eq(activityDays.organizationId, organizationId),
        gte(activityDays.day, dayBefore(now, ACTIVITY_DAYS - 1)),
        lte(activityDays.day, dayBefore(now, 0)),
      ),
    )
    .orderBy(asc(activityDays.day))

const dayBefore = (instant: Date, days: number) =>
  new Date(instant.getTime() - days * DAY).toISOString().slice(0, 10)

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
