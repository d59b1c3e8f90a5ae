import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY } from '#worker/lib/time.ts'
import { type JobCounts, type JobName, SILENCE_MS } from './contract.ts'

export type JobResult = { counts: JobCounts; hasMore: boolean }

export type BatchLimits = { size: number; batches: number }
export type BatchResult = { count: number; hasMore: boolean }

export const toJobResult = (parts: Readonly<Record<string, BatchResult>>): JobResult => ({
  counts: Object.fromEntries(Object.entries(parts).map(([name, { count }]) => [name, count])),
  hasMore: Object.values(parts).some(({ hasMore }) => hasMore),
})

export const daysAgo = ({ now }: Context, days: number) => new Date(now.getTime() - days * DAY)

export async function inBatches(limits: BatchLimits, statement: () => Promise<number>): Promise<BatchResult> {
  let count = 0
  for (let batch = 0; batch < limits.batches; batch++) {
    const rows = await statement()
    count += rows
    if (rows < limits.size) return { count, hasMore: false }
  }
  return { count, hasMore: true }
}

export type Due = { where: SQL | undefined; orderBy?: PgColumn }

export function lockRows(ctx: Context, table: PgTable, size: number, { where, orderBy }: Due): SQL {
  const rowId = sql`${table}.ctid`
  const rows = ctx.db
    .select({ rowId })
    .from(table)
    .where(where)
    .orderBy(...(orderBy ? [orderBy] : []))
    .limit(size)
    .for('update', { skipLocked: true })
  return sql`${rowId} = any(array${rows})`
}

export const deleteInBatches = (
  ctx: Context,
  limits: BatchLimits,
  table: PgTable,
  due: Due,
): Promise<BatchResult> =>
  inBatches(limits, async () => {
    const { rowCount } = await ctx.db.delete(table).where(lockRows(ctx, table, limits.size, due))
    return rowCount
  })

/** A row that fails holds up no other. The job fails afterwards, which alerts the operator. */
export async function forEachRow<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const row of rows) await work(row).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

export type Times = { startedAt: Date; endedAt: Date | null }

/** The time since the last run that succeeded, or that ended in any way, if it exceeds SILENCE_MS. */
export async function findSilence(
  { db, now }: Context,
  name: JobName,
  end: 'succeededAt' | 'finishedAt',
): Promise<Times[]> {
  const [run] = await db.select({ startedAt: jobRuns[end] }).from(jobRuns).where(eq(jobRuns.name, name))
  const startedAt = run?.startedAt
  return startedAt && now.getTime() - startedAt.getTime() > SILENCE_MS ? [{ startedAt, endedAt: now }] : []
}
