import * as z from 'zod'
import { FetchError, fetchText } from '#worker/lib/http-client.ts'

/** In milliseconds. A change that charges a card takes Paddle seconds. */
const READ_TIMEOUT = 4_000
const WRITE_TIMEOUT = 15_000

export type PaddleConnection = { url: string; apiKey: string }

type Failure = 'UNREACHABLE' | 'UNREADABLE' | 'REFUSED' | 'NOT_FOUND' | 'RATE_LIMITED'

/** `reason` is Paddle's own error code, such as `subscription_locked_renewal`. */
export class PaddleFailed extends Error {
  readonly code: Failure
  readonly reason: string | undefined

  constructor(code: Failure, options: { reason?: string | undefined; cause?: unknown } = {}) {
    super(`Paddle failed: ${code} ${options.reason ?? ''}`.trim(), { cause: options.cause })
    this.name = 'PaddleFailed'
    this.code = code
    this.reason = options.reason
  }
}

export const paddleId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[a-z\\d]{26}$`))
export const subscriptionIdSchema = paddleId('sub')
export const transactionIdSchema = paddleId('txn')

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const optionalInstant = instant.nullish().transform((at) => at ?? null)
const period = z
  .object({ starts_at: instant, ends_at: instant })
  .transform(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at }))
/** In the currency's smallest unit. It is negative for some credits. */
export const minorUnits = z.string().regex(/^-?\d{1,15}$/)

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

/** A change of plan lists the old price with a negative quantity. */
const items = z
  .array(z.object({ price: z.object({ id: paddleId('pri') }), quantity: z.number().default(1) }))
  .transform((list) => list.filter(({ quantity }) => quantity > 0).map(({ price }) => price.id))

export const subscriptionSchema = z
  .object({
    id: subscriptionIdSchema,
    status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
    customer_id: paddleId('ctm'),
    address_id: paddleId('add').nullish(),
    currency_code: z.string().length(3),
    created_at: instant,
    updated_at: instant,
    next_billed_at: optionalInstant,
    canceled_at: optionalInstant,
    current_billing_period: period.nullish(),
    scheduled_change: z
      .object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: instant })
      .nullish(),
    items,
    custom_data: customData,
  })
  .transform((record) => ({
    id: record.id,
    status: record.status,
    customerId: record.customer_id,
    addressId: record.address_id ?? null,
    currency: record.currency_code,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    nextBilledAt: record.next_billed_at,
    canceledAt: record.canceled_at,
    currentPeriod: record.current_billing_period ?? null,
    scheduledChange: record.scheduled_change
      ? { action: record.scheduled_change.action, at: record.scheduled_change.effective_at }
      : null,
    priceIds: record.items,
    customData: record.custom_data,
  }))
export type PaddleSubscription = z.infer<typeof subscriptionSchema>

const adjustmentSchema = z
  .object({
    id: paddleId('adj'),
    action: z.string(),
    status: z.string(),
    transaction_id: transactionIdSchema,
    totals: z.object({ total: minorUnits }),
    updated_at: optionalInstant,
    created_at: instant,
  })
  .transform(({ action, status, transaction_id, totals, updated_at, created_at }) => ({
    action,
    status,
    transactionId: transaction_id,
    total: totals.total,
    createdAt: created_at,
    updatedAt: updated_at ?? created_at,
  }))
export type PaddleAdjustment = z.infer<typeof adjustmentSchema>

/** Of a webhook, which needs only the transaction's ID. */
export const adjustmentEventSchema = z.object({ transaction_id: transactionIdSchema })

const word = /^[\w-]{1,40}$/

const cardSchema = z.object({
  type: z.string().regex(word),
  last4: z.string().regex(/^\d{4}$/),
  expiry_month: z.number().int().min(1).max(12),
  expiry_year: z.number().int().min(2000).max(2999),
})

const paymentSchema = z
  .object({
    status: z.string(),
    method_details: z
      .object({ type: z.string().regex(word), card: cardSchema.nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .transform(({ status, method_details }) => ({
    isCaptured: status === 'captured',
    method: method_details
      ? {
          type: method_details.type,
          card: method_details.card
            ? {
                brand: method_details.card.type,
                lastFour: method_details.card.last4,
                expiryMonth: method_details.card.expiry_month,
                expiryYear: method_details.card.expiry_year,
              }
            : null,
        }
      : null,
  }))

export const transactionSchema = z
  .object({
    id: transactionIdSchema,
    status: z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due']),
    origin: z.string(),
    customer_id: paddleId('ctm').nullish(),
    currency_code: z.string().length(3),
    subscription_id: subscriptionIdSchema.nullish(),
    invoice_number: z.string().regex(word).nullish().catch(null),
    billing_period: period.nullish(),
    created_at: instant,
    updated_at: instant,
    billed_at: optionalInstant,
    items,
    custom_data: customData,
    details: z.object({ totals: z.object({ grand_total: minorUnits }) }),
    payments: z.array(paymentSchema).default([]),
    /** Only in answers of the API that include it. */
    adjustments: z.array(adjustmentSchema).nullish(),
  })
  .transform((record) => ({
    id: record.id,
    status: record.status,
    origin: record.origin,
    customerId: record.customer_id ?? null,
    currency: record.currency_code,
    subscriptionId: record.subscription_id ?? null,
    invoiceNumber: record.invoice_number ?? null,
    billingPeriod: record.billing_period ?? null,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    billedAt: record.billed_at,
    priceIds: record.items,
    customData: record.custom_data,
    grandTotal: record.details.totals.grand_total,
    /** Of the last captured payment. */
    paymentMethod: record.payments.find(({ isCaptured }) => isCaptured)?.method ?? null,
    adjustments: record.adjustments ?? undefined,
  }))
export type PaddleTransaction = z.infer<typeof transactionSchema>

const errorSchema = z.object({ error: z.object({ code: z.string().regex(/^\w{1,80}$/) }) })

const envelopeSchema = z.object({ data: z.unknown() })

type Request = { method?: 'GET' | 'POST' | 'PATCH'; path: string; body?: object }

/** The answer's `data`. Throws PaddleFailed. */
export async function paddleRequest<Schema extends z.ZodType>(
  connection: PaddleConnection,
  schema: Schema,
  request: Request,
): Promise<z.output<Schema>> {
  const answer = envelopeSchema.safeParse(await send(connection, request))
  const parsed = schema.safeParse(answer.data?.data)
  if (!parsed.success) throw new PaddleFailed('UNREADABLE', { cause: parsed.error })
  return parsed.data
}

async function send({ url, apiKey }: PaddleConnection, { method = 'GET', path, body }: Request) {
  const response = await fetchText(`${url.replace(/\/$/, '')}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      Accept: 'application/json',
      'Paddle-Version': '1',
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    timeout: method === 'GET' ? READ_TIMEOUT : WRITE_TIMEOUT,
  }).catch((cause: unknown) => {
    throw new PaddleFailed('UNREACHABLE', {
      reason: cause instanceof FetchError ? cause.code : undefined,
      cause,
    })
  })
  const answer = parseJson(response.text)
  if (response.status >= 200 && response.status < 300 && answer !== undefined) return answer
  const reason = errorSchema.safeParse(answer).data?.error.code
  throw new PaddleFailed(failureOf(response.status, reason), { reason })
}

