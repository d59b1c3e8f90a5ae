import { asc, gt, inArray } from 'drizzle-orm'
import { deadCalls } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { receiveCalls } from '#worker/quota/receive-calls.ts'
import type { JobResult } from './job.ts'

const PAGE = 1_000

/** Tries again what the queue gave up: a newer release may be able to write it. */
export async function writeDeadCalls(ctx: Context): Promise<JobResult> {
  let written = 0
  let page = await readAfter(ctx, '')
  while (page.length > 0) {
    written += await writePage(ctx, page)
    page = await readAfter(ctx, page.at(-1)?.id ?? '')
  }
  return { counts: { written }, hasMore: false }
}

type DeadCall = typeof deadCalls.$inferSelect

const readAfter = ({ db }: Context, id: string): Promise<DeadCall[]> =>
  db.select().from(deadCalls).where(gt(deadCalls.id, id)).orderBy(asc(deadCalls.id)).limit(PAGE)

/** Deletes those that were written, and returns their number. */
async function writePage(ctx: Context, calls: readonly DeadCall[]): Promise<number> {
  const written: string[] = []
  const messages = calls.map(({ id, body }) => ({
    body,
    attempts: 1,
    ack: () => void written.push(id),
    retry() {},
  }))
  await receiveCalls(ctx, messages)
  await ctx.db.delete(deadCalls).where(inArray(deadCalls.id, written))
  return written.length
}
