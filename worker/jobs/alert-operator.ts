import { and, eq, inArray, isNull, lte, notInArray } from 'drizzle-orm'
import { alerts } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { alertEmail, recoveryEmail } from '#worker/mail/alert-templates.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { checkHealth } from '#worker/service/check-health.ts'
import type { Health, Problem } from '#worker/service/contract.ts'
import { inTransaction } from '#worker/transaction.ts'
import { findSilence, type JobResult } from './job.ts'

/** So that a problem that comes and goes sends two emails, and not two each time. */
const QUIET_MINUTES = 10

/** Emails ALERT_EMAIL when a problem is found in two runs, and when it has been over for ten minutes. */
export async function alertOperator(ctx: Context): Promise<JobResult> {
  await noteSilence(ctx)
  const health = await checkHealth(ctx)
  const recipient = {
    to: ctx.settings.ALERT_EMAIL,
    link: new URL('/admin/system', ctx.settings.APP_ORIGIN).href,
  }
  const codes = health.problems.map(({ code }) => code)
  await ctx.db
    .update(alerts)
    .set({ missingSince: null })
    .where(and(isOpen, inArray(alerts.code, codes)))
  let reported = 0
  for (const problem of health.problems) if (await report(ctx, recipient, problem)) reported++
  // What couldn't be checked isn't over.
  const resolved = health.database === 'down' ? 0 : await endAlerts(ctx, recipient, lastingCodes(health))
  return { counts: { reported, resolved }, hasMore: false }
}

const isOpen = isNull(alerts.endedAt)

type Recipient = { to: string | undefined; link: string }

/** Only notes it the first time. */
const report = (ctx: Context, { to, link }: Recipient, problem: Problem): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const { code } = problem
    const [found] = await tx.insert(alerts).values({ code }).onConflictDoNothing().returning()
    if (found) return false
    const [told] = await tx
      .update(alerts)
      .set({ emailedAt: ctx.now })
      .where(and(eq(alerts.code, code), isNull(alerts.emailedAt)))
      .returning()
    if (told && to) await queueEmail(tx, alertEmail({ to, link, since: told.createdAt, ...problem }))
    return told !== undefined
  })

/** A late job that then fails isn't over, nor one whose failures may be those of Redis. */
function lastingCodes({ problems, jobs, redis, queue }: Health): string[] {
  const codes = problems.map(({ code }) => code)
  const unclear = jobs.filter(
    ({ name, failures }) =>
      codes.some((code) => code.endsWith(`/${name}`)) || (redis === 'down' && failures > 0),
  )
  return [
    ...codes,
    ...(queue === 'down' ? ['CALLS_WAIT'] : []),
    ...unclear.flatMap(({ name }) => [`JOB_FAILING/${name}`, `JOB_LATE/${name}`]),
  ]
}

const endAlerts = (ctx: Context, { to, link }: Recipient, lasting: readonly string[]): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const isMissing = and(isOpen, notInArray(alerts.code, [...lasting]))
    await tx.delete(alerts).where(and(isMissing, isNull(alerts.emailedAt)))
    const { missingSince } = alerts
    await tx
      .update(alerts)
      .set({ missingSince: ctx.now })
      .where(and(isMissing, isNull(missingSince)))
    const ended = await tx
      .update(alerts)
      .set({ endedAt: missingSince })
      .where(and(isMissing, lte(missingSince, new Date(ctx.now.getTime() - QUIET_MINUTES * 60_000))))
      .returning()
    const emails = ended.map(({ code, createdAt }) => ({ link, code, since: createdAt }))
    if (to) await queueEmail(tx, ...emails.map((email) => recoveryEmail({ to, ...email })))
    return ended.length
  })

/** While no job ran, nobody could send an email, so the operator gets only the one at the end. */
async function noteSilence(ctx: Context): Promise<void> {
  for (const { startedAt } of await findSilence(ctx, 'alert-operator', 'succeededAt')) {
    const alert = { code: 'JOBS_STOPPED', createdAt: startedAt, emailedAt: ctx.now }
    await ctx.db.insert(alerts).values(alert).onConflictDoNothing()
  }
}
