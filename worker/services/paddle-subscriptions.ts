import * as z from 'zod'
import {
  minorUnits,
  type PaddleConnection,
  type PaddleSubscription,
  paddleId,
  paddleRequest,
  subscriptionIdSchema,
  subscriptionSchema,
  transactionIdSchema,
} from './paddle.ts'

const moneySchema = z
  .object({ amount: minorUnits, currency_code: z.string().length(3) })
  .transform(({ amount, currency_code }) => ({ amount, currency: currency_code }))
export type PaddleMoney = z.infer<typeof moneySchema>

const detailsSchema = z
  .object({ totals: z.object({ grand_total: minorUnits, currency_code: z.string().length(3) }) })
  .transform(({ totals }): PaddleMoney => ({ amount: totals.grand_total, currency: totals.currency_code }))

const previewSchema = z
  .object({
    next_billed_at: z.iso.datetime({ offset: true }).nullish(),
    recurring_transaction_details: detailsSchema,
    next_transaction: z.object({ details: detailsSchema }).nullish(),
    update_summary: z
      .object({
        credit: moneySchema,
        charge: moneySchema,
        result: z.object({
          amount: minorUnits,
          currency_code: z.string().length(3),
          action: z.enum(['charge', 'credit']),
        }),
      })
      .nullish(),
  })
  .transform(({ next_billed_at, recurring_transaction_details, next_transaction, update_summary }) => ({
    nextBilledAt: next_billed_at ? new Date(next_billed_at) : null,
    /** After the customer's credit. */
    next: next_transaction?.details ?? recurring_transaction_details,
    /** Null if the change costs nothing. */
    summary: update_summary ?? null,
  }))
export type PaddlePreview = z.infer<typeof previewSchema>

const pathOf = (subscriptionId: string) => `/subscriptions/${subscriptionIdSchema.parse(subscriptionId)}`

/** Charges or credits the rest of the period at once. Paddle changes nothing if the payment fails. */
const planChange = (priceId: string) => ({
  items: [{ price_id: priceId, quantity: 1 }],
  proration_billing_mode: 'prorated_immediately',
  on_payment_failure: 'prevent_change',
})

export const previewPlanChange = (
  connection: PaddleConnection,
  subscriptionId: string,
  priceId: string,
): Promise<PaddlePreview> =>
  paddleRequest(connection, previewSchema, {
    method: 'PATCH',
    path: `${pathOf(subscriptionId)}/preview`,
    body: planChange(priceId),
  })

/** Repeated, it changes and charges nothing. */
export const changePlan = (
  connection: PaddleConnection,
  subscriptionId: string,
  priceId: string,
): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, {
    method: 'PATCH',
    path: pathOf(subscriptionId),
    body: planChange(priceId),
  })

/** A period that is already paid goes on, so that it isn't charged twice. */
export const resumeSubscription = (
  connection: PaddleConnection,
  subscriptionId: string,
): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, {
    method: 'POST',
    path: `${pathOf(subscriptionId)}/resume`,
    body: { effective_from: 'immediately', on_resume: 'continue_existing_billing_period' },
  })

const nextChargeSchema = z
  .object({ next_transaction: z.object({ details: detailsSchema }).nullish() })
  .transform(({ next_transaction }) => next_transaction?.details ?? null)

/** With tax, as the card will be charged. Null if nothing is due. */
export const getNextCharge = (
  connection: PaddleConnection,
  subscriptionId: string,
): Promise<PaddleMoney | null> =>
  paddleRequest(connection, nextChargeSchema, { path: `${pathOf(subscriptionId)}?include=next_transaction` })

const link = z.url({ protocol: /^https?$/ }).max(2_048)

const portalSchema = z
  .object({ urls: z.object({ general: z.object({ overview: link }) }) })
  .transform(({ urls }) => urls.general.overview)

/** Anyone who opens the link is signed in. */
export const createPortalSession = (
  connection: PaddleConnection,
  customerId: string,
  subscriptionId: string,
): Promise<string> =>
  paddleRequest(connection, portalSchema, {
    method: 'POST',
    path: `/customers/${customerIdSchema.parse(customerId)}/portal-sessions`,
    body: { subscription_ids: [subscriptionIdSchema.parse(subscriptionId)] },
  })

/** The link to the PDF works for an hour. */
export const getInvoiceLink = (connection: PaddleConnection, transactionId: string): Promise<string> =>
  paddleRequest(
    connection,
    z.object({ url: link }).transform(({ url }) => url),
    {
      path: `/transactions/${transactionIdSchema.parse(transactionId)}/invoice?disposition=inline`,
    },
  )

const customerIdSchema = paddleId('ctm')
