import { inArray, isNull, lte, or } from 'drizzle-orm'
import { deadCalls } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { receiveCalls } from '#worker/quota/receive-calls.ts'
import type { JobResult } from './job.ts'

const PAGE = 1_000
const MAX_PAGES = 10

const isDue = or(isNull(deadCalls.triedAt), lte(deadCalls.triedAt, secondsAgo(1_800)))

/** Tries again what the queue gave up, each call once in a run: a newer release may be able to write it. */
export async function writeDeadCalls(ctx: Context): Promise<JobResult> {
  const { db, now: triedAt } = ctx
  const { id } = deadCalls
  let written = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const calls = await db.select().from(deadCalls).where(isDue).orderBy(id).limit(PAGE)
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
