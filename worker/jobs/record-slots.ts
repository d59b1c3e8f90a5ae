import { and, desc, gt, gte, isNotNull, isNull, lt, lte, max, sql } from 'drizzle-orm'
import { apiActivities, serviceSlots } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { HOUR } from '#worker/lib/time.ts'
import { readMetrics, SLOT } from '#worker/registers/metrics.ts'
import { API } from '#worker/status/api-failures.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { JobResult } from './job.ts'

/** After a longer time without runs, its calls aren't counted: there may be too many for one statement. */
const MAX_GAP = HOUR

const slotOf = (at: Date): Date => new Date(Math.floor(at.getTime() / SLOT) * SLOT)

export async function recordSlots(ctx: Context): Promise<JobResult> {
  const counted = await countCalls(ctx)
  await writeFailures(ctx)
  return { counts: { counted }, hasMore: false }
}

/** Those written between the last two runs. Whatever has no outcome five minutes later gets none. */
const countCalls = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const now = ctx.now.getTime()
    const startsAt = slotOf(ctx.now)
    const isRecent = and(
      gte(serviceSlots.startsAt, new Date(now - MAX_GAP)),
      lt(serviceSlots.startsAt, startsAt),
    )
    const [last, first] = await tx
      .select({ id: serviceSlots.lastActivityId })
      .from(serviceSlots)
      .where(and(isNotNull(serviceSlots.lastActivityId), isRecent))
      .orderBy(desc(serviceSlots.startsAt))
      .limit(2)
    const [newest] = await tx.select({ id: max(apiActivities.id) }).from(apiActivities)
    const [own] = await tx
      .insert(serviceSlots)
      .values({ startsAt, lastActivityId: newest?.id ?? 0 })
      .onConflictDoUpdate({
        target: serviceSlots.startsAt,
        set: { lastActivityId: sql`excluded.last_activity_id` },
        setWhere: isNull(serviceSlots.lastActivityId),
      })
      .returning()
    if (!own || last?.id == null || first?.id == null) return 0
    const slot = sql`date_bin('5 minutes', ${apiActivities.timestamp}, 'epoch')`
    const rows = await tx
      .select({
        startsAt: slot.mapWith(apiActivities.timestamp),
        calls: sql`count(*)`.mapWith(Number),
        lost: sql`count(*) filter (where ${apiActivities.responseTime} is null)`.mapWith(Number),
      })
      .from(apiActivities)
      .where(and(gt(apiActivities.id, first.id), lte(apiActivities.id, last.id)))
      .groupBy(sql`1`)
    if (rows.length > 0)
      await tx
        .insert(serviceSlots)
        .values(rows)
        .onConflictDoUpdate({
          target: serviceSlots.startsAt,
          set: {
            calls: sql`${serviceSlots.calls} + excluded.calls`,
            lost: sql`${serviceSlots.lost} + excluded.lost`,
          },
        })
    return rows.reduce((sum, { calls }) => sum + calls, 0)
  })

/** Of the last hour, because an isolate may add its failures late. Redis may forget them, so they never shrink. */
async function writeFailures(ctx: Context): Promise<void> {
  const now = ctx.now.getTime()
  const { slots } = await readMetrics(ctx.redis, now)
  const rows = slots.flatMap((slot, index) => {
    const failed = slot.get(API)?.failed ?? 0
    return failed > 0 ? [{ startsAt: slotOf(new Date(now - index * SLOT)), failed }] : []
  })
  if (rows.length === 0) return
  await ctx.db
    .insert(serviceSlots)
    .values(rows)
    .onConflictDoUpdate({
      target: serviceSlots.startsAt,
      set: { failed: sql`greatest(${serviceSlots.failed}, excluded.failed)` },
    })
}