function failureOf(status: number, reason: string | undefined): Failure {
  if (status === 429) return 'RATE_LIMITED'
  // A proxy's error page is no answer of Paddle.
  if (status >= 500 || reason === undefined) return 'UNREACHABLE'
  return status === 404 ? 'NOT_FOUND' : 'REFUSED'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const getSubscription = (connection: PaddleConnection, id: string): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, { path: `/subscriptions/${subscriptionIdSchema.parse(id)}` })

/** With its adjustments. */
export async function getTransaction(connection: PaddleConnection, id: string) {
  const transaction = await paddleRequest(connection, transactionSchema, {
    path: `/transactions/${transactionIdSchema.parse(id)}?include=adjustments`,
  })
  return { ...transaction, adjustments: transaction.adjustments ?? [] }
}

const pageSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
})

/** `next` is the ID to go on after. */
type Page<T> = { entries: T[]; unreadable: number; next: string | undefined }

async function listPage<Schema extends z.ZodType>(
  connection: PaddleConnection,
  schema: Schema,
  { path, after, ...query }: { path: string; after: string | undefined; [name: string]: string | undefined },
): Promise<Page<z.output<Schema>>> {
  const search = new URLSearchParams(
    Object.entries({ ...query, after }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const answer = pageSchema.safeParse(await send(connection, { path: `${path}?${search}` }))
  if (!answer.success) throw new PaddleFailed('UNREADABLE', { cause: answer.error })
  const { data, meta } = answer.data
  const last = z.object({ id: z.string() }).safeParse(data.at(-1)).data?.id
  if (meta.pagination.has_more && last === undefined) throw new PaddleFailed('UNREADABLE')
  const parsed = data.map((entry) => schema.safeParse(entry))
  return {
    entries: parsed.flatMap((one) => (one.success ? [one.data] : [])),
    unreadable: parsed.filter(({ success }) => !success).length,
    next: meta.pagination.has_more ? last : undefined,
  }
}

/** By ID, 200 a page. */
export const listSubscriptions = (
  connection: PaddleConnection,
  { statuses, after }: { statuses: readonly PaddleSubscription['status'][]; after: string | undefined },
): Promise<Page<PaddleSubscription>> =>
  listPage(connection, subscriptionSchema, {
    path: '/subscriptions',
    status: statuses.join(','),
    per_page: '200',
    order_by: 'id[ASC]',
    after,
  })

/** Newest first, 30 a page, without their adjustments. */
export const listTransactions = (
  connection: PaddleConnection,
  {
    statuses,
    subscriptionId,
    after,
  }: {
    statuses: readonly PaddleTransaction['status'][]
    subscriptionId?: string
    after?: string | undefined
  },
): Promise<Page<PaddleTransaction>> =>
  listPage(connection, transactionSchema, {
    path: '/transactions',
    status: statuses.join(','),
    subscription_id: subscriptionId,
    per_page: '30',
    order_by: 'id[DESC]',
    after,
  })

/** Newest first, 50 a page. */
export const listAdjustments = (
  connection: PaddleConnection,
  after: string | undefined,
): Promise<Page<PaddleAdjustment>> =>
  listPage(connection, adjustmentSchema, {
    path: '/adjustments',
    per_page: '50',
    order_by: 'id[DESC]',
    after,
  })

export const cancelSubscription = (
  connection: PaddleConnection,
  id: string,
  when: 'immediately' | 'next_billing_period',
): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, {
    method: 'POST',
    path: `/subscriptions/${subscriptionIdSchema.parse(id)}/cancel`,
    body: { effective_from: when },
  })

export const removeScheduledChange = (
  connection: PaddleConnection,
  id: string,
): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, {
    method: 'PATCH',
    path: `/subscriptions/${subscriptionIdSchema.parse(id)}`,
    body: { scheduled_change: null },
  })

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
