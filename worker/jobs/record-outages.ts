import { and, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import * as z from 'zod'
import { statusOutages } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { HOUR } from '#worker/lib/time.ts'
import { limiterOf } from '#worker/registers/acquire-permit.ts'
import { OPENINGS_KEY } from '#worker/registers/metrics.ts'
import { API } from '#worker/status/api-failures.ts'
import { inTransaction } from '#worker/transaction.ts'
import { addEventForAll } from '#worker/webhooks/add-event.ts'
import type { JobResult } from './job.ts'

const SIZE = 200
const FORGOTTEN = HOUR

export async function recordOutages(ctx: Context): Promise<JobResult> {
  const entries = await ctx.redis.run(z.array(z.string()), (redis) => redis.lrange(OPENINGS_KEY, 0, SIZE - 1))
  for (const entry of entries) await recordChange(ctx, entry)
  if (entries.length > 0) {
    await ctx.redis.run(z.array(z.number()), (redis) => {
      const transaction = redis.multi()
      for (const entry of entries) transaction.lrem(OPENINGS_KEY, 1, entry)
      return transaction.exec()
    })
  }
  const changes = entries.length
  return { counts: { changes, forgotten: await endForgotten(ctx) }, hasMore: changes === SIZE }
}

async function recordChange(ctx: Context, entry: string): Promise<void> {
  const [, component, change, milliseconds] = /^(\S+) (opened|closed) (\d{1,15})$/.exec(entry) ?? []
  // A damaged entry must not hold up the others.
  if (!component) return
  const at = new Date(Number(milliseconds))
  const isDown = change === 'opened'
  const isOfComponent = eq(statusOutages.component, component)
  const isOpen = isNull(statusOutages.endedAt)
  // A circuit that forgot its failures opens again during an outage. The change may be read late, when that is over.
  const isNotOver = and(isOfComponent, or(isOpen, gt(statusOutages.endedAt, at)))
  await inTransaction(ctx, async (tx) => {
    if (isDown && (await tx.$count(statusOutages, isNotOver)) > 0) return
    const { rowCount } = isDown
      ? await tx.insert(statusOutages).values({ component, startedAt: at }).onConflictDoNothing()
      : await tx
          .update(statusOutages)
          .set({ endedAt: at })
          .where(and(isOfComponent, isOpen, lte(statusOutages.startedAt, at)))
    if (!rowCount) return
    await addEventForAll(tx, {
      type: isDown ? 'register.down' : 'register.up',
      data: { register: component, at: at.toISOString() },
    })
  })
}

/**
 * A circuit forgets its failures an hour after the last one. Nobody has called the register since then, so the outage ends
 * with that failed call.
 */
async function endForgotten(ctx: Context): Promise<number> {
  const { db, now, registerLimiters } = ctx
  const end = new Date(now.getTime() - FORGOTTEN)
  const open = await db
    .select({ id: statusOutages.id, component: statusOutages.component })
    .from(statusOutages)
    .where(
      and(ne(statusOutages.component, API), isNull(statusOutages.endedAt), lt(statusOutages.startedAt, end)),
    )
  let forgotten = 0
  for (const { id, component } of open) {
    if (await limiterOf({ registerLimiters }, component)?.isFailing()) continue
    await inTransaction(ctx, async (tx) => {
      const { rowCount } = await tx
        .update(statusOutages)
        .set({ endedAt: sql`greatest(${statusOutages.startedAt}, ${end.toISOString()}::timestamptz)` })
        .where(and(eq(statusOutages.id, id), isNull(statusOutages.endedAt)))
      if (!rowCount) return
      forgotten++
      await addEventForAll(tx, { type: 'register.up', data: { register: component, at: now.toISOString() } })
    })
  }
  return forgotten
}
