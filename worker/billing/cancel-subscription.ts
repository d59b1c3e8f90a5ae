import type { Context } from '#worker/context.ts'
import {
  cancelSubscription as cancelAtPaddle,
  type PaddleSubscription,
  removeScheduledChange,
} from '#worker/services/paddle.ts'
import { changeSubscription } from './change-subscription.ts'

const isCanceling = ({ scheduledChange }: PaddleSubscription) => scheduledChange?.action === 'cancel'

/** At the end of the paid period; at once if none is paid. */
export const cancelSubscription = (ctx: Context, organizationId: string): Promise<void> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_requested',
    isDone: (record) => record.status === 'canceled' || isCanceling(record),
    make: async ({ connection }, { id, status, scheduledChange }) => {
      const hasPaidPeriod = status === 'active' || status === 'trialing'
      if (!hasPaidPeriod) return cancelAtPaddle(connection, id, 'immediately')
      // Paddle refuses a second scheduled change.
      if (scheduledChange) await removeScheduledChange(connection, id)
      return cancelAtPaddle(connection, id, 'next_billing_period')
    },
  })

export const undoCancellation = (ctx: Context, organizationId: string): Promise<void> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_undone',
    isDone: (record) => record.status !== 'canceled' && !isCanceling(record),
    make: ({ connection }, record) => removeScheduledChange(connection, record.id),
  })
