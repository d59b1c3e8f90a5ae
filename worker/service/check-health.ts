import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobNames } from '#worker/jobs/contract.ts'
import { logError } from '#worker/lib/log.ts'
import { type Problem, problemsOf, waitingWork } from './problems.ts'

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

/** In one statement, because anybody may ask. */
async function readOperations({ db, now }: Context): Promise<{ jobs: JobRun[]; problems: Problem[] }> {
  const waiting = waitingWork(db)
  const rows = await db.select().from(waiting).leftJoin(jobRuns, sql`true`)
  const jobs = jobNames.map((name) => {
    const run = rows.find((row) => row.job_runs?.name === name)?.job_runs
    return {
      name,
      lastRunAt: run?.startedAt.toISOString() ?? null,
      lastSuccessAt: run?.succeededAt?.toISOString() ?? null,
      succeeded: run?.succeeded ?? null,
    }
  })
  const { emails = 0, calls = 0, payments = 0 } = rows[0]?.waiting ?? {}
  return { jobs, problems: problemsOf(jobs, { emails, calls, payments }, now) }
}
