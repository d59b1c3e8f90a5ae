import { and, eq, gte, inArray, isNotNull, isNull, lt, min, or, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { monitors, suspectedRegisters } from '#db/schema/index.ts'
import { now, secondsAgo } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'

const SUSPICIOUS = { least: 5, share: 0.05 } as const
const HOUR = 3_600
const DAY = 24 * HOUR

/** Whether the register refuses too many of the numbers that it listed. An administrator's confirmation counts for a day. */
export async function isSuspicious(tx: Transaction, register: string | null): Promise<boolean> {
  if (register === null) return false
  const [known] = await tx.select().from(suspectedRegisters).where(eq(suspectedRegisters.register, register))
  const isConfirmed = known?.confirmedAt && tx.ctx.now.getTime() - known.confirmedAt.getTime() < DAY * 1_000
  if (isConfirmed || !(await refusesMany(tx, register))) return false
  await tx.insert(suspectedRegisters).values({ register }).onConflictDoNothing()
  return true
}

async function refusesMany(db: Queries, register: string): Promise<boolean> {
  const isDoubted = isNotNull(monitors.differsSince)
  const isOf = and(eq(monitors.register, register), monitors.live)
  const earliest = db
    .select({
      at: sql`greatest(${secondsAgo(DAY)}, least(${secondsAgo(HOUR)}, ${min(monitors.differsSince)}))`,
    })
    .from(monitors)
    .where(and(isOf, isDoubted))
  const since = sql`(${earliest})`
  // A register that lists only some numbers refuses one with the result `format_only`.
  const isReported = and(inArray(monitors.result, ['invalid', 'format_only']), gte(monitors.changedAt, since))
  const isRefused = or(isDoubted, isReported)
  const isListed = inArray(monitors.result, ['confirmed', 'different_name'])
  const { refused, checked } = await db
    .select({
      refused: sql<number>`count(*) filter (where ${isRefused})::int`,
      checked: sql<number>`count(*)::int`,
    })
    .from(monitors)
    .where(and(isOf, gte(monitors.checkedAt, since), or(isListed, isRefused)))
    .then(oneRow)
  return refused >= SUSPICIOUS.least && refused > checked * SUSPICIOUS.share
}

/** Trusts the register's answers. Its monitors are checked now, so changes are reported. */
export const trustRegister = (ctx: Context, register: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await checkDoubted(tx, register)
    const trusted = await tx
      .update(suspectedRegisters)
      .set({ confirmedAt: now })
      .where(eq(suspectedRegisters.register, register))
      .returning()
    if (trusted.length === 0) throw new AppError('REGISTER_NOT_FOUND')
    await audit(tx, { event: 'admin.register_trusted', subject: register })
  })

/** Locks them before the suspicion and in one order, as answers that are being applied do. */
async function checkDoubted(tx: Transaction, register: string): Promise<void> {
  const { id, differsSince, nextCheckAt } = monitors
  const doubted = tx
    .select({ id })
    .from(monitors)
    .where(and(eq(monitors.register, register), isNotNull(differsSince), isNotNull(nextCheckAt)))
    .orderBy(id)
    .for('no key update')
  await tx.update(monitors).set({ nextCheckAt: now }).where(inArray(id, doubted))
}

export async function endSuspicions(ctx: Context): Promise<number> {
  const suspected = await ctx.db.select().from(suspectedRegisters)
  let ended = 0
  for (const { register } of suspected) {
    const isOver = and(
      eq(suspectedRegisters.register, register),
      or(isNull(suspectedRegisters.confirmedAt), lt(suspectedRegisters.confirmedAt, secondsAgo(DAY))),
    )
    await inTransaction(ctx, async (tx) => {
      if (await isSuspicious(tx, register)) return
      if ((await tx.$count(suspectedRegisters, isOver)) === 0) return
      await checkDoubted(tx, register)
      const { rowCount } = await tx.delete(suspectedRegisters).where(isOver)
      ended += rowCount ?? 0
    })
  }
  return ended
}
