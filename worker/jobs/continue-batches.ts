import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { apiActivities, batches } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import { endBatch } from '#worker/batches/end.ts'
import { enqueue } from '#worker/batches/enqueue.ts'
import { hasDueWork } from '#worker/batches/process.ts'
import { inProgress } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import type { JobResult } from './job.ts'

const MAX_BATCHES = 200
/** In seconds, longer than a request may take after all rows were received. */
const START_TIME = 120
/** In seconds, longer than an upload may take. */
const UPLOAD_TIME = 3_600
/** In seconds after the deadline, for a batch that can't be processed, as of a suspended organization. */
const OVERDUE_TIME = 86_400

/** Batches whose message was lost, or whose Worker was killed. */
export async function continueBatches(ctx: Context): Promise<JobResult> {
  const due = await ctx.db.select({ id: batches.id }).from(batches).where(hasDueWork(ctx)).limit(MAX_BATCHES)
  for (const { id } of due) await enqueue(ctx, id)
  const ended = await endEach(ctx, 'cancelled', eq(batches.state, 'cancelling'))
  const failed = await endEach(
    ctx,
    'failed',
    and(eq(batches.state, 'processing'), lt(batches.deadlineAt, secondsAgo(OVERDUE_TIME))),
  )
  const undone = await undoUnconfirmed(ctx)
  return { counts: { rung: due.length, ended, failed, undone }, hasMore: due.length === MAX_BATCHES }
}

async function endEach(
  ctx: Context,
  to: 'cancelled' | 'failed',
  where: ReturnType<typeof and>,
): Promise<number> {
  const found = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(where, isNotNull(batches.reservedAt)))
    .limit(MAX_BATCHES)
  const failureCode = to === 'failed' ? 'OVERDUE' : undefined
  const ended = await Promise.all(found.map(({ id }) => endBatch(ctx, id, { to, failureCode })))
  return ended.filter(Boolean).length
}

/** Its caller got no answer, or an error. What it reserved is recorded as an activity. */
async function undoUnconfirmed(ctx: Context): Promise<number> {
  const found = await ctx.db
    .select({ id: batches.id, cost: apiActivities.spent, at: apiActivities.timestamp })
    .from(batches)
    .leftJoin(apiActivities, eq(apiActivities.requestId, batches.requestId))
    .where(
      and(
        inProgress,
        isNull(batches.reservedAt),
        or(lt(batches.receivedAt, secondsAgo(START_TIME)), lt(batches.createdAt, secondsAgo(UPLOAD_TIME))),
      ),
    )
    .limit(MAX_BATCHES)
  for (const { id, cost, at } of found)
    await endBatch(ctx, id, {
      to: 'deleted',
      ...(cost !== null && at !== null && { reserved: { cost, at } }),
    })
  return found.length
}
