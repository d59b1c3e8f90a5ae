import * as z from 'zod'
import { type PaddleConnection, paddlePages, paddleRequest } from './paddle.ts'

export const paddleId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[a-z\\d]{26}$`))

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const period = z.object({ startsAt: instant, endsAt: instant })
/** In the currency's smallest unit. It is negative for some credits. */
const minorUnits = z.string().regex(/^-?\d{1,15}$/)
const currencyCode = z.string().length(3)

/** A browser sets it, so it is only a claim. */
const customData = z
  .object({
    organizationId: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional()
      .catch(undefined),
    userId: z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined),
  })
  .nullish()
  .catch(null)
  .transform((data) => data ?? {})

/** Price IDs. A change of plan lists the old price with a negative quantity. */
const items = z
  .array(z.object({ price: z.object({ id: paddleId('pri') }), quantity: z.number().default(1) }))
  .transform((list) => list.filter(({ quantity }) => quantity > 0).map(({ price }) => price.id))

const subscriptionSchema = z
  .object({
    id: paddleId('sub'),
    status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
    customerId: paddleId('ctm'),
    createdAt: instant,
    updatedAt: instant,
    nextBilledAt: optional(instant),
    canceledAt: optional(instant),
    currentBillingPeriod: optional(period),
    scheduledChange: optional(
      z.object({ action: z.enum(['cancel', 'pause', 'resume']), effectiveAt: instant }),
    ),
    items,
    customData,
  })
  .transform(({ items, ...record }) => ({ ...record, priceIds: items }))
export type PaddleSubscription = z.infer<typeof subscriptionSchema>

const adjustmentSchema = z
  .object({
    action: z.string(),
    status: z.string(),
    transactionId: paddleId('txn'),
    totals: z.object({ total: minorUnits }),
    updatedAt: optional(instant),
    createdAt: instant,
  })
  .transform(({ totals, updatedAt, ...record }) => ({
    ...record,
    total: totals.total,
    updatedAt: updatedAt ?? record.createdAt,
  }))
export type PaddleAdjustment = z.infer<typeof adjustmentSchema>

const word = z.string().regex(/^[\w-]{1,40}$/)

const cardSchema = z.object({
  type: word,
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.number().int().min(1).max(12),
  expiryYear: z.number().int().min(2000).max(2999),
})

const paymentSchema = z.object({
  status: z.string(),
  methodDetails: z
    .object({ type: word, card: optional(cardSchema).catch(null) })
    .nullish()
    .catch(null),
})

const transactionSchema = z
  .object({
    id: paddleId('txn'),
    status: z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due']),
    origin: z.string(),
    currencyCode,
    subscriptionId: optional(paddleId('sub')),
    invoiceNumber: optional(word).catch(null),
    billingPeriod: optional(period),
    createdAt: instant,
    updatedAt: instant,
    billedAt: optional(instant),
    items,
    customData,
    details: z.object({ totals: z.object({ grandTotal: minorUnits }) }),
    payments: z.array(paymentSchema).default([]),
    /** Lists come without them. */
    adjustments: z
      .array(adjustmentSchema)
      .nullish()
      .transform((list) => list ?? []),
  })
  .transform(({ items, details, payments, ...record }) => ({
    ...record,
    priceIds: items,
    grandTotal: details.totals.grandTotal,
    /** Of the last captured payment. */
    paymentMethod: payments.find(({ status }) => status === 'captured')?.methodDetails ?? null,
  }))
export type PaddleTransaction = z.infer<typeof transactionSchema>

const pathOf = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`

export const getSubscription = (connection: PaddleConnection, id: string): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, { path: pathOf('subscriptions', id) })

export const getTransaction = (connection: PaddleConnection, id: string): Promise<PaddleTransaction> =>
  paddleRequest(connection, transactionSchema, {
    path: `${pathOf('transactions', id)}?include=adjustments`,
  })

/** By ID, 200 a page. */
export const listSubscriptions = (
  connection: PaddleConnection,
  { statuses, maxPages }: { statuses: readonly PaddleSubscription['status'][]; maxPages: number },
) =>
  paddlePages(connection, subscriptionSchema, {
    path: '/subscriptions',
    query: { status: statuses.join(','), per_page: '200', order_by: 'id[ASC]' },
    maxPages,
  })

type TransactionList = {
  statuses: readonly PaddleTransaction['status'][]
  subscriptionId?: string
  maxPages: number
}

/** Newest first, 30 a page, without their adjustments. */
export const listTransactions = (
  connection: PaddleConnection,
  { statuses, subscriptionId, maxPages }: TransactionList,
) =>
  paddlePages(connection, transactionSchema, {
    path: '/transactions',
    query: {
      status: statuses.join(','),
      ...(subscriptionId && { subscription_id: subscriptionId }),
      per_page: '30',
      order_by: 'id[DESC]',
    },
    maxPages,
  })

/** Newest first, 50 a page. */
export const listAdjustments = (connection: PaddleConnection, { maxPages }: { maxPages: number }) =>
  paddlePages(connection, adjustmentSchema, {
    path: '/adjustments',
    query: { per_page: '50', order_by: 'id[DESC]' },
    maxPages,
  })

