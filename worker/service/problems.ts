import { and, eq, lt, lte, min } from 'drizzle-orm'
import { deadCalls, mails, paymentJobs } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobIntervals } from '#worker/jobs/contract.ts'

export type Problem = { code: string; message: string }

const MINUTE = 60_000
/** After a job is due: long enough for one that fails five times. */
const LATE_MINUTES = 20
const HOUR_SECONDS = 3_600

/** Of what PostgreSQL knows: jobs that are late, and work that waits. Throws its error. */
export async function findProblems(ctx: Context, jobs: readonly JobRun[]): Promise<Problem[]> {
  const [emails, dead, payments] = await Promise.all([
    ctx.db.$count(mails, lt(mails.createdAt, secondsAgo(HOUR_SECONDS))),
    ctx.db.$count(deadCalls),
    ctx.db
      .select({ since: min(paymentJobs.createdAt) })
      .from(paymentJobs)
      .where(and(eq(paymentJobs.status, 'pending'), lte(paymentJobs.createdAt, secondsAgo(HOUR_SECONDS)))),
  ])
  const problems: Problem[] = jobs
    .filter((job) => isLate(job, ctx.now))
    .map(({ name, lastSuccessAt }) => ({
      code: `JOB_LATE/${name}`,
      message: `The job ${name} last succeeded ${lastSuccessAt ? `at ${lastSuccessAt}` : 'never'}.`,
    }))
  if (emails > 0)
    problems.push({ code: 'EMAILS_WAIT', message: `${emails} emails wait for more than an hour.` })
  if (dead > 0) problems.push({ code: 'CALLS_DEAD', message: `${dead} answered calls can't be recorded.` })
  if (payments[0]?.since)
    problems.push({
      code: 'PAYMENTS_WAIT',
      message: `A payment waits since ${payments[0].since.toISOString()}.`,
    })
  return problems
}

function isLate({ name, lastRunAt, lastSuccessAt, succeeded }: JobRun, now: Date): boolean {
  if (lastRunAt === null) return false
  if (lastSuccessAt === null) return succeeded === false
  return now.getTime() - Date.parse(lastSuccessAt) > (jobIntervals[name] + LATE_MINUTES) * MINUTE
}
