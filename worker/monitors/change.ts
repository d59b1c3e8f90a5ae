import { eq, isNull } from 'drizzle-orm'
import { monitors } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import { checkMonitorsSoon } from '#worker/batches/enqueue.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { assertMayChange } from '#worker/membership/permissions.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { type Monitor, monitorIntervals, type UpdateMonitor } from './contract.ts'
import { limitChanges, limitReached, readLimit } from './create.ts'
import { describeMonitor, findMonitor, isMonitor, type MonitorId } from './list.ts'
import { type Details, decryptMonitor, encryptChanged, searchOf } from './secrets.ts'

export type MonitorChange = MonitorId & { userId: number | null }

async function lockMonitor(tx: Transaction, change: MonitorChange) {
  const changer = await lockChanger(tx, change)
  const [monitor] = await tx.select().from(monitors).where(isMonitor(change)).for('no key update')
  if (!monitor) throw new AppError('MONITOR_NOT_FOUND')
  assertMayChange(changer, monitor)
  return monitor
}

type Update = Omit<UpdateMonitor, 'organizationId'> & MonitorChange

/** A new name and a shorter interval are due at once. */
export const updateMonitor = (ctx: Context, update: Update): Promise<Monitor> =>
  inTransaction(ctx, async (tx) => {
    const before = await lockMonitor(tx, update)
    const { id, organizationId } = before
    const wasPaused = before.pausedBy !== null
    const { every = before.every, paused = wasPaused } = update
    const resumes = !paused && wasPaused
    if (resumes) await assertRoom(tx, before)
    const { details, known: answer } = await decryptMonitor(ctx, before)
    const changed = changeDetails(details, update)
    const isSooner = monitorIntervals.indexOf(every) < monitorIntervals.indexOf(before.every)
    const isDue = resumes || (!paused && (isSooner || changed.name !== details.name))
    await tx
      .update(monitors)
      .set({
        every,
        details: await encryptChanged(ctx, id, changed, before.details),
        search: searchOf(ctx, before, changed, answer),
        ...(paused && {
          pausedBy: update.paused ? 'member' : before.pausedBy,
          nextCheckAt: null,
          failingSince: null,
        }),
        ...(isDue && { pausedBy: null, nextCheckAt: now, batchId: null }),
      })
      .where(eq(monitors.id, id))
    if (isDue) checkMonitorsSoon(tx)
    await limitChanges(tx, organizationId)
    const isSame =
      JSON.stringify([every, paused, changed]) === JSON.stringify([before.every, wasPaused, details])
    if (!isSame)
      await audit(tx, {
        event: 'monitor.changed',
        organizationId,
        subject: id,
        before: { every: before.every, paused: wasPaused },
        after: { every, paused },
      })
    return await describeMonitor(ctx, await findMonitor(tx, update))
  })

async function assertRoom(tx: Transaction, monitor: typeof monitors.$inferSelect): Promise<void> {
  const { count, limit } = await readLimit(tx, monitor, isNull(monitors.pausedBy))
  if (count >= limit) throw limitReached(limit)
}

const changeDetails = (details: Details, { name, customId }: Update): Details => ({
  ...details,
  ...(name !== undefined && { name: name || undefined }),
  ...(customId !== undefined && { customId: customId || undefined }),
})

export async function checkMonitor(ctx: Context, change: MonitorChange): Promise<Monitor> {
  await enforceRateLimit(ctx, limits.monitorCheckByOrganization, change.organizationId)
  return await inTransaction(ctx, async (tx) => {
    const { id, pausedBy } = await lockMonitor(tx, change)
    if (pausedBy) throw new AppError('MONITOR_PAUSED')
    await tx.update(monitors).set({ nextCheckAt: now }).where(eq(monitors.id, id))
    checkMonitorsSoon(tx)
    return await describeMonitor(ctx, await findMonitor(tx, change))
  })
}

export const deleteMonitor = (ctx: Context, change: MonitorChange): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { id, organizationId } = await lockMonitor(tx, change)
    await tx.delete(monitors).where(eq(monitors.id, id))
    await audit(tx, { event: 'monitor.deleted', organizationId, subject: id })
  })
