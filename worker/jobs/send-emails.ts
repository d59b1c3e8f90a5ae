import { mails } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { logLine } from '#worker/lib/log.ts'
import { sleep } from '#worker/lib/time.ts'
import { droppedEmailsEmail } from '#worker/mail/alert-templates.ts'
import { isTooOld, queueEmails, sendNextDue } from '#worker/mail/outbox.ts'
import { inTransaction } from '#worker/transaction.ts'
import { lockRows } from './job.ts'

/** A cron trigger may run for 15 minutes. */
const MAX_MILLISECONDS = 10 * 60_000
const MAX_FAILURES = 3
/** Resend's rate is per second. A longer pause is left to the next runs. */
const MAX_PAUSE_SECONDS = 5
const MAX_DROPPED = 10_000

export async function sendEmails(ctx: Context) {
  const counts = { sent: 0, later: 0, dropped: await dropOld(ctx) }
  let failures = 0
  const end = Date.now() + MAX_MILLISECONDS
  while (Date.now() < end && failures < MAX_FAILURES) {
    const result = await sendNextDue(ctx)
    if (result.kind === 'none') break
    counts[result.kind]++
    failures = result.kind === 'later' ? failures + 1 : 0
    if (result.kind !== 'later' || !result.pauseSeconds) continue
    if (result.pauseSeconds > MAX_PAUSE_SECONDS) break
    await sleep(result.pauseSeconds * 1000)
  }
  return counts
}

async function dropOld(ctx: Context): Promise<number> {
  if ((await ctx.db.$count(mails, isTooOld)) === 0) return 0
  return await inTransaction(ctx, async (tx) => {
    const dropped = await tx
      .delete(mails)
      .where(lockRows(ctx, mails, MAX_DROPPED, { where: isTooOld }))
      .returning({ key: mails.idempotencyKey })
    if (dropped.length === 0) return 0
    logLine('error', 'expired emails dropped', { count: dropped.length })
    const { SUPPORT_EMAIL: to, APP_ORIGIN } = ctx.settings
    const kinds = Map.groupBy(dropped, ({ key }) => key.split('/', 1)[0] ?? '')
    const counts = [...kinds].map(([kind, { length }]) => [kind, length] as const)
    const link = new URL('/admin/system', APP_ORIGIN).href
    await queueEmails(tx, [droppedEmailsEmail({ to, link, at: ctx.now, count: dropped.length, counts })])
    return dropped.length
  })
}
