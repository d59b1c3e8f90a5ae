import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activityDays } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { ACTIVITY_DAYS, type ActivityDay } from './contract.ts'

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
