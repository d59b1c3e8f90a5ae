import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activityDays, activityHours } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY, HOUR } from '#worker/lib/time.ts'
import {
  ACTIVITY_DAYS,
  type ActivityDay,
  type ActivityHour,
  CHART_HOURS,
  noCalls,
  type Outcome,
} from './contract.ts'

type Row = { outcome: Outcome; calls: number }

function countsAt(times: readonly string[], rows: readonly (Row & { time: string })[]) {
  const byTime = new Map(times.map((time) => [time, { ...noCalls }]))
  for (const { time, outcome, calls } of rows) {
    const counts = byTime.get(time)
    if (counts) counts[outcome] = calls
  }
  return [...byTime]
}

export async function listActivityDays({ db, now }: Context, organizationId: string): Promise<ActivityDay[]> {
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, index) => dayBefore(now, ACTIVITY_DAYS - 1 - index))
  const rows = await selectDays(db, organizationId, now)
  return countsAt(days, rows).map(([day, counts]) => ({ day, counts }))
}

export const selectDays = (db: Db, organizationId: string, now: Date) =>
  db
    .select({ time: activityDays.day, outcome: activityDays.outcome, calls: activityDays.calls })
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

export async function listActivityHours(ctx: Context, organizationId: string): Promise<ActivityHour[]> {
  const current = Math.floor(ctx.now.getTime() / HOUR) * HOUR
  const hours = Array.from({ length: CHART_HOURS }, (_, index) =>
    new Date(current - (CHART_HOURS - 1 - index) * HOUR).toISOString(),
  )
  const rows = await selectHours(ctx.db, organizationId, {
    from: new Date(current - (CHART_HOURS - 1) * HOUR),
    to: new Date(current),
  })
  const counted = rows.map(({ hour, ...row }) => ({ ...row, time: hour.toISOString() }))
  return countsAt(hours, counted).map(([hour, counts]) => ({ hour, counts }))
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
