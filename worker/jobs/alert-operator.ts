import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import { alerts } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { alertEmail, recoveryEmail } from '#worker/mail/alert-templates.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { checkHealth } from '#worker/service/check-health.ts'
import { inTransaction } from '#worker/transaction.ts'
import { findSilence, type JobResult } from './job.ts'

/** Emails ALERT_EMAIL when a problem is found in two runs, and when it is over. */
export async function alertOperator(ctx: Context): Promise<JobResult> {
  await noteSilence(ctx)
  const health = await checkHealth(ctx)
  const { problems } = health
  const { ALERT_EMAIL: to, APP_ORIGIN } = ctx.settings
  const link = new URL('/admin/system', APP_ORIGIN).href
  const counts = { reported: 0, resolved: 0 }
  for (const problem of problems) {
    await inTransaction(ctx, async (tx) => {
      const { code } = problem
      const [found] = await tx.insert(alerts).values({ code }).onConflictDoNothing().returning()
      if (found) return
      const [told] = await tx
        .update(alerts)
        .set({ emailedAt: ctx.now })
        .where(and(eq(alerts.code, code), isNull(alerts.emailedAt)))
        .returning()
      if (!told) return
      counts.reported++
      if (to) await queueEmail(tx, alertEmail({ to, link, since: told.createdAt, ...problem }))
    })
  }
  // What couldn't be checked isn't over.
  if (health.database === 'down') return { counts, hasMore: false }
  const codes = problems.map(({ code }) => code)
  // A late job that then fails isn't over, nor one whose failures may be those of Redis.
  const unclear = health.jobs.filter(
    ({ name, failures }) =>
      codes.some((code) => code.endsWith(`/${name}`)) || (health.redis === 'down' && failures > 0),
  )
  const lasting = [
    ...codes,
    ...(health.queue === 'down' ? ['CALLS_WAIT'] : []),
    ...unclear.flatMap(({ name }) => [`JOB_FAILING/${name}`, `JOB_LATE/${name}`]),
  ]
  const isOver = and(isNull(alerts.endedAt), notInArray(alerts.code, lasting))
  await inTransaction(ctx, async (tx) => {
    await tx.delete(alerts).where(and(isOver, isNull(alerts.emailedAt)))
    const ended = await tx
      .update(alerts)
      .set({ endedAt: ctx.now })
      .where(and(isOver, isNotNull(alerts.emailedAt)))
      .returning()
    for (const { code, createdAt } of ended) {
      counts.resolved++
      if (to) await queueEmail(tx, recoveryEmail({ to, link, code, since: createdAt }))
    }
  })
  return { counts, hasMore: false }
}

/** While no job ran, nobody could send an email, so the operator gets only the one at the end. */
async function noteSilence(ctx: Context): Promise<void> {
  for (const { startedAt } of await findSilence(ctx, 'alert-operator')) {
    const alert = { code: 'JOBS_STOPPED', createdAt: startedAt, emailedAt: ctx.now }
    await ctx.db.insert(alerts).values(alert).onConflictDoNothing()
  }
}
