import type { BaseContext } from '#worker/base-context.ts'
import { groupsOf } from '#worker/lib/groups-of.ts'
import { logError } from '#worker/lib/log.ts'
import { inTime } from '#worker/lib/time.ts'

const MAX_MESSAGES = 100
const MAX_DELAY_SECONDS = 12 * 3_600

/** A lost or doubled message does no harm: a cron job sends another. */
export async function enqueueEndpoints(
  { webhookQueue, requestId }: Pick<BaseContext, 'webhookQueue' | 'requestId'>,
  endpointIds: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  if (!webhookQueue || delaySeconds > MAX_DELAY_SECONDS) return
  try {
    for (const group of groupsOf(endpointIds, MAX_MESSAGES))
      await inTime(
        webhookQueue.sendBatch(group.map((endpointId) => ({ body: { endpointId }, delaySeconds }))),
      )
  } catch (error) {
    logError('webhook queue', error, requestId)
  }
}
