import * as z from 'zod'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobNames } from '#worker/jobs/contract.ts'
import { logError } from '#worker/lib/log.ts'
import { findProblems, type Problem } from './problems.ts'

type State = 'ok' | 'down'
export type Health = {
  status: State | 'degraded'
  database: State
  redis: State
  jobs: readonly JobRun[]
  problems: readonly Problem[]
}

/** PostgreSQL replaces Redis, so the service is only `degraded` without Redis, or while work waits. */
export async function checkHealth(ctx: Context): Promise<Health> {
  const [known, ping] = await Promise.all([
    check(ctx, 'database', readOperations(ctx)),
    check(
      ctx,
      'redis',
      ctx.redis.run(z.literal('PONG'), (redis) => redis.ping()),
    ),
  ])
  const { jobs = [], problems = [] } = known ?? {}
  const ofStores: Problem[] = [
    ...(known ? [] : [{ code: 'DATABASE_DOWN', message: 'PostgreSQL does not answer.' }]),
    ...(ping ? [] : [{ code: 'REDIS_DOWN', message: 'Redis does not answer.' }]),
  ]
  const all = [...ofStores, ...problems]
  return {
    status: !known ? 'down' : all.length > 0 ? 'degraded' : 'ok',
    database: known ? 'ok' : 'down',
    redis: ping ? 'ok' : 'down',
    jobs,
    problems: all,
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

async function readOperations(ctx: Context): Promise<{ jobs: JobRun[]; problems: Problem[] }> {
  const rows = await ctx.db.select().from(jobRuns)
  const jobs = jobNames.map((name) => {
    const row = rows.find((candidate) => candidate.name === name)
    return {
      name,
      lastRunAt: row?.startedAt.toISOString() ?? null,
      lastSuccessAt: row?.succeededAt?.toISOString() ?? null,
      succeeded: row?.succeeded ?? null,
    }
  })
  return { jobs, problems: await findProblems(ctx, jobs) }
}
