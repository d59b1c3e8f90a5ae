import { and, eq, exists, inArray, isNull, lte, max, sql } from 'drizzle-orm'
import { monitors, organizations, statusOutages } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { pick } from '#worker/lib/pick.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { addEvent } from '#worker/webhooks/add-event.ts'
import { CHECK_HOURS } from './contract.ts'
import { type Group, isOf, openOutage } from './group.ts'

const GROUPS_PER_RUN = 100

/**
 * One event for all numbers of an organization's register when their checks begin to fail: none if others of them failed since
 * the register's last answer, or in the last day.
 */
export async function markFailing(
  tx: Transaction,
  group: Group,
  silent: readonly { id: string; failingSince: Date | null }[],
): Promise<void> {
  const { register, ...owner } = group
  const ofRegister = isOf(group)
  const lastAnswer = tx
    .select({ at: max(monitors.checkedAt) })
    .from(monitors)
    .where(ofRegister)
  const known = await tx.$count(
    monitors,
    and(ofRegister, sql`${monitors.failingSince} > least(now() - interval '1 day', (${lastAnswer}))`),
  )
  const isNew = known === 0 && silent.some(({ failingSince }) => failingSince === null)
  const ids = silent.map(({ id }) => id)
  await tx
    .update(monitors)
    .set({
      failingSince: sql`case when ${monitors.pausedBy} is null then coalesce(${monitors.failingSince}, now()) end`,
    })
    .where(inArray(monitors.id, ids))
  if (register !== null && isNew)
    await addEvent(tx, {
      type: 'monitor.failing',
      ...owner,
      data: {
        register,
        count: silent.length,
        url: `${tx.ctx.settings.APP_ORIGIN}/api/tinproof/monitors?state=failing`,
      },
    })
}

/** Checks that have waited for the end of an outage as long as others are tried. They stay due. */
export async function failWaitingChecks(ctx: Context): Promise<number> {
  const limit = secondsAgo(CHECK_HOURS * 3_600)
  const isWaiting = and(
    lte(monitors.nextCheckAt, limit),
    isNull(monitors.batchId),
    isNull(monitors.failingSince),
    exists(openOutage(ctx.db, lte(statusOutages.startedAt, limit))),
  )
  const groups = await ctx.db
    .selectDistinct(pick(monitors, 'organizationId', 'live', 'register'))
    .from(monitors)
    .innerJoin(organizations, eq(organizations.id, monitors.organizationId))
    .where(and(isWaiting, eq(organizations.status, 'ACTIVE')))
    .limit(GROUPS_PER_RUN)
  for (const group of groups)
    await inTransaction(ctx, async (tx) => {
      const waiting = await tx
        .select(pick(monitors, 'id', 'failingSince'))
        .from(monitors)
        .where(and(isOf(group), isWaiting))
        .orderBy(monitors.id)
        .for('no key update')
      if (waiting.length > 0) await markFailing(tx, group, waiting)
    }).catch((error: unknown) => logError('fail waiting checks', error, ctx.requestId))
  return groups.length
}
