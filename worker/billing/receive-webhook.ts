import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { logLine } from '#worker/lib/log.ts'
import { adjustmentEventSchema, subscriptionSchema, transactionSchema } from '#worker/services/paddle.ts'
import { signatureProblem } from '#worker/services/paddle-signature.ts'
import { applySubscription } from './apply-subscription.ts'
import { applyTransaction } from './apply-transaction.ts'
import { WEBHOOK_MAX_AGE_SECONDS } from './contract.ts'
import { type PaddleAccount, requirePaddle } from './paddle-account.ts'
import { runJobAfterResponse } from './payment-jobs.ts'
import type { BillingEvent } from './record-age.ts'
import { type JobTarget, requestJob } from './request-job.ts'

type Delivery = { signature: string | undefined; body: Uint8Array<ArrayBuffer> }

const eventSchema = z.object({
  event_id: z.string().regex(/^evt_[a-z\d]{26}$/),
  event_type: z.string().max(100),
  occurred_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  data: z.looseObject({ id: z.string().max(100) }),
})
type Webhook = z.infer<typeof eventSchema>

/**
 * Applies a webhook of Paddle's. What needs a call to Paddle becomes a payment job, so Paddle has its answer within 5
 * seconds. Throws INVALID_SIGNATURE, INVALID_INPUT; after any error, Paddle sends the webhook again.
 */
export async function receiveWebhook(ctx: Context, { signature, body }: Delivery): Promise<void> {
  const account = requirePaddle(ctx.settings)
  const problem = await signatureProblem(
    { header: signature, body },
    { secrets: account.webhookSecrets, maxAgeSeconds: WEBHOOK_MAX_AGE_SECONDS, now: ctx.now },
  )
  if (problem) {
    logLine('warn', 'webhook refused', { requestId: ctx.requestId, reason: problem })
    throw new AppError('INVALID_SIGNATURE')
  }
  const webhook = eventSchema.safeParse(parseJson(body))
  if (!webhook.success) {
    logLine('error', 'webhook refused', { requestId: ctx.requestId, reason: 'unreadable' })
    throw new AppError('INVALID_INPUT')
  }
  await apply(ctx, account, webhook.data)
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

async function apply(ctx: Context, account: PaddleAccount, { data, ...webhook }: Webhook): Promise<void> {
  const event = { id: webhook.event_id, type: webhook.event_type, occurredAt: webhook.occurred_at }
  const [entity] = event.type.split('.')
  if (entity === 'subscription') await applySubscriptionEvent(ctx, account, data, event)
  else if (entity === 'transaction') await applyTransactionEvent(ctx, account, data, event)
  else if (entity === 'adjustment') await applyAdjustmentEvent(ctx, data)
}

async function applySubscriptionEvent(
  ctx: Context,
  account: PaddleAccount,
  data: Webhook['data'],
  event: BillingEvent,
): Promise<void> {
  const record = subscriptionSchema.safeParse(data)
  if (!record.success) return settleLater(ctx, { subscriptionId: data.id })
  await applySubscription(ctx, account, record.data, event)
  runJobAfterResponse(ctx, { subscriptionId: record.data.id })
}

async function applyTransactionEvent(
  ctx: Context,
  account: PaddleAccount,
  data: Webhook['data'],
  event: BillingEvent,
): Promise<void> {
  const record = transactionSchema.safeParse(data)
  if (!record.success) return settleLater(ctx, { transactionId: data.id })
  await applyTransaction(ctx, account, record.data, event)
  runJobAfterResponse(ctx, { transactionId: record.data.id })
}

/** An adjustment, such as a refund, says nothing of the transaction's total. */
async function applyAdjustmentEvent(ctx: Context, data: Webhook['data']): Promise<void> {
  const { transaction_id: transactionId } = adjustmentEventSchema.parse(data)
  await settleLater(ctx, { transactionId })
}

/** Even a record that we can't read must not be lost: its job reports it. */
async function settleLater(ctx: Context, target: JobTarget): Promise<void> {
  await requestJob(ctx.db, target, null)
  runJobAfterResponse(ctx, target)
}
