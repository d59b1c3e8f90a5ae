import { and, eq } from 'drizzle-orm'
import { webhookDeliveries } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction } from '#worker/transaction.ts'
import { type EndpointChange, lockEndpoint } from './change-endpoints.ts'
import { enqueueEndpoints } from './enqueue.ts'

export const replayDelivery = (
  ctx: Context,
  { deliveryId, ...id }: EndpointChange & { deliveryId: number },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { disabledAt } = await lockEndpoint(tx, id)
    if (disabledAt) throw new AppError('WEBHOOK_DISABLED')
    const replayed = await tx
      .update(webhookDeliveries)
      .set({ state: 'pending', tries: 0, nextTryAt: now })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id.endpointId)))
      .returning({ id: webhookDeliveries.id })
    if (replayed.length === 0) throw new AppError('WEBHOOK_NOT_FOUND')
    tx.afterCommit(() => enqueueEndpoints(ctx, [id.endpointId]))
  })
