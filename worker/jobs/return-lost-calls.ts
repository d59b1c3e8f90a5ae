import { and, eq, gt, lte, sql } from 'drizzle-orm'
import * as z from 'zod'
import { quotas } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { monthOf } from '#worker/quota/month.ts'
import { quotaKey, quotaKeyExpiry } from '#worker/quota/quota-state.ts'
import { DEAD_LETTER_QUEUE } from '#worker/quota/record-call.ts'
import { CHECK_DELAY_SECONDS } from '#worker/quota/reserve.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 500, batches: 20 }
/** For calls that are lost without a change in PostgreSQL. */
const NEXT_CHECK_SECONDS = 3_600

const columns = {
  organizationId: quotas.organizationId,
  usedCount: quotas.usedCount,
  reservedCount: quotas.reservedCount,
  resetDate: quotas.resetDate,
}
type Row = { organizationId: string; usedCount: number; reservedCount: number; resetDate: Date }
type Counts = { left: number; spentAt: number | undefined; blocks: number | null }

/**
 * Calls get lost when Redis loses its data or a Worker is killed: PostgreSQL has reserved them, but they are neither
 * left in Redis nor recorded. If neither store changed for 35 seconds, they go back to PostgreSQL. What Redis has too
 * much, because it returned to an old state, is taken away. Calls beyond the blocks are added to them.
 */
export async function returnLostCalls(ctx: Context): Promise<JobResult> {
  // Calls in the dead-letter queue are spent, but not recorded yet.
  if ((await ctx.redis.run(z.number(), (redis) => redis.llen(DEAD_LETTER_QUEUE))) > 0)
    return { counts: {}, hasMore: true }
  const isDue = and(lte(quotas.checkAt, ctx.now), gt(quotas.resetDate, ctx.now))
  const checked = await inBatches(LIMITS, async () => {
    const rows = await ctx.db.select(columns).from(quotas).where(isDue).limit(LIMITS.size)
    if (rows.length > 0) await checkQuotas(ctx, rows)
    return rows.length
  })
  return toJobResult({ checked })
}

async function checkQuotas(ctx: Context, rows: readonly Row[]): Promise<void> {
  const counts = await readCounts(ctx, rows)
  const checks = rows.map((row, index) => {
    const { left, spentAt, blocks } = counts[index] ?? { left: 0, spentAt: undefined, blocks: null }
    const isQuiet = spentAt !== undefined && spentAt <= ctx.now.getTime() - CHECK_DELAY_SECONDS * 1_000
    const { usedCount, reservedCount } = row
    const usable = isQuiet ? Math.max(0, Math.min(left, reservedCount - usedCount)) : left
    const reserved = isQuiet ? usedCount + usable : reservedCount
    return { ...row, left, spentAt, blocks, isQuiet, usable, reserved }
  })
  const unchanged = await saveChecks(ctx, checks)
  const corrected = checks.filter(
    ({ organizationId, left, usable, reserved, reservedCount, blocks, isQuiet, spentAt }) =>
      unchanged.has(organizationId) &&
      (usable !== left ||
        reserved !== reservedCount ||
        (isQuiet && reserved !== blocks) ||
        spentAt === undefined),
  )
  if (corrected.length === 0) return
  await ctx.redis.run(z.array(z.unknown()), (redis) => {
    const pipeline = redis.pipeline()
    for (const { organizationId, resetDate, left, usable, reserved, spentAt } of corrected) {
      const month = monthBefore(resetDate)
      const key = quotaKey(organizationId, month)
      // Starts the wait for a Redis that lost its data.
      pipeline.hset(key, spentAt === undefined ? { spentAt: ctx.now.getTime() } : { reserved })
      if (usable !== left) pipeline.hincrby(key, 'left', usable - left)
      pipeline.expireat(key, quotaKeyExpiry(month))
    }
    return pipeline.exec()
  })
}

const monthBefore = (resetDate: Date) => monthOf(new Date(resetDate.getTime() - 1))

/** A damaged count is as good as none. The other organizations' checks go on. */
const count = z.coerce.number().nullable().catch(null)

const countsAnswer = z.array(
  z
    .tuple([count, count, count])
    .transform(
      ([left, spentAt, blocks]): Counts => ({ left: left ?? 0, spentAt: spentAt ?? undefined, blocks }),
    ),
)

const readCounts = ({ redis }: Context, rows: readonly Row[]): Promise<Counts[]> =>
  redis.run(countsAnswer, (client) => {
    const pipeline = client.pipeline()
    for (const { organizationId, resetDate } of rows)
      pipeline.hmget(quotaKey(organizationId, monthBefore(resetDate)), 'left', 'spentAt', 'reserved')
    return pipeline.exec()
  })

type Check = Row & { isQuiet: boolean; reserved: number }

/** Returns the organizations whose counts are unchanged. */
async function saveChecks({ db, now }: Context, checks: readonly Check[]): Promise<Set<string>> {
  const values = checks.map(({ organizationId, usedCount, reservedCount, isQuiet, reserved }) => ({
    checked_id: organizationId,
    known_used: usedCount,
    known_reserved: reservedCount,
    reserved,
    next_check_at: new Date(now.getTime() + (isQuiet ? NEXT_CHECK_SECONDS : CHECK_DELAY_SECONDS) * 1_000),
  }))
  const check = db
    .$with('checks', {
      organizationId: sql<string>`checked_id`.as('checked_id'),
      usedCount: sql<number>`known_used`.as('known_used'),
      reservedCount: sql<number>`known_reserved`.as('known_reserved'),
      reserved: sql<number>`reserved`.as('reserved'),
      checkAt: sql<Date>`next_check_at`.as('next_check_at'),
    })
    .as(sql`
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as (checked_id text, known_used integer, known_reserved integer, reserved integer, next_check_at timestamptz)`)
  const unchanged = await db
    .with(check)
    .update(quotas)
    .set({
      reservedCount: sql`${check.reserved}`,
      checkAt: sql`${check.checkAt}`,
    })
    .from(check)
    .where(
      and(
        eq(quotas.organizationId, check.organizationId),
        eq(quotas.usedCount, check.usedCount),
        eq(quotas.reservedCount, check.reservedCount),
        gt(quotas.resetDate, now),
      ),
    )
    .returning({ organizationId: quotas.organizationId })
  return new Set(unchanged.map(({ organizationId }) => organizationId))
}
