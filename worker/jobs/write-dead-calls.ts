import { inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { deadCalls } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { receiveCalls } from '#worker/quota/receive-calls.ts'
import type { JobResult } from './job.ts'

const PAGE = 1_000
const MAX_PAGES = 10

/** A call waits for as long again as it has waited: first for half an hour, at most for six hours. */
const isDue = ({ now }: Context) =>
  or(
    isNull(deadCalls.triedAt),
    lte(
      sql`${deadCalls.triedAt} + least(greatest(${deadCalls.triedAt} - ${deadCalls.createdAt}, interval '30 minutes'), interval '6 hours')`,
      now,
    ),
  )

/** Tries again what the queue gave up, longest ago first: a newer release may be able to write it. */
export async function writeDeadCalls(ctx: Context): Promise<JobResult> {
  const { db, now: triedAt } = ctx
  const { id } = deadCalls
  const longestAgo = sql`${deadCalls.triedAt} nulls first`
  let written = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const calls = await db.select().from(deadCalls).where(isDue(ctx)).orderBy(longestAgo, id).limit(PAGE)
    const done: string[] = []
    await receiveCalls(
      ctx,
      calls.map(({ id, body }) => ({ body, attempts: 1, ack: () => done.push(id), retry() {} })),
    )
    const tried = calls.map((call) => call.id)
    await db.delete(deadCalls).where(inArray(id, done))
    await db.update(deadCalls).set({ triedAt }).where(inArray(id, tried))
    written += done.length
    if (calls.length < PAGE) return { counts: { written }, hasMore: false }
  }
  return { counts: { written }, hasMore: true }
}