/** Changes the subscription, or with `action` starts something. Returns the new record. */
const changeOf = (connection: PaddleConnection, id: string, body: object, action?: 'cancel' | 'resume') =>
  paddleRequest(connection, subscriptionSchema, {
    method: action ? 'POST' : 'PATCH',
    path: `${pathOf('subscriptions', id)}${action ? `/${action}` : ''}`,
    body,
  })

/** Only a paid period has an end to wait for. Without one, the subscription ends at once. */
export const cancelSubscription = (
  connection: PaddleConnection,
  { id, status }: Pick<PaddleSubscription, 'id' | 'status'>,
  when: 'immediately' | 'next_billing_period',
): Promise<PaddleSubscription> => {
  const hasPaidPeriod = status === 'active' || status === 'trialing'
  return changeOf(connection, id, { effective_from: hasPaidPeriod ? when : 'immediately' }, 'cancel')
}

export const removeScheduledChange = (
  connection: PaddleConnection,
  id: string,
): Promise<PaddleSubscription> => changeOf(connection, id, { scheduled_change: null })

/** A period that is already paid goes on, so that it isn't charged twice. */
export const resumeSubscription = (connection: PaddleConnection, id: string): Promise<PaddleSubscription> =>
  changeOf(
    connection,
    id,
    { effective_from: 'immediately', on_resume: 'continue_existing_billing_period' },
    'resume',
  )

/** For the next invoices. */
export const setBusiness = (
  connection: PaddleConnection,
  id: string,
  { addressId, businessId }: { addressId: string; businessId: string },
): Promise<PaddleSubscription> => changeOf(connection, id, { address_id: addressId, business_id: businessId })

/** Charges or credits the rest of the period at once. Paddle changes nothing if the payment fails. */
const planChange = (priceId: string) => ({
  items: [{ price_id: priceId, quantity: 1 }],
  proration_billing_mode: 'prorated_immediately',
  on_payment_failure: 'prevent_change',
})

/** Repeated, it changes and charges nothing. */
export const changePlan = (
  connection: PaddleConnection,
  id: string,
  priceId: string,
): Promise<PaddleSubscription> => changeOf(connection, id, planChange(priceId))

const moneySchema = z
  .object({ amount: minorUnits, currencyCode })
  .transform(({ amount, currencyCode: currency }) => ({ amount, currency }))
export type PaddleMoney = z.infer<typeof moneySchema>

const detailsSchema = z
  .object({ totals: z.object({ grandTotal: minorUnits, currencyCode }) })
  .transform(({ totals }): PaddleMoney => ({ amount: totals.grandTotal, currency: totals.currencyCode }))
const nextTransaction = optional(z.object({ details: detailsSchema }))

const previewSchema = z.object({
  nextBilledAt: optional(instant),
  recurringTransactionDetails: detailsSchema,
  /** After the customer's credit. */
  nextTransaction,
  /** Null if the change costs nothing. */
  updateSummary: optional(
    z.object({
      credit: moneySchema,
      charge: moneySchema,
      result: z.object({ amount: minorUnits, action: z.enum(['charge', 'credit']) }),
    }),
  ),
})
export type PaddlePreview = z.infer<typeof previewSchema>

export const previewPlanChange = (
  connection: PaddleConnection,
  id: string,
  priceId: string,
): Promise<PaddlePreview> =>
  paddleRequest(connection, previewSchema, {
    method: 'PATCH',
    path: `${pathOf('subscriptions', id)}/preview`,
    body: planChange(priceId),
  })

/** With tax, as the card will be charged. Null if nothing is due. */
export async function getNextCharge(connection: PaddleConnection, id: string): Promise<PaddleMoney | null> {
  const path = `${pathOf('subscriptions', id)}?include=next_transaction`
  const answer = await paddleRequest(connection, z.object({ nextTransaction }), { path })
  return answer.nextTransaction?.details ?? null
}

/** Paddle refuses a second full refund of a transaction. */
export const refundTransaction = (
  connection: PaddleConnection,
  transactionId: string,
  reason: string,
): Promise<PaddleAdjustment> =>
  paddleRequest(connection, adjustmentSchema, {
    method: 'POST',
    path: '/adjustments',
    body: { action: 'refund', type: 'full', transaction_id: transactionId, reason },
  })

const link = z.url({ protocol: /^https?$/ }).max(2_048)

/** The link to the PDF works for an hour. */
export async function getInvoiceLink(connection: PaddleConnection, transactionId: string): Promise<string> {
  const path = `${pathOf('transactions', transactionId)}/invoice?disposition=inline`
  return (await paddleRequest(connection, z.object({ url: link }), { path })).url
}

const portalSchema = z.object({ urls: z.object({ general: z.object({ overview: link }) }) })

/** Anyone who opens the link is signed in. */
export async function createPortalSession(
  connection: PaddleConnection,
  customerId: string,
  subscriptionId: string,
): Promise<string> {
  const { urls } = await paddleRequest(connection, portalSchema, {
    method: 'POST',
    path: `${pathOf('customers', customerId)}/portal-sessions`,
    body: { subscription_ids: [subscriptionId] },
  })
  return urls.general.overview
}
