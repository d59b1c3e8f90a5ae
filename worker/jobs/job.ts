import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import type { JobCounts } from './contract.ts'

/** What one run of a job did; `hasMore` when its bound left something for the next. */
export type JobResult = { counts: JobCounts; hasMore: boolean }

/** How many rows one statement deals with, and how many statements a run makes, at most. */
type Bound = { size: number; batches: number }
type Dealt = { count: number; hasMore: boolean }

/** The parts of a run as its result, under the names of its counts. */
export const resultOf = (parts: Readonly<Record<string, Dealt>>): JobResult => ({
  counts: Object.fromEntries(Object.entries(parts).map(([name, { count }]) => [name, count])),
  hasMore: Object.values(parts).some(({ hasMore }) => hasMore),
})

export const DAY = 86_400_000

/** An instant as a parameter of a statement. */
export const instant = (milliseconds: number): SQL =>
  sql`${new Date(milliseconds).toISOString()}::timestamptz`

/**
 * Makes a statement again and again until it finds less than it could deal with. It says how many rows that were.
 * What is due is read from the rows themselves, so a run may stop after any of them.
 */
export async function inBatches(bound: Bound, statement: () => Promise<number>): Promise<Dealt> {
  let count = 0
  for (let batch = 0; batch < bound.batches; batch++) {
    const rows = await statement()
    count += rows
    if (rows < bound.size) return { count, hasMore: false }
  }
  return { count, hasMore: true }
}

/** Deletes the rows of a table that are `due`, which may say in which order. Rows that somebody else works on are left. */
export const deleteInBatches = (ctx: Context, bound: Bound, table: SQL, due: SQL): Promise<Dealt> =>
  inBatches(bound, async () => {
    const { rowCount } = await ctx.db.execute(sql`
      delete from ${table}
       where ctid = any(array(select ctid from ${table} where ${due} limit ${bound.size}::int for update skip locked))`)
    return rowCount
  })
