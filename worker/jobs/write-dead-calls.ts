import { asc, inArray } from 'drizzle-orm'
import { deadCalls } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { receiveCalls } from '#worker/quota/receive-calls.ts'
import type { JobResult } from './job.ts'

const MAX_CALLS = 1_000

/** Tries again what the queue gave up: a newer release may be able to write it. */
export async function writeDeadCalls(ctx: Context): Promise<JobResult> {
  const kept = await ctx.db.select().from(deadCalls).orderBy(asc(deadCalls.createdAt)).limit(MAX_CALLS)
  const written: string[] = []
  const messages = kept.map(({ id, body }) => ({
    body,
    attempts: 1,
    ack: () => void written.push(id),
    retry() {},
  }))
  await receiveCalls(ctx, messages)
  await ctx.db.delete(deadCalls).where(inArray(deadCalls.id, written))
  return { counts: { written: written.length }, hasMore: false }
}
