import { mails } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { isTooOld, sendNextDue } from '#worker/mail/outbox.ts'
import { deleteInBatches } from './job.ts'

const MAX_EMAILS = 50
const MAX_FAILURES = 3
const DROP_LIMITS = { size: 1_000, batches: 10 }

export async function sendEmails(ctx: Context) {
  const counts = { sent: 0, later: 0, dropped: await dropOld(ctx) }
  let failures = 0
  for (let email = 0; email < MAX_EMAILS && failures < MAX_FAILURES; email++) {
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
