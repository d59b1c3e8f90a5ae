import type { Context } from '#worker/context.ts'
import { removeScheduledChange } from '#worker/services/paddle.ts'
import { resumeSubscription as resumeAtPaddle } from '#worker/services/paddle-subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'

/** Resumes a paused subscription, or removes a scheduled pause. */
export const resumeSubscription = (ctx: Context, organizationId: string): Promise<void> =>
  changeSubscription(ctx, organizationId, {
    event: 'subscription.resume_requested',
    isDone: ({ status, scheduledChange }) => status !== 'paused' && scheduledChange?.action !== 'pause',
    make: ({ connection }, { id, status }) =>
      status === 'paused' ? resumeAtPaddle(connection, id) : removeScheduledChange(connection, id),
  })
