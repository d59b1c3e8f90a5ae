import { and, eq, gt, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { paymentJobs } from '#db/schema/index.ts'
import { now, secondsAgo, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { paymentJobFailedEmail } from '#worker/mail/billing-templates.ts'
import type { EncryptedEmail } from '#worker/mail/email.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import { type PaddleAccount, paddleAccount } from './paddle-account.ts'
import { PaymentProblem } from './payment-problem.ts'
import type { JobTarget } from './request-job.ts'
import { type Settled, settleSubscription, settleTransaction } from './settle.ts'

/** Longer than all calls to Paddle of one run. After that, another run may claim the job. */
const CLAIM_SECONDS = 300
/** After each failed attempt but the last. */
const PAUSE_MINUTES = [1, 5, 30, 120] as const

type Job = typeof paymentJobs.$inferSelect
type JobResult = 'completed' | 'later' | 'failed' | 'none'

const targetIs = (target: JobTarget): SQL =>
  target.transactionId === undefined
    ? eq(paymentJobs.subscriptionId, target.subscriptionId)
    : eq(paymentJobs.transactionId, target.transactionId)

/** Doesn't wait for the cron job. */
export function runJobAfterResponse(ctx: Context, target: JobTarget): void {
  ctx.waitUntil(runNextJob(ctx, targetIs(target)))
}

/** Any number of runs at a time; each job has one. */
export async function runNextJob(ctx: Context, filter?: SQL): Promise<JobResult> {
  const account = paddleAccount(ctx.settings)
  const job = account && (await claim(ctx, filter))
  if (!account || !job) return 'none'
  try {
    return await complete(ctx, job, await settle(ctx, account, job))
  } catch (error) {
    return await fail(ctx, job, error)
  }
}

const settle = (ctx: Context, account: PaddleAccount, job: Job): Promise<Settled> =>
  job.transactionId === null
    ? settleSubscription(ctx, account, job.subscriptionId ?? '')
    : settleTransaction(ctx, account, job.transactionId)

async function claim({ db }: Context, filter: SQL | undefined): Promise<Job | undefined> {
  const next = db
    .select({ id: paymentJobs.id })
    .from(paymentJobs)
    .where(
      and(
        filter,
        inArray(paymentJobs.status, ['pending', 'running']),
        lte(paymentJobs.nextAttemptAt, now),
        lt(paymentJobs.attempts, paymentJobs.maxAttempts),
      ),
    )
    .orderBy(paymentJobs.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [job] = await db
    .update(paymentJobs)
    .set({
      status: 'running',
      attempts: sql`${paymentJobs.attempts} + 1`,
      lastAttemptAt: new Date(),
      nextAttemptAt: secondsFromNow(CLAIM_SECONDS),
    })
    .where(eq(paymentJobs.id, next))
    .returning()
  return job
}

const isRun = ({ id }: Job, condition: SQL) =>
  and(eq(paymentJobs.id, id), eq(paymentJobs.status, 'running'), condition)

/** The job, unless it was requested again or claimed by another run. */
const isClaimed = (job: Job) => isRun(job, eq(paymentJobs.lastAttemptAt, job.lastAttemptAt ?? new Date(0)))

const isRequestedAgain = (job: Job) => isRun(job, isNull(paymentJobs.lastAttemptAt))

async function complete(ctx: Context, job: Job, { organizationId }: Settled): Promise<JobResult> {
  const change = { status: 'completed', error: null, ...(organizationId && { organizationId }) } as const
  await finish(ctx, job, change)
  return 'completed'
}

async function fail(ctx: Context, job: Job, cause: unknown): Promise<JobResult> {
  const isExpected = cause instanceof PaddleFailed || cause instanceof PaymentProblem
  const error = isExpected ? cause.code : 'INTERNAL'
  const isLast = job.attempts >= job.maxAttempts
  logError('payment job', cause, ctx.requestId)
  if (!isLast) {
    const minutes = PAUSE_MINUTES[Math.min(job.attempts, PAUSE_MINUTES.length) - 1] ?? PAUSE_MINUTES[0]
    await finish(ctx, job, { status: 'pending', error, nextAttemptAt: secondsFromNow(minutes * 60) })
    return 'later'
  }
  await reportFailure(ctx, { ...job, error })
  return 'failed'
}

type Change = Pick<Partial<Job>, 'status' | 'error' | 'organizationId'> & {
  nextAttemptAt?: SQL<Date>
  reportedAt?: SQL<Date>
}

async function finish(ctx: Context, job: Job, change: Change, email?: EncryptedEmail): Promise<void> {
  const { db } = ctx
  const ended = db
    .$with('ended')
    .as(db.update(paymentJobs).set(change).where(isClaimed(job)).returning({ id: paymentJobs.id }))
  const [row] = await db
    .with(ended, ...(email ? [db.$with('new_email').as(insertEmail(db, email, ended))] : []))
    .select({ id: ended.id })
    .from(ended)
  if (row && email) sendAfterResponse(ctx, email.key)
  if (!row) await runAgain(ctx, job)
}

/** If the job was requested again while it ran. */
async function runAgain(ctx: Context, job: Job): Promise<void> {
  const { rowCount } = await ctx.db
    .update(paymentJobs)
    .set({ status: 'pending', nextAttemptAt: now })
    .where(isRequestedAgain(job))
  if (rowCount > 0) ctx.waitUntil(runNextJob(ctx, eq(paymentJobs.id, job.id)))
}

const dashboards = {
  sandbox: 'https://sandbox-vendors.paddle.com',
  production: 'https://vendors.paddle.com',
} as const

/** One email for each job; a daily attempt that fails again sends none. */
async function reportFailure(ctx: Context, job: Job): Promise<void> {
  const error = job.error ?? 'INTERNAL'
  const failed = { status: 'failed', error, reportedAt: now } as const
  if (job.reportedAt) return finish(ctx, job, failed)
  const email = paymentJobFailedEmail({
    key: `payment-job-failed/${crypto.randomUUID()}`,
    to: ctx.settings.SUPPORT_EMAIL,
    paddleLink: dashboards[ctx.settings.PADDLE_ENVIRONMENT],
    paddleId: job.transactionId ?? job.subscriptionId ?? '',
    organizationId: job.organizationId,
    error,
    attempts: job.attempts,
  })
  await finish(ctx, job, failed, await encryptEmail(ctx, email))
}

/** Fails jobs whose last run never ended. Returns how many. */
export async function failAbandonedJobs(ctx: Context, limit: number): Promise<number> {
  const abandoned = await ctx.db
    .select()
    .from(paymentJobs)
    .where(
      and(
        eq(paymentJobs.status, 'running'),
        lte(paymentJobs.nextAttemptAt, now),
        gte(paymentJobs.attempts, paymentJobs.maxAttempts),
      ),
    )
    .orderBy(paymentJobs.nextAttemptAt)
    .limit(limit)
  for (const job of abandoned) await reportFailure(ctx, { ...job, error: 'INTERRUPTED' })
  return abandoned.length
}

const RETRY_DAYS = 30

/** Failed jobs get one more attempt. */
export async function retryFailedJobs({ db }: Context): Promise<number> {
  const { rowCount } = await db
    .update(paymentJobs)
    .set({ status: 'pending', attempts: sql`${paymentJobs.maxAttempts} - 1`, nextAttemptAt: now })
    .where(and(eq(paymentJobs.status, 'failed'), gt(paymentJobs.createdAt, secondsAgo(RETRY_DAYS * 86_400))))
  return rowCount
}
