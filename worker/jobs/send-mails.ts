import type { Context } from '#worker/context.ts'
import { dropExpired, sendNextDue } from '#worker/mail/outbox.ts'

const MAX_MAILS = 50
/** So many failures in a row mean that it is the mail service, not the mail. */
const FAILURES_TO_STOP = 3

/**
 * Sends the mails that are due. A mail belongs to one sender at a time, so a run may stop anywhere and two may
 * overlap. Returns what became of how many.
 */
export async function sendMails(ctx: Context) {
  const counts = { sent: 0, later: 0, dropped: await dropExpired(ctx) }
  let failures = 0
  for (let mail = 0; mail < MAX_MAILS && failures < FAILURES_TO_STOP; mail++) {
    const sending = await sendNextDue(ctx)
    if (sending === 'none') break
    counts[sending === 'paused' ? 'later' : sending]++
    if (sending === 'paused') break
    failures = sending === 'later' ? failures + 1 : 0
  }
  return counts
}
