import { asc, gt, inArray } from 'drizzle-orm'
import { deadCalls } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { receiveCalls } from '#worker/quota/receive-calls.ts'
import type { JobResult } from './job.ts'

const PAGE = 1_000

/** Tries again what the queue gave up: a newer release may be able to write it. */
export async function writeDeadCalls(ctx: Context): Promise<JobResult> {
  let written = 0
  let calls = await readAfter(ctx, '')
  while (calls.length > 0) {
    const done: string[] = []
    await receiveCalls(
      ctx,
      calls.map(({ id, body }) => ({ body, attempts: 1, ack: () => done.push(id), retry() {} })),
    )
    await ctx.db.delete(deadCalls).where(inArray(deadCalls.id, done))
    written += done.length
    calls = await readAfter(ctx, calls.at(-1)?.id ?? '')
  }
  return { counts: { written }, hasMore: false }
}

const readAfter = ({ db }: Context, id: string) =>
  db.select().from(deadCalls).where(gt(deadCalls.id, id)).orderBy(asc(deadCalls.id)).limit(PAGE)
