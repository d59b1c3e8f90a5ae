import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { codeOf, logError, logLine } from '#worker/lib/log.ts'
import { checkMonitors } from '#worker/monitors/check-monitors.ts'
import { alertOperator } from './alert-operator.ts'
import { checkRedis } from './check-redis.ts'
import { compareSubscriptions } from './compare-subscriptions.ts'
import { compareNewPayments, compareTransactions } from './compare-transactions.ts'
import { continueBatches } from './continue-batches.ts'
import { type JobName, jobIntervalMinutes, jobNames } from './contract.ts'
import { correctCounters } from './correct-counters.ts'
import { countUsage } from './count-usage.ts'
import { deleteDueTokens } from './delete-due-tokens.ts'
import { deleteExpiredRecords, deleteOldActivity, deleteOldRows } from './delete-old-rows.ts'
import { deleteOrganizations } from './delete-organizations.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { endGracePeriods } from './end-grace-periods.ts'
import type { JobResult } from './job.ts'
import { publishStatus } from './publish-status.ts'
import { queueCardEmails } from './queue-card-emails.ts'
import { queueMonitorDigests } from './queue-monitor-digests.ts'
import { queueQuotaEmails } from './queue-quota-emails.ts'
import { recordApiIncidents } from './record-api-incidents.ts'
import { recordOutages } from './record-outages.ts'
import { recordSlots } from './record-slots.ts'
import { recordStatusDays } from './record-status-days.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'
import { remindTwoFactor } from './remind-two-factor.ts'
import { sendEmails } from './send-emails.ts'
import { settlePayments } from './settle-payments.ts'
import { signUnsigned } from './sign-unsigned.ts'
import { writeDeadCalls } from './write-dead-calls.ts'

const MINUTE = 60_000
const CLAIM = 5 * MINUTE
/** A cron that fires early must not skip a job. */
const TOLERANCE = MINUTE / 2
const CONCURRENCY = 4

const jobs: Readonly<Record<JobName, (ctx: Context) => Promise<JobResult>>> = {
  'correct-counters': correctCounters,
  'queue-quota-emails': queueQuotaEmails,
  'queue-card-emails': queueCardEmails,
  'queue-monitor-digests': queueMonitorDigests,
  'remind-two-factor': remindTwoFactor,
  'send-emails': async (ctx) => ({ counts: await sendEmails(ctx), hasMore: false }),
  'settle-payments': settlePayments,
  'end-grace-periods': endGracePeriods,
  'compare-new-payments': compareNewPayments,
  'compare-subscriptions': compareSubscriptions,
  'compare-transactions': compareTransactions,
  'continue-batches': continueBatches,
  'check-monitors': async (ctx) => ({ counts: await checkMonitors(ctx), hasMore: false }),
  'count-usage': countUsage,
  'delete-due-tokens': deleteDueTokens,
  'reencrypt-secrets': reencryptSecrets,
  'sign-records': signUnsigned,
  'delete-expired-records': deleteExpiredRecords,
  'delete-organizations': deleteOrganizations,
  'delete-old-rows': deleteOldRows,
  'delete-old-activity': deleteOldActivity,
  'write-dead-calls': writeDeadCalls,
  'check-redis': checkRedis,
  'record-slots': recordSlots,
  'alert-operator': alertOperator,
  'deliver-webhooks': deliverWebhooks,
  'record-outages': recordOutages,
  'record-api-incidents': recordApiIncidents,
  'record-status-days': recordStatusDays,
  'publish-status': publishStatus,
}

/** Each once at a time, even if crons overlap. A failed job runs again with the next cron. */
export async function runDueJobs(ctx: Context): Promise<void> {
  const due = (await readDue(ctx)).values()
  const worker = async () => {
    for (const name of due) await runJob(ctx, name)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function readDue({ db, now, requestId }: Context): Promise<JobName[]> {
  try {
    const later = await db.select({ name: jobRuns.name }).from(jobRuns).where(gt(jobRuns.nextRunAt, now))
    return jobNames.filter((name) => !later.some((row) => row.name === name))
  } catch (error) {
    logError('jobs', error, requestId)
    return []
  }
}

async function runJob(ctx: Context, name: JobName): Promise<void> {
  const run = { name, startedAt: new Date() }
  try {
    if (!(await claim(ctx, run))) return
    const renewal = setInterval(() => ctx.waitUntil(renewClaim(ctx, run)), MINUTE)
    const result = await attempt({ ...ctx, now: run.startedAt }, name)
    clearInterval(renewal)
    await recordResult(ctx, run, result)
  } catch (error) {
    logError(`job result: ${name}`, error, ctx.requestId)
  }
}

type Run = { name: JobName; startedAt: Date }

const claimEnd = () => new Date(Date.now() + CLAIM)
const hasNoResult = or(isNull(jobRuns.finishedAt), lt(jobRuns.finishedAt, jobRuns.startedAt))
/** A job that never succeeded can't be late, so its killed runs count as failures. */
const wasKilled = and(isNull(jobRuns.succeededAt), hasNoResult)

async function claim({ db, now }: Context, { name, startedAt }: Run): Promise<boolean> {
  const claimed = { startedAt, nextRunAt: claimEnd() }
  const failures = sql`${jobRuns.failures} + case when ${wasKilled} then 1 else 0 end`
  // A killed run counts as finished when it began, so that it isn't an outage.
  const finishedAt = sql`greatest(${jobRuns.finishedAt}, ${jobRuns.startedAt})`
  const { rowCount } = await db
    .insert(jobRuns)
    .values({ name, ...claimed })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { ...claimed, failures, finishedAt },
      setWhere: lte(jobRuns.nextRunAt, now),
    })
  return rowCount > 0
}

async function renewClaim({ db, requestId }: Context, { name, startedAt }: Run): Promise<void> {
  await db
    .update(jobRuns)
    .set({ nextRunAt: claimEnd() })
    .where(and(eq(jobRuns.name, name), eq(jobRuns.startedAt, startedAt), hasNoResult))
    .catch((error: unknown) => logError(`job claim: ${name}`, error, requestId))
}

type Outcome = JobResult | { error: string }

async function attempt(ctx: Context, name: JobName): Promise<Outcome> {
  const what = `job: ${name}`
  try {
    const result = await jobs[name](ctx)
    if (Object.values(result.counts).some((count) => count > 0))
      logLine('log', what, { requestId: ctx.requestId, ...result.counts })
    return result
  } catch (error) {
    logError(what, error, ctx.requestId)
    const name = error instanceof Error ? error.name : typeof error
    return { error: [name, codeOf(error)].filter(Boolean).join(' ') }
  }
}

async function recordResult({ db, now }: Context, run: Run, outcome: Outcome): Promise<void> {
  const hasFailed = 'error' in outcome
  const isDone = !hasFailed && !outcome.hasMore
  const wait = (isDone ? jobIntervalMinutes[run.name] * MINUTE : MINUTE) - TOLERANCE
  const finishedAt = new Date()
  await db
    .update(jobRuns)
    .set({
      nextRunAt: new Date(now.getTime() + wait),
      finishedAt,
      succeeded: !hasFailed,
      ...(hasFailed
        ? { failures: sql`${jobRuns.failures} + 1`, error: outcome.error }
        : { failures: 0, error: null, succeededAt: finishedAt, counts: outcome.counts }),
    })
    .where(and(eq(jobRuns.name, run.name), eq(jobRuns.startedAt, run.startedAt)))
}
