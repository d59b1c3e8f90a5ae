import type { BaseContext } from '#worker/base-context.ts'
import { logError } from '#worker/lib/log.ts'
import { inTime } from '#worker/lib/time.ts'
import type { Transaction } from '#worker/transaction.ts'

/** Says only where work may be due. The database has the work, so a lost or doubled message does no harm. */
export type BatchMessage = { batchId: string } | { register: string } | { monitors: true }

/** Starts checks that are due and applies those that have ended, because somebody may be waiting for them. */
export const checkMonitorsSoon = (tx: Transaction) =>
  tx.afterCommit(() => enqueue(tx.ctx, [{ monitors: true }]))

const MAX_DELAY_SECONDS = 60

/** At most 100 messages. If the queue fails, the cron job starts the work. */
export async function enqueue(
  { batchQueue, requestId }: Pick<BaseContext, 'batchQueue' | 'requestId'>,
  messages: readonly BatchMessage[],
  delaySeconds = 0,
): Promise<void> {
  if (!batchQueue || delaySeconds > MAX_DELAY_SECONDS || messages.length === 0) return
  try {
    await inTime(batchQueue.sendBatch(messages.map((body) => ({ body, delaySeconds }))))
  } catch (error) {
    logError('batch queue', error, requestId)
  }
}
