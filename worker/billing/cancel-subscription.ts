import type { Context } from '#worker/context.ts'
import type { PaddleSubscription } from '#worker/services/paddle-records.ts'
import { changeSubscription } from './change-subscription.ts'

const isCanceling = ({ scheduledChange }: PaddleSubscription) => scheduledChange?.action === 'cancel'

/** At the end of the paid period; at once if none is paid. */
export const cancelSubscription = (ctx: Context, organizationId: string): Promise<void> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_requested',
    isDone: (record) => record.status === 'canceled' || isCanceling(record),
    make: async ({ paddle }, record) => {
      // Paddle refuses a second scheduled change.
      if (record.scheduledChange) await paddle.removeScheduledChange(record.id)
      return paddle.cancelSubscription(record, 'next_billing_period')
    },
  })

export const undoCancellation = (ctx: Context, organizationId: string): Promise<void> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.cancel_undone',
    isDone: (record) => record.status !== 'canceled' && !isCanceling(record),
    make: ({ paddle }, { id }) => paddle.removeScheduledChange(id),
  })

export const resumeSubscription = (ctx: Context, organizationId: string): Promise<void> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.resume_requested',
    isDone: ({ status, scheduledChange }) => status !== 'paused' && scheduledChange?.action !== 'pause',
    make: ({ paddle }, { id, status }) =>
      status === 'paused' ? paddle.resumeSubscription(id) : paddle.removeScheduledChange(id),
  })
