import * as z from 'zod'
import { type PaddleConnection, paddlePages, paddleRequest } from './paddle.ts'
import {
  adjustmentSchema,
  invoiceSchema,
  nextTransactionSchema,
  type PaddleSubscription,
  type PaddleTransaction,
  portalSchema,
  previewSchema,
  subscriptionSchema,
  transactionSchema,
} from './paddle-records.ts'

type Paid = Pick<PaddleSubscription, 'id' | 'status' | 'scheduledChange'>

const pathOf = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`

/** `isPaid`: nothing is due or credited before the next period. Otherwise the card is charged for the rest of this one. */
type PlanChange = { priceId: string; isPaid: boolean }

/** Paddle changes nothing if the payment fails. */
const planChange = ({ priceId, isPaid }: PlanChange) => ({
  items: [{ price_id: priceId, quantity: 1 }],
  ...(isPaid
    ? { proration_billing_mode: 'do_not_bill' }
    : { proration_billing_mode: 'prorated_immediately', on_payment_failure: 'prevent_change' }),
})

export type Paddle = ReturnType<typeof connectPaddle>

/** The calls of Paddle's API that we use. Each throws PaddleFailed. */
export function connectPaddle(connection: PaddleConnection) {
  const changeSubscription = (id: string, body: object) =>
    paddleRequest(connection, subscriptionSchema, {
      method: 'PATCH',
      path: pathOf('subscriptions', id),
      body,
    })
  const removeScheduledChange = (id: string) => changeSubscription(id, { scheduled_change: null })

  return {
    getSubscription: (id: string) =>
      paddleRequest(connection, subscriptionSchema, { path: pathOf('subscriptions', id) }),

    getTransaction: (id: string) =>
      paddleRequest(connection, transactionSchema, {
        path: `${pathOf('transactions', id)}?include=adjustments`,
      }),

    listSubscriptions: (statuses: readonly PaddleSubscription['status'][], maxPages: number) =>
      paddlePages(connection, subscriptionSchema, {
        path: '/subscriptions',
        query: { status: statuses.join(','), per_page: '50', order_by: 'id[ASC]' },
        maxPages,
      }),

    /** Newest first, 30 a page, without their adjustments. */
    listTransactions: (statuses: readonly PaddleTransaction['status'][], maxPages: number) =>
      paddlePages(connection, transactionSchema, {
        path: '/transactions',
        query: { status: statuses.join(','), per_page: '30', order_by: 'id[DESC]' },
        maxPages,
      }),

    /** The newest 30 that were paid or are being paid, without their adjustments. */
    listPayments: (subscriptionId: string) => {
      const id = encodeURIComponent(subscriptionId)
      return paddleRequest(connection, z.array(transactionSchema), {
        path: `/transactions?subscription_id=${id}&status=billed,paid,completed&per_page=30&order_by=id[DESC]`,
      })
    },

    listAdjustments: (maxPages: number) =>
      paddlePages(connection, adjustmentSchema, {
        path: '/adjustments',
        query: { per_page: '50', order_by: 'id[DESC]' },
        maxPages,
      }),

    changePlan: (id: string, change: PlanChange) => changeSubscription(id, planChange(change)),

    removeScheduledChange,

    setBusiness: (id: string, { addressId, businessId }: { addressId: string; businessId: string }) =>
      changeSubscription(id, { address_id: addressId, business_id: businessId }),

    /**
     * Only a paid period has an end to wait for. Without one, the subscription ends at once. Paddle refuses a second
     * scheduled change.
     */
    cancelSubscription: async (
      { id, status, scheduledChange }: Paid,
      when: 'immediately' | 'next_billing_period',
    ) => {
      const effectiveFrom = status === 'active' || status === 'trialing' ? when : 'immediately'
      if (scheduledChange && effectiveFrom === 'next_billing_period') await removeScheduledChange(id)
      return paddleRequest(connection, subscriptionSchema, {
        method: 'POST',
        path: `${pathOf('subscriptions', id)}/cancel`,
        body: { effective_from: effectiveFrom },
      })
    },

    /** A period that is already paid goes on, so that it isn't charged twice. */
    resumeSubscription: (id: string) =>
      paddleRequest(connection, subscriptionSchema, {
        method: 'POST',
        path: `${pathOf('subscriptions', id)}/resume`,
        body: { effective_from: 'immediately', on_resume: 'continue_existing_billing_period' },
      }),

    previewPlanChange: (id: string, change: PlanChange) =>
      paddleRequest(connection, previewSchema, {
        method: 'PATCH',
        path: `${pathOf('subscriptions', id)}/preview`,
        body: planChange(change),
      }),

    /** With tax, as the card will be charged. Null if nothing is due. */
    getNextCharge: async (id: string) => {
      const path = `${pathOf('subscriptions', id)}?include=next_transaction`
      const { nextTransaction } = await paddleRequest(connection, nextTransactionSchema, { path })
      return nextTransaction?.details ?? null
    },

    /** All that is left of it. Paddle refuses a second full refund. */
    refundTransaction: (id: string, reason: string) =>
      paddleRequest(connection, adjustmentSchema, {
        method: 'POST',
        path: '/adjustments',
        body: { action: 'refund', type: 'full', transaction_id: id, reason },
      }),

    /** The link to the PDF works for an hour. */
    getInvoiceLink: async (id: string) => {
      const path = `${pathOf('transactions', id)}/invoice?disposition=inline`
      return (await paddleRequest(connection, invoiceSchema, { path })).url
    },

    /** Anyone who opens the link is signed in. */
    createPortalSession: async (customerId: string, subscriptionId: string) => {
      const { urls } = await paddleRequest(connection, portalSchema, {
        method: 'POST',
        path: `${pathOf('customers', customerId)}/portal-sessions`,
        body: { subscription_ids: [subscriptionId] },
      })
      return urls.general.overview
    },
  }
}
