import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { paymentJobs, subscriptions } from '#db/schema/index.ts'
import { now, secondsAgo, secondsFromNow } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { beforeDeadline } from '#worker/lib/time.ts'
import { paymentJobFailedEmail } from '#worker/mail/billing-templates.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { PaddleFailed } from '#worker/services/paddle.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { withoutActor } from './apply-records.ts'
import { type PaddleAccount, paddleAccount } from './paddle-account.ts'
import { isRefundRejected } from './refunds.ts'
import { isTarget, PaymentProblem, type PaymentTarget, requestJob } from './request-job.ts'
import { readRecords, settle } from './settle.ts'

/** Longer than all calls to Paddle of one run. After that, another run may claim the job. */
const CLAIM_SECONDS = 300
const PAUSE_MINUTES = [1, 5, 30, 120] as const
const DAY_SECONDS = 86_400
const FAILED_JOB_RETRY_DAYS = 30

type Job = typeof paymentJobs.$inferSelect
type JobResult = 'completed' | 'later' | 'failed' | 'none'

/** Paddle waits 5 seconds for an answer to a webhook. */
const MAX_WAIT_MS = 3_000

export const runJob = (ctx: Context, target: PaymentTarget): Promise<JobResult> =>
  runNextJob(ctx, isTarget(target))

/** If the wait ends first, the job goes on. */
export async function waitForJob(ctx: Context, target: PaymentTarget): Promise<void> {
  const run = runJob(ctx, target)
  ctx.waitUntil(run)
  await beforeDeadline(run, Date.now() + MAX_WAIT_MS)
}

/** Runs the jobs after the commit, so that the next screen shows what they changed. */
export async function requestJobsOf(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const found = await tx
    .select({ subscriptionId: subscriptions.subscriptionId, organizationId: subscriptions.organizationId })
    .from(subscriptions)
    .where(
      and(inArray(subscriptions.organizationId, [...organizationIds]), ne(subscriptions.status, 'canceled')),
    )
    .orderBy(subscriptions.subscriptionId)
  for (const { subscriptionId, organizationId } of found)
    await requestJob(tx, { subscriptionId }, organizationId)
  // The change is committed: if a run fails here, cron repeats it.
  tx.afterCommit(() =>
    Promise.allSettled(found.map(({ subscriptionId }) => waitForJob(tx.ctx, { subscriptionId }))),
  )
}

/** Any number of runs can call it in parallel. A job belongs to one run, so a payment is refunded once. */
export async function runNextJob(ctx: Context, filter?: SQL): Promise<JobResult> {
  const account = paddleAccount(ctx.settings)
  const job = account && (await claim(ctx, filter))
  if (!account || !job) return 'none'
  const result = await attempt(withoutActor(ctx), account, job)
  const [requestedAgain] = await ctx.db
    .update(paymentJobs)
    .set({ status: 'pending', nextAttemptAt: now })
    .where(and(isRun(job), isNull(paymentJobs.lastAttemptAt)))
    .returning({ id: paymentJobs.id })
  return requestedAgain ? runNextJob(ctx, eq(paymentJobs.id, job.id)) : result
}

async function attempt(ctx: Context, account: PaddleAccount, job: Job): Promise<JobResult> {
  if (job.attempts > job.maxAttempts) return reportFailure(ctx, job, 'INTERRUPTED')
  try {
    const records = await readRecords(account, targetOf(job))
    const { organization } = await settle(ctx, account, records)
    if (records.transaction && isRefundRejected(records.transaction))
      throw new PaymentProblem('REFUND_REJECTED', organization?.id)
    const organizationId = organization?.id ?? job.organizationId
    await finish(ctx.db, job, { status: 'completed', error: null, organizationId })
    return 'completed'
  } catch (error) {
    return await fail(ctx, job, error)
  }
}

const targetOf = ({ transactionId, subscriptionId }: Job): PaymentTarget =>
  transactionId === null ? { subscriptionId: subscriptionId ?? '' } : { transactionId }

const hasFailed = eq(paymentJobs.status, 'failed')
const isRecent = gt(paymentJobs.createdAt, secondsAgo(FAILED_JOB_RETRY_DAYS * DAY_SECONDS))
const isUnsettled = or(inArray(paymentJobs.status, ['pending', 'running']), and(hasFailed, isRecent))

async function claim({ db }: Context, filter: SQL | undefined): Promise<Job | undefined> {
  const next = db
    .select({ id: paymentJobs.id })
    .from(paymentJobs)
    .where(and(filter, isUnsettled, lte(paymentJobs.nextAttemptAt, now)))
    .orderBy(paymentJobs.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [job] = await db
    .update(paymentJobs)
    .set({
      status: 'running',
      // One more than allowed if the last attempt was interrupted. One that failed has its last attempt again.
      attempts: sql`case when ${hasFailed} then ${paymentJobs.maxAttempts}
        else least(${paymentJobs.attempts}, ${paymentJobs.maxAttempts}) + 1 end`,
      lastAttemptAt: new Date(),
      nextAttemptAt: secondsFromNow(CLAIM_SECONDS),
    })
    .where(eq(paymentJobs.id, next))
    .returning()
  return job
}

type Change = Pick<Partial<Job>, 'status' | 'attempts' | 'error' | 'organizationId'> & {
  nextAttemptAt?: SQL<Date>
  reportedAt?: SQL<Date>
}

const isRun = ({ id }: Job) => and(eq(paymentJobs.id, id), eq(paymentJobs.status, 'running'))

const finish = (db: Queries, job: Job, change: Change) =>
  db
    .update(paymentJobs)
    .set(change)
    .where(and(isRun(job), eq(paymentJobs.lastAttemptAt, job.lastAttemptAt ?? new Date(0))))
    .returning({ id: paymentJobs.id })

async function fail(ctx: Context, job: Job, cause: unknown): Promise<JobResult> {
  const isExpected = cause instanceof PaddleFailed || cause instanceof PaymentProblem
  const error = isExpected ? cause.code : 'INTERNAL'
  logError('payment job', cause, ctx.requestId)
  const organizationId = (cause instanceof PaymentProblem && cause.organizationId) || job.organizationId
  if (job.attempts >= job.maxAttempts) return await reportFailure(ctx, { ...job, organizationId }, error)
  const minutes = PAUSE_MINUTES[job.attempts - 1] ?? PAUSE_MINUTES[0]
  const nextAttemptAt = secondsFromNow(minutes * 60)
  await finish(ctx.db, job, { status: 'pending', error, organizationId, nextAttemptAt })
  return 'later'
}

const dashboards = {
  sandbox: 'https://sandbox-vendors.paddle.com',
  production: 'https://vendors.paddle.com',
} as const

const reportFailure = (ctx: Context, job: Job, error: string): Promise<JobResult> =>
  inTransaction<JobResult>(ctx, async (tx) => {
    const { organizationId, maxAttempts: attempts } = job
    const [failed] = await finish(tx, job, {
      status: 'failed',
      attempts,
      error,
      organizationId,
      nextAttemptAt: secondsFromNow(DAY_SECONDS),
      reportedAt: now,
    })
    if (!failed || job.reportedAt) return 'failed'
    const email = paymentJobFailedEmail({
      key: `payment-job-failed/${crypto.randomUUID()}`,
      to: ctx.settings.SUPPORT_EMAIL,
      paddleLink: dashboards[ctx.settings.PADDLE_ENVIRONMENT],
      paddleId: job.transactionId ?? job.subscriptionId ?? '',
      organizationId,
      error,
      attempts,
    })
    await queueEmail(tx, email)
    return 'failed'
  })
