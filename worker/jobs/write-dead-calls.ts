import { asc, gt, inArray } from 'drizzle-orm'
import { deadCalls } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { receiveCalls } from '#worker/quota/receive-calls.ts'
import type { JobResult } from './job.ts'

const PAGE = 1_000
const MAX_PAGES = 10

/** Tries again what the queue gave up: a newer release may be able to write it. */
export async function writeDeadCalls(ctx: Context): Promise<JobResult> {
  let written = 0
  let last = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const calls = await readAfter(ctx, last)
    const done: string[] = []
    await receiveCalls(
      ctx,
      calls.map(({ id, body }) => ({ body, attempts: 1, ack: () => done.push(id), retry() {} })),
    )
    await ctx.db.delete(deadCalls).where(inArray(deadCalls.id, done))
    written += done.length
    if (calls.length < PAGE) return { counts: { written }, hasMore: false }
    last = calls.at(-1)?.id ?? ''
  }
  return { counts: { written }, hasMore: true }
}

const readAfter = ({ db }: Context, id: string) =>
  db.select().from(deadCalls).where(gt(deadCalls.id, id)).orderBy(asc(deadCalls.id)).limit(PAGE)
