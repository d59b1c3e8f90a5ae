import { and, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm'
import { activityHours, statusOutages } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { HOUR } from '#worker/lib/time.ts'
import { readMetrics, SLOT } from '#worker/registers/metrics.ts'
import { API } from '#worker/status/api-failures.ts'
import { findSilence, type JobResult, type Times } from './job.ts'

/** Failed calls in five minutes that make an incident: a share of the average calls, within these bounds. */
const FAILURES = { least: 5, most: 100, share: 0.05 } as const

export async function recordApiIncidents(ctx: Context): Promise<JobResult> {
  // First: a run that fails ends the silence, too.
  const silences = await record(ctx, await findSilence(ctx, 'record-api-incidents', 'finishedAt'))
  const failures = await record(ctx, await failingSlots(ctx))
  await endSlots(ctx)
  return { counts: { incidents: silences + failures }, hasMore: false }
}

async function record({ db }: Context, incidents: readonly Times[]): Promise<number> {
  const rows = incidents.map((times) => ({ component: API, ...times }))
  if (rows.length > 0) await db.insert(statusOutages).values(rows).onConflictDoNothing()
  return rows.length
}

/** Of the last hour. One that ended less than five minutes ago lasts, because the next one may fail too. */
async function failingSlots(ctx: Context): Promise<Times[]> {
  const now = ctx.now.getTime()
  const { slots } = await readMetrics(ctx.redis, now)
  const failures = slots.map((slot, index) => ({
    start: Math.floor(now / SLOT - index) * SLOT,
    failed: slot.get(API)?.failed ?? 0,
  }))
  if (failures.every(({ failed }) => failed < FAILURES.least)) return []
  const limit = Math.min(FAILURES.most, Math.max(FAILURES.least, FAILURES.share * (await averageSlot(ctx))))
  return failures
    .filter(({ failed }) => failed >= limit)
    .map(({ start }) => ({
      startedAt: new Date(start),
      endedAt: start + 2 * SLOT > now ? null : new Date(start + SLOT),
    }))
}

async function averageSlot({ db, now }: Context): Promise<number> {
  const time = now.getTime()
  const first = Math.floor(time / HOUR - 1) * HOUR
  const [row] = await db
    .select({ calls: sql<number>`coalesce(sum(${activityHours.calls}), 0)::float` })
    .from(activityHours)
    .where(and(gte(activityHours.hour, new Date(first)), ne(activityHours.outcome, 'refused')))
  return ((row?.calls ?? 0) * SLOT) / (time - first)
}

async function endSlots({ db, now }: Context): Promise<void> {
  await db
    .update(statusOutages)
    .set({ endedAt: sql`${statusOutages.startedAt} + ${SLOT} * interval '1 millisecond'` })
    .where(
      and(
        eq(statusOutages.component, API),
        isNull(statusOutages.endedAt),
        lte(statusOutages.startedAt, new Date(now.getTime() - 2 * SLOT)),
      ),
    )
}
