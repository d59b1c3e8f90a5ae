import { eq, gte, ne, sql } from 'drizzle-orm'
import { activityDays, callDays, memberships, quotas, users } from '#db/schema/index.ts'
import { OVERVIEW_DAYS } from '#worker/admin/contract.ts'
import type { Context } from '#worker/context.ts'
import { usedAt } from '#worker/quota/quota-statements.ts'
import { daysAgo, inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 5_000, batches: 4 }

export async function countUsage(ctx: Context): Promise<JobResult> {
  const counted = await inBatches(LIMITS, () => countUsers(ctx))
  await countDays(ctx)
  return toJobResult({ users: counted })
}

async function countUsers({ db, now }: Context): Promise<number> {
  const used = sql<number>`coalesce(sum(${usedAt(now)}), 0)`
  const changed = db
    .select({ id: users.id, used: used.as('used') })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(quotas, eq(quotas.organizationId, memberships.organizationId))
    .groupBy(users.id)
    .having(ne(users.usedCount, used))
    .orderBy(users.id)
    .limit(LIMITS.size)
    .as('changed')
  const locked = db
    .select({ id: users.id, used: changed.used })
    .from(users)
    .innerJoin(changed, eq(changed.id, users.id))
    .orderBy(users.id)
    .for('no key update', { of: users })
    .as('locked')
  const { rowCount } = await db
    .update(users)
    .set({ usedCount: sql`${locked.used}` })
    .from(locked)
    .where(eq(users.id, locked.id))
  return rowCount
}

async function countDays(ctx: Context): Promise<void> {
  const first = daysAgo(ctx, OVERVIEW_DAYS).toISOString().slice(0, 10)
  await ctx.db
    .insert(callDays)
    .select(
      ctx.db
        .select({ day: activityDays.day, calls: sql<number>`sum(${activityDays.calls})`.as('calls') })
        .from(activityDays)
        .where(gte(activityDays.day, first))
        .groupBy(activityDays.day),
    )
    .onConflictDoUpdate({ target: callDays.day, set: { calls: sql`excluded.calls` } })
}
