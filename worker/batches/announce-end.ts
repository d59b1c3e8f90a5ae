import type { Transaction } from '#worker/transaction.ts'
import { failsWebhook } from '#worker/validation/sandbox/contract.ts'
import { addEvent } from '#worker/webhooks/add-event.ts'
import type { RowResult } from './contract.ts'
import { checkMonitorsSoon } from './enqueue.ts'
import type { BatchRecord } from './state.ts'

type End = { failureCode?: string | undefined; result?: RowResult | undefined; fails?: true | undefined }

/** Also applies the answers of monitors. */
export async function announceEnd(
  tx: Transaction,
  { id, organizationId, live, answer, isMonitoring, rowCount, requestId }: BatchRecord,
  { failureCode, result = 'unconfirmed', fails }: End,
): Promise<void> {
  if (isMonitoring) {
    checkMonitorsSoon(tx)
    return
  }
  const isValidation = answer !== null
  const url = `${tx.ctx.settings.APP_ORIGIN}/api/tinproof/${isValidation ? 'validations' : 'batches'}/${id}`
  await addEvent(
    tx,
    isValidation
      ? {
          type: 'validation.completed',
          organizationId,
          live,
          data: { validationId: id, referenceId: requestId, result, url, ...(fails && failsWebhook) },
        }
      : {
          type: failureCode ? 'batch.failed' : 'batch.completed',
          organizationId,
          live,
          data: { batchId: id, rowCount, ...(failureCode && { failureCode }), url },
        },
  )
}
