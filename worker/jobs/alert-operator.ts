import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { alerts } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { alertEmail, recoveryEmail } from '#worker/mail/alert-templates.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import { checkHealth } from '#worker/service/check-health.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { JobResult } from './job.ts'

/** Emails ALERT_EMAIL when a problem is found in two runs, and when it is over. */
export async function alertOperator(ctx: Context): Promise<JobResult> {
  const { problems } = await checkHealth(ctx)
  const { ALERT_EMAIL: to, APP_ORIGIN } = ctx.settings
  const link = new URL('/api/health', APP_ORIGIN).href
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
  await inTransaction(ctx, async (tx) => {
    const lasting = problems.map(({ code }) => code)
    const ended = await tx.delete(alerts).where(notInArray(alerts.code, lasting)).returning()
    for (const { code, createdAt, emailedAt } of ended) {
      if (!emailedAt) continue
      counts.resolved++
      if (to) await queueEmail(tx, recoveryEmail({ to, link, code, since: createdAt }))
    }
  })
  return { counts, hasMore: false }
}
