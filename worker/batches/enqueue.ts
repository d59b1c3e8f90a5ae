import type { Context } from '#worker/context.ts'
import { logError } from '#worker/lib/log.ts'

/** In seconds. Later work is found by the cron job. */
const MAX_DELAY = 60

/**
 * Starts work on a batch soon, `count` times in parallel. A message carries only the ID, so a lost or doubled one does
 * no harm: the database has the work. If the queue fails, the cron job starts it.
 */
export async function enqueue(
  { batchQueue, requestId }: Pick<Context, 'batchQueue' | 'requestId'>,
  batchId: string,
  { count = 1, delaySeconds = 0 }: { count?: number; delaySeconds?: number } = {},
): Promise<void> {
  if (!batchQueue || delaySeconds > MAX_DELAY) return
  const message = { body: { batchId }, delaySeconds }
  try {
    await batchQueue.sendBatch(Array.from({ length: count }, () => message))
  } catch (error) {
    logError('batch queue', error, requestId)
  }
}
