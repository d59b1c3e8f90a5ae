import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { logLine } from '#worker/lib/log.ts'
import { signatureProblem } from '#worker/services/paddle-signature.ts'
import { WEBHOOK_MAX_AGE_SECONDS } from './contract.ts'
import { findKnownOwner } from './find-owner.ts'
import { requirePaddle } from './paddle-account.ts'
import { waitForJob } from './payment-jobs.ts'
import { type PaymentTarget, requestJob } from './request-job.ts'

type Delivery = { signature: string | undefined; body: Uint8Array<ArrayBuffer> }

/** A job reads the live record, so neither the order of events matters nor how often they come. */
export async function receiveWebhook(ctx: Context, { signature, body }: Delivery): Promise<void> {
  const { webhookSecrets: secrets } = requirePaddle(ctx.settings)
  const options = { secrets, maxAgeSeconds: WEBHOOK_MAX_AGE_SECONDS, now: ctx.now }
  const problem = await signatureProblem({ header: signature, body }, options)
  const event = problem ? undefined : parseEvent(body)
  if (!event) {
    const reason = problem ?? 'unreadable'
    logLine(problem ? 'warn' : 'error', 'webhook refused', { requestId: ctx.requestId, reason })
    throw new AppError(problem ? 'INVALID_SIGNATURE' : 'INVALID_INPUT')
  }
  const target = targetOf(event)
  if (!target) return
  const subscriptionId = target.subscriptionId ?? event.data.subscription_id
  // Support needs the name of the organization if Paddle can't be reached.
  const owner = await findKnownOwner(ctx.db, { transactionId: target.transactionId, subscriptionId })
  await requestJob(ctx.db, target, owner?.organizationId)
  await waitForJob(ctx, target)
}

const id = z.string().regex(/^\w{1,100}$/)
const eventSchema = z.object({
  event_type: z.string(),
  data: z.object({
    id,
    transaction_id: id.optional().catch(undefined),
    subscription_id: id.optional().catch(undefined),
  }),
})
type Event = z.infer<typeof eventSchema>

function parseEvent(body: Uint8Array): Event | undefined {
  try {
    return eventSchema.parse(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    return undefined
  }
}

function targetOf({ event_type: type, data }: Event): PaymentTarget | undefined {
  if (type.startsWith('subscription.')) return { subscriptionId: data.id }
  if (type.startsWith('transaction.')) return { transactionId: data.id }
  // An adjustment that we can't read must not be lost: its job reports it.
  if (type.startsWith('adjustment.')) return { transactionId: data.transaction_id ?? data.id }
  return undefined
}
