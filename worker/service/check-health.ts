import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { jobRuns, redisMarks } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { jobNames } from '#worker/jobs/contract.ts'
import { logError } from '#worker/lib/log.ts'
import { inTime } from '#worker/lib/time.ts'
import { oneRow } from '#worker/transaction.ts'
import type { Health } from './contract.ts'
import { type Operations, problemsOf, waitingWork } from './problems.ts'

/** PostgreSQL replaces Redis, so the service is only `degraded` without Redis, or while work waits. */
export async function checkHealth(ctx: Context): Promise<Health> {
  const [known, ping, queue] = await Promise.all([
    check(ctx, 'database', readOperations(ctx)),
    check(
      ctx,
      'redis',
      ctx.redis.run(z.literal('PONG'), (redis) => redis.ping()),
    ),
    check(ctx, 'queue', readQueue(ctx)),
  ])
  const hasRedis = ping !== undefined
  const problems = problemsOf(known, { hasRedis, oldestCall: queue?.oldestCall, now: ctx.now })
  return {
    status: !known ? 'down' : problems.length > 0 ? 'degraded' : 'ok',
    database: known ? 'ok' : 'down',
    redis: hasRedis ? 'ok' : 'down',
    queue: queue ? 'ok' : 'down',
    jobs: known?.jobs ?? [],
    problems,
    oldestCall: queue?.oldestCall?.toISOString() ?? null,
  }
}

async function check<T>(ctx: Context, name: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    logError(`health of ${name}`, error, ctx.requestId)
    return undefined
  }
}

async function readQueue({ callQueue }: Context): Promise<{ oldestCall: Date | undefined }> {
  if (!callQueue?.metrics) return { oldestCall: undefined }
  const { oldestMessageTimestamp: oldest } = await inTime(callQueue.metrics())
  // An empty queue may say 1970.
  return { oldestCall: oldest && oldest.getTime() > 0 ? oldest : undefined }
}

/** In one statement, because anybody may ask. */
async function readOperations({ db, settings }: Context): Promise<Operations> {
  const waiting = waitingWork(db)
  const rows = await db
    .select()
    .from(waiting)
    .leftJoin(redisMarks, eq(redisMarks.epoch, settings.CACHE_EPOCH))
    .leftJoin(jobRuns, sql`true`)
  const jobs = jobNames.map((name) => {
    const run = rows.find((row) => row.job_runs?.name === name)?.job_runs
    const { startedAt, finishedAt } = run ?? {}
    return {
      name,
      lastRunAt: startedAt?.toISOString() ?? null,
      lastSuccessAt: run?.succeededAt?.toISOString() ?? null,
      succeeded: run?.succeeded ?? null,
      failures: run?.failures ?? 0,
      error: run?.error ?? null,
      milliseconds:
        startedAt && finishedAt && finishedAt >= startedAt
          ? finishedAt.getTime() - startedAt.getTime()
          : null,
    }
  })
  const { waiting: found, redis_marks: mark } = oneRow(rows)
  return { jobs, waiting: found, mark: mark ?? undefined }
}
