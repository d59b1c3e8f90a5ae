import * as z from 'zod'

export const paddleId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[a-z\\d]{26}$`))

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const period = z.object({ startsAt: instant, endsAt: instant })
/** In the currency's smallest unit. It is negative for some credits. */
const minorUnits = z.string().regex(/^-?\d{1,15}$/)
const currencyCode = z.string().length(3)

/** A browser sets it, so it is only a claim unless its signature matches. */
const customData = z
  .object({
    organizationId: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional()
      .catch(undefined),
    userId: z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined),
    signature: z.string().max(1_000).optional().catch(undefined),
  })
  .nullish()
  .catch(null)
  .transform((data) => data ?? {})

/** Price IDs. A change of plan lists the old price with a negative quantity. */
const items = z
  .array(z.object({ price: z.object({ id: paddleId('pri') }), quantity: z.number().default(1) }))
  .transform((list) => list.filter(({ quantity }) => quantity > 0).map(({ price }) => price.id))

export const subscriptionSchema = z
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

export const adjustmentSchema = z
  .object({
    action: z.string(),
    status: z.string(),
    reason: optional(z.string()).catch(null),
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

export const transactionSchema = z
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
    adjustments: z
      .array(adjustmentSchema)
      .nullish()
      .transform((list) => list ?? []),
  })
  .transform(({ items, details, payments, ...record }) => ({
    ...record,
    priceIds: items,
    grandTotal: details.totals.grandTotal,
    paymentMethod: payments.find(({ status }) => status === 'captured')?.methodDetails ?? null,
  }))
export type PaddleTransaction = z.infer<typeof transactionSchema>

const moneySchema = z
  .object({ amount: minorUnits, currencyCode })
  .transform(({ amount, currencyCode: currency }) => ({ amount, currency }))
export type PaddleMoney = z.infer<typeof moneySchema>

const detailsSchema = z
  .object({ totals: z.object({ grandTotal: minorUnits, currencyCode }) })
  .transform(({ totals }): PaddleMoney => ({ amount: totals.grandTotal, currency: totals.currencyCode }))
const nextTransaction = optional(z.object({ details: detailsSchema }))
export const nextTransactionSchema = z.object({ nextTransaction })

export const previewSchema = z.object({
  nextBilledAt: optional(instant),
  recurringTransactionDetails: detailsSchema,
  nextTransaction,
  updateSummary: optional(
    z.object({
      credit: moneySchema,
      charge: moneySchema,
      result: z.object({ amount: minorUnits, action: z.enum(['charge', 'credit']) }),
    }),
  ),
})
export type PaddlePreview = z.infer<typeof previewSchema>

const link = z.url({ protocol: /^https?$/ }).max(2_048)

export const invoiceSchema = z.object({ url: link })
export const portalSchema = z.object({ urls: z.object({ general: z.object({ overview: link }) }) })
