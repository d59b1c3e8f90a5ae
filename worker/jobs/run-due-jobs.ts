import { and, eq, lte } from 'drizzle-orm'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'
import { clearSignIns } from './clear-sign-ins.ts'
import { type JobName, jobNames } from './contract.ts'
import { deleteDueTokens } from './delete-due-tokens.ts'
import { deleteOldActivity } from './delete-old-activity.ts'
import { drainCalls } from './drain-calls.ts'
import { expireInvitations } from './expire-invitations.ts'
import type { JobResult } from './job.ts'
import { rollQuotas } from './roll-quotas.ts'
import { sendEmails } from './send-emails.ts'

const MINUTE = 60_000
/** A run that ends without a word keeps its job from others for so long. */
const LEASE = 5 * MINUTE
/** So much earlier than its interval says a job may run again: a cron that comes early must not pass it over. */
const EARLY = MINUTE / 2
/** Jobs side by side; each makes one call to the outside at a time, or few. */
const AT_ONCE = 4

type Job = { interval: number; run: (ctx: Context) => Promise<JobResult> }

const jobs: Readonly<Record<JobName, Job>> = {
  'write-late-calls': {
    interval: MINUTE,
    run: async (ctx) => ({ counts: { written: await drainCalls(ctx) }, hasMore: false }),
  },
  'send-mails': {
    interval: MINUTE,
    run: async (ctx) => ({ counts: await sendEmails(ctx), hasMore: false }),
  },
  'roll-quotas': { interval: MINUTE, run: rollQuotas },
  'delete-due-tokens': { interval: MINUTE, run: deleteDueTokens },
  'expire-invitations': { interval: 5 * MINUTE, run: expireInvitations },
  'clear-sign-ins': { interval: 60 * MINUTE, run: clearSignIns },
  'delete-old-activity': { interval: 60 * MINUTE, run: deleteOldActivity },
}

/**
 * Runs the jobs that are due, each by one run at a time however many crons overlap. A failure is logged, tried again
 * at the next cron, and does not reach the other jobs.
 */
export async function runDueJobs(ctx: Context): Promise<void> {
  const due = (await claimDue(ctx)).values()
  const runOneByOne = async () => {
    for (const name of due) await runJob(ctx, name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runOneByOne))
}

/** One statement: the jobs that are due belong to this run until it ends them, or until its lease is over. */
async function claimDue(ctx: Context): Promise<JobName[]> {
  const claim = { startedAt: ctx.now, nextRunAt: new Date(ctx.now.getTime() + LEASE) }
  try {
    const claimed = await ctx.db
      .insert(jobRuns)
      .values(jobNames.map((name) => ({ name, ...claim })))
      .onConflictDoUpdate({ target: jobRuns.name, set: claim, setWhere: lte(jobRuns.nextRunAt, ctx.now) })
      .returning({ name: jobRuns.name })
    return jobNames.filter((name) => claimed.some((row) => row.name === name))
  } catch (error) {
    logError('jobs', error, ctx.requestId)
    return []
  }
}

async function runJob(ctx: Context, name: JobName): Promise<void> {
  const result = await attempt(ctx, name)
  try {
    await writeEnd(ctx, name, result)
  } catch (error) {
    logError(`end of job: ${name}`, error, ctx.requestId)
  }
}

/** Undefined when the job failed. */
async function attempt(ctx: Context, name: JobName): Promise<JobResult | undefined> {
  const what = `job: ${name}`
  try {
    const result = await jobs[name].run(ctx)
    if (Object.values(result.counts).some((count) => count > 0))
      console.log(JSON.stringify({ level: 'info', what, requestId: ctx.requestId, ...result.counts }))
    return result
  } catch (error) {
    logError(what, error, ctx.requestId)
    return undefined
  }
}

/** Nothing is written over a run that began after the lease of this one was over. */
async function writeEnd(ctx: Context, name: JobName, result: JobResult | undefined): Promise<void> {
  const isDone = result && !result.hasMore
  const wait = (isDone ? jobs[name].interval : MINUTE) - EARLY
  const finishedAt = new Date()
  await ctx.db
    .update(jobRuns)
    .set({
      nextRunAt: new Date(ctx.now.getTime() + wait),
      finishedAt,
      succeeded: result !== undefined,
      ...(result && { succeededAt: finishedAt, counts: result.counts }),
    })
    .where(and(eq(jobRuns.name, name), eq(jobRuns.startedAt, ctx.now)))
}
