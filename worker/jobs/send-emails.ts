import { mails } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { isTooOld, sendNextDue } from '#worker/mail/outbox.ts'
import { deleteInBatches } from './job.ts'

/** A cron trigger may run for 15 minutes. */
const MAX_MILLISECONDS = 10 * 60_000
const MAX_FAILURES = 3
const DROP_LIMITS = { size: 1_000, batches: 10 }

export async function sendEmails(ctx: Context) {
  const counts = { sent: 0, later: 0, dropped: await dropOld(ctx) }
  let failures = 0
  const end = Date.now() + MAX_MILLISECONDS
  while (Date.now() < end && failures < MAX_FAILURES) {
    const result = await sendNextDue(ctx)
    if (result === 'none') break
    counts[result === 'paused' ? 'later' : result]++
    if (result === 'paused') break
    failures = result === 'later' ? failures + 1 : 0
  }
  return counts
}

async function dropOld(ctx: Context): Promise<number> {
  const { count } = await deleteInBatches(ctx, DROP_LIMITS, mails, { where: isTooOld })
  if (count > 0) console.error(JSON.stringify({ level: 'error', what: 'expired emails dropped', count }))
  return count
}
