import { and, gte, ne, sql } from 'drizzle-orm'
import { activityDays, statusDays } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type MetricsByKey, readDays } from '#worker/registers/metrics.ts'
import { API } from '#worker/status/api-failures.ts'
import type { JobResult } from './job.ts'

/** Counts never shrink: Redis forgets hours after a day, or all of them. */
export async function recordStatusDays(ctx: Context): Promise<JobResult> {
  const days = await readDays(ctx.redis, ctx.now.getTime())
  const rows = [...registerDays(days), ...(await apiDays(ctx, days))]
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
  return { counts: { recorded: rows.length }, hasMore: false }
}

type Days = ReadonlyMap<string, MetricsByKey>
type Row = typeof statusDays.$inferInsert

const registerDays = (days: Days): Row[] =>
  [...days].flatMap(([day, metrics]) =>
    [...metrics]
      .filter(([component]) => component !== API)
      .map(([component, { answered, failed }]) => ({ component, day, answered, failed })),
  )

async function apiDays({ db }: Context, days: Days): Promise<Row[]> {
  const [first = ''] = [...days.keys()].toSorted()
  const counted = await db
    .select({ day: activityDays.day, calls: sql<number>`sum(${activityDays.calls})::int` })
    .from(activityDays)
    .where(and(gte(activityDays.day, first), ne(activityDays.outcome, 'refused')))
    .groupBy(activityDays.day)
  const answers = new Map(counted.map(({ day, calls }) => [day, calls]))
  return [...days]
    .map(([day, metrics]) => ({
      component: API,
      day,
      answered: answers.get(day) ?? 0,
      failed: metrics.get(API)?.failed ?? 0,
    }))
    .filter(({ answered, failed }) => answered + failed > 0)
}
