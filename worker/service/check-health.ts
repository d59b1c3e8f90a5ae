import * as z from 'zod'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobNames } from '#worker/jobs/contract.ts'
import { logError } from '#worker/lib/log.ts'

type State = 'ok' | 'down'
export type Health = { status: State | 'degraded'; database: State; redis: State; jobs: readonly JobRun[] }

/** PostgreSQL replaces Redis, so the service is only `degraded` without Redis. */
export async function checkHealth(ctx: Context): Promise<Health> {
  const [database, redis] = await Promise.all([
    check(ctx, 'database', readJobRuns(ctx)),
    check(
      ctx,
      'redis',
      ctx.redis.run(z.literal('PONG'), (redis) => redis.ping()),
    ),
  ])
  return {
    status: database.state === 'down' ? 'down' : redis.state === 'down' ? 'degraded' : 'ok',
    database: database.state,
    redis: redis.state,
    jobs: database.result ?? [],
  }
}

async function check<T>(ctx: Context, name: string, work: Promise<T>): Promise<{ state: State; result?: T }> {
  try {
    return { state: 'ok', result: await work }
  } catch (error) {
    logError(`health of ${name}`, error, ctx.requestId)
    return { state: 'down' }
  }
}

async function readJobRuns(ctx: Context): Promise<JobRun[]> {
  const rows = await ctx.db.select().from(jobRuns)
  return jobNames.map((name) => {
    const row = rows.find((candidate) => candidate.name === name)
    return {
      name,
      lastRunAt: row?.startedAt.toISOString() ?? null,
      lastSuccessAt: row?.succeededAt?.toISOString() ?? null,
      succeeded: row?.succeeded ?? null,
    }
  })
}
