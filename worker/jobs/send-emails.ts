import { mails } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { isTooOld, sendNextDue } from '#worker/mail/outbox.ts'
import { deleteInBatches } from './job.ts'

const MAX_MAILS = 50
/** So many failures in a row mean that it is the mail service, not the mail. */
const FAILURES_TO_STOP = 3
/** A mail service that was away for days leaves many behind: they do not keep the others waiting. */
const TOO_OLD = { size: 1_000, batches: 10 }

/**
 * Sends the mails that are due. A mail belongs to one sender at a time, so a run may stop anywhere and two may
 * overlap. Returns what became of how many.
 */
export async function sendEmails(ctx: Context) {
  const counts = { sent: 0, later: 0, dropped: await dropOld(ctx) }
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

/** Removes the mails that are too old to be of use. Returns how many. */
async function dropOld(ctx: Context): Promise<number> {
  const { count } = await deleteInBatches(ctx, TOO_OLD, mails, { where: isTooOld })
  if (count > 0) console.error(JSON.stringify({ level: 'error', what: 'expired emails dropped', count }))
  return count
}
