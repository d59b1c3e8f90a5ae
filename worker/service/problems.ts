import { and, eq, lt, sql } from 'drizzle-orm'
import { deadCalls, mails, paymentJobs } from '#db/schema/index.ts'
import { secondsAgo } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobIntervals } from '#worker/jobs/contract.ts'

export type Problem = { code: string; message: string }

const MINUTE = 60_000
/** After a job is due: long enough for one that fails five times. */
const LATE_MINUTES = 20
const hourAgo = secondsAgo(3_600)

/** Work that waits for too long. */
export const waitingWork = (db: Context['db']) =>
  db
    .select({
      emails: db.$count(mails, lt(mails.createdAt, hourAgo)).as('emails'),
      calls: db.$count(deadCalls).as('calls'),
      payments: db
        .$count(paymentJobs, and(eq(paymentJobs.status, 'pending'), lt(paymentJobs.createdAt, hourAgo)))
        .as('payments'),
    })
    .from(sql`(select) as nothing`)
    .as('waiting')

type Waiting = { emails: number; calls: number; payments: number }

export function problemsOf(
  jobs: readonly JobRun[],
  { emails, calls, payments }: Waiting,
  now: Date,
): Problem[] {
  const late = jobs.filter((job) => isLate(job, now))
  return [
    ...late.map(({ name, lastSuccessAt }) => ({
      code: `JOB_LATE/${name}`,
      message: `The job ${name} ${lastSuccessAt ? `last succeeded at ${lastSuccessAt}` : 'has never succeeded'}.`,
    })),
    ...(emails > 0
      ? [{ code: 'EMAILS_WAIT', message: `Emails waiting for more than an hour: ${emails}.` }]
      : []),
    ...(calls > 0
      ? [{ code: 'CALLS_DEAD', message: `Answered calls that can't be recorded: ${calls}.` }]
      : []),
    ...(payments > 0
      ? [{ code: 'PAYMENTS_WAIT', message: `Payments waiting for more than an hour: ${payments}.` }]
      : []),
  ]
}

function isLate({ name, lastRunAt, lastSuccessAt, succeeded }: JobRun, now: Date): boolean {
  if (lastRunAt === null) return false
  if (lastSuccessAt === null) return succeeded === false
  return now.getTime() - Date.parse(lastSuccessAt) > (jobIntervals[name] + LATE_MINUTES) * MINUTE
}
