import * as z from 'zod'
import { type Call, json, type Reply } from '#tests/fakes/fake.ts'
import type { Account } from './account.ts'
import {
  adjust,
  cancelSubscription,
  decideRefund,
  nextTransaction,
  openCheckout,
  pauseSubscription,
  paymentMethodTransaction,
  previewUpdate,
  recurringDetails,
  resumeSubscription,
  type SubscriptionUpdate,
  updateSubscription,
} from './billing.ts'
import { catalog } from './catalog.ts'
import { newId, type Subscription } from './entities.ts'
import { errorReply, meta, PaddleError } from './errors.ts'

interface Request {
  readonly account: Account
  readonly call: Call
  /** The IDs in the path. */
  readonly ids: readonly string[]
  /** Where the fake serves pages and files for browsers. */
  readonly pages: string
}

type Handler = (request: Request) => Reply

const data = (value: unknown, status = 200) => json(status, { data: value, meta: meta() })

/** Parses the body, and refuses it as Paddle does. */
function bodyOf<T extends z.ZodType>(call: Call, schema: T): z.infer<T> {
  const value: unknown = call.body === '' ? {} : parseJson(call.body)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new PaddleError(400, 'invalid_field', 'Request does not pass validation.', fields)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PaddleError(400, 'invalid_json', "The request body isn't valid JSON.")
  }
}

const customData = z.record(z.string(), z.unknown()).nullable()
const text = z.string().nullable()

const customerBody = z.strictObject({
  email: z.email(),
  name: text.optional(),
  custom_data: customData.optional(),
  locale: z.string().optional(),
})
const addressBody = z.strictObject({
  country_code: z.string().length(2),
  description: text.optional(),
  first_line: text.optional(),
  second_line: text.optional(),
  city: text.optional(),
  postal_code: text.optional(),
  region: text.optional(),
  custom_data: customData.optional(),
})
const businessBody = z.strictObject({
  name: z.string().min(1),
  company_number: text.optional(),
  tax_identifier: text.optional(),
  contacts: z.array(z.strictObject({ name: z.string(), email: z.email() })).optional(),
  custom_data: customData.optional(),
})
const itemsBody = z
  .array(z.strictObject({ price_id: z.string(), quantity: z.int().positive().default(1) }))
  .min(1)
const status = { status: z.enum(['active', 'archived']).optional() }
const effectiveFrom = z.enum(['immediately', 'next_billing_period']).nullish()

const subscriptionBody = z.strictObject({
  items: itemsBody.optional(),
  proration_billing_mode: z.string().optional(),
  on_payment_failure: z.enum(['prevent_change', 'apply_change']).optional(),
  customer_id: z.string().optional(),
  address_id: z.string().optional(),
  business_id: text.optional(),
  custom_data: customData.optional(),
  scheduled_change: z.null().optional(),
})

function updateOf(call: Call): SubscriptionUpdate {
  const body = bodyOf(call, subscriptionBody)
  return {
    ...(body.items && {
      items: body.items.map(({ price_id: priceId, quantity }) => ({ priceId, quantity })),
    }),
    ...(body.proration_billing_mode && { prorationBillingMode: body.proration_billing_mode }),
    ...(body.on_payment_failure && { onPaymentFailure: body.on_payment_failure }),
    ...(body.customer_id && { customerId: body.customer_id }),
    ...(body.address_id && { addressId: body.address_id }),
    ...(body.business_id !== undefined && { businessId: body.business_id }),
    ...(body.custom_data !== undefined && { customData: body.custom_data }),
    ...(body.scheduled_change === null && { removesScheduledChange: true }),
  }
}

/** Pages by ID, as Paddle does. `filters` are lists separated by commas. */
function page<T extends { id: string }>(
  { call }: Request,
  all: Readonly<Record<string, T>>,
  filters: Readonly<Record<string, (one: T) => string | null | undefined>>,
  max = 200,
): Reply {
  const { query } = call
  for (const name of query.keys()) {
    const isKnown = name in filters || ['after', 'per_page', 'order_by', 'include'].includes(name)
    if (!isKnown) throw PaddleError.invalid(name, 'unknown query parameter')
  }
  const [, field = 'id', order = 'DESC'] =
    /^(id|billed_at|created_at|updated_at)\[(ASC|DESC)\]$/.exec(query.get('order_by') ?? '') ?? []
  const keyOf = (one: T) => `${new Map<string, unknown>(Object.entries(one)).get(field) ?? ''} ${one.id}`
  const matching = Object.values(all)
    .filter((one) =>
      Object.entries(filters).every(([name, fieldOf]) => {
        const wanted = query.get(name)
        return wanted === null || wanted.split(',').includes(fieldOf(one) ?? '')
      }),
    )
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1) * (order === 'ASC' ? 1 : -1))
  const perPage = Math.min(Number(query.get('per_page') ?? 50), max)
  const after = query.get('after')
  const rest = matching.slice(matching.findIndex(({ id }) => id === after) + 1)
  const shown = rest.slice(0, perPage)
  const next = new URLSearchParams(query)
  next.set('after', shown.at(-1)?.id ?? after ?? '')
  const pagination = {
    per_page: perPage,
    next: `http://${call.headers.host}/paddle${call.path}?${next}`,
    has_more: rest.length > shown.length,
    estimated_total: matching.length,
  }
  return json(200, { data: shown, meta: { ...meta(), pagination } })
}

const first = ({ ids: [id = ''] }: Request) => id
const second = ({ ids: [, id = ''] }: Request) => id

const withUrls = ({ pages }: Request, subscription: Subscription) => ({
  ...subscription,
  management_urls: {
    update_payment_method: `${pages}/subscriptions/${subscription.id}/update-payment-method`,
    cancel: `${pages}/subscriptions/${subscription.id}/cancel`,
  },
})

function subscriptionOf(request: Request): Subscription {
  return request.account.subscription(first(request))
}

const routes: readonly [method: string, path: RegExp, Handler][] = [
  [
    'GET',
    /^\/prices$/,
    (request) =>
      page(request, Object.fromEntries([...catalog].map(([id, { price }]) => [id, price])), {
        id: ({ id }) => id,
      }),
  ],
  ['GET', /^\/prices\/(\w+)$/, (request) => data(request.account.entry(first(request)).price)],

  [
    'GET',
    /^\/customers$/,
    (request) =>
      page(request, request.account.data.customers, {
        id: ({ id }) => id,
        email: ({ email }) => email,
        status: (one) => one.status,
      }),
  ],
  [
    'POST',
    /^\/customers$/,
    ({ account, call }) => data(account.addCustomer(bodyOf(call, customerBody)), 201),
  ],
  ['GET', /^\/customers\/(\w+)$/, (request) => data(request.account.customer(first(request)))],
  [
    'PATCH',
    /^\/customers\/(\w+)$/,
    (request) => {
      const customer = request.account.customer(first(request))
      request.account.change(customer, bodyOf(request.call, customerBody.partial().extend(status)))
      return data(customer)
    },
  ],
  [
    'GET',
    /^\/customers\/(\w+)\/credit-balances$/,
    (request) => {
      const { id } = request.account.customer(first(request))
      const available = String(request.account.data.creditBalances[id] ?? 0)
      const balance = { available, reserved: '0', used: '0' }
      return data([{ customer_id: id, currency_code: 'USD', balance }])
    },
  ],
  [
    'POST',
    /^\/customers\/(\w+)\/portal-sessions$/,
    (request) => {
      const { account, call, pages } = request
      const customer = account.customer(first(request))
      const body = bodyOf(call, z.strictObject({ subscription_ids: z.array(z.string()).max(25).optional() }))
      const subscriptions = (body.subscription_ids ?? []).map(account.subscription)
      const foreign = subscriptions.find((one) => one.customer_id !== customer.id)
      if (foreign) throw PaddleError.notFound(foreign.id)
      const session = {
        id: newId('cpls'),
        customer_id: customer.id,
        subscription_ids: subscriptions.map(({ id }) => id),
      }
      account.data.portalSessions[session.id] = session
      const url = `${pages}/portal/${session.id}`
      return data(
        {
          id: session.id,
          customer_id: customer.id,
          urls: {
            general: { overview: url },
            subscriptions: subscriptions.map(({ id }) => ({
              id,
              cancel_subscription: `${url}?subscription=${id}#cancel`,
              update_subscription_payment_method: `${url}?subscription=${id}#card`,
            })),
          },
          created_at: new Date(account.now()).toISOString(),
        },
        201,
      )
    },
  ],

  [
    'GET',
    /^\/customers\/(\w+)\/addresses$/,
    (request) => {
      const { id } = request.account.customer(first(request))
      const own = Object.values(request.account.data.addresses).filter((one) => one.customer_id === id)
      return page(request, Object.fromEntries(own.map((one) => [one.id, one])), {
        id: (one) => one.id,
        status: (one) => one.status,
      })
    },
  ],
  [
    'POST',
    /^\/customers\/(\w+)\/addresses$/,
    (request) => {
      const { id } = request.account.customer(first(request))
      return data(request.account.addAddress(id, bodyOf(request.call, addressBody)), 201)
    },
  ],
  [
    'GET',
    /^\/customers\/(\w+)\/addresses\/(\w+)$/,
    (request) => data(request.account.address(second(request), first(request))),
  ],
  [
    'PATCH',
    /^\/customers\/(\w+)\/addresses\/(\w+)$/,
    (request) => {
      const address = request.account.address(second(request), first(request))
      request.account.change(address, bodyOf(request.call, addressBody.partial().extend(status)))
      return data(address)
    },
  ],
  [
    'GET',
    /^\/customers\/(\w+)\/businesses$/,
    (request) => {
      const { id } = request.account.customer(first(request))
      const own = Object.values(request.account.data.businesses).filter((one) => one.customer_id === id)
      return page(request, Object.fromEntries(own.map((one) => [one.id, one])), {
        id: (one) => one.id,
        status: (one) => one.status,
      })
    },
  ],
  [
    'POST',
    /^\/customers\/(\w+)\/businesses$/,
    (request) => {
      const { id } = request.account.customer(first(request))
      return data(request.account.addBusiness(id, bodyOf(request.call, businessBody)), 201)
    },
  ],
  [
    'GET',
    /^\/customers\/(\w+)\/businesses\/(\w+)$/,
    (request) => data(request.account.business(second(request), first(request))),
  ],
  [
    'PATCH',
    /^\/customers\/(\w+)\/businesses\/(\w+)$/,
    (request) => {
      const business = request.account.business(second(request), first(request))
      request.account.change(business, bodyOf(request.call, businessBody.partial().extend(status)))
      return data(business)
    },
  ],

  [
    'GET',
    /^\/transactions$/,
    (request) =>
      page(
        request,
        request.account.data.transactions,
        {
          id: ({ id }) => id,
          status: (one) => one.status,
          customer_id: (one) => one.customer_id,
          subscription_id: (one) => one.subscription_id,
          origin: (one) => one.origin,
          collection_mode: (one) => one.collection_mode,
        },
        30,
      ),
  ],
  [
    'POST',
    /^\/transactions$/,
    ({ account, call }) => {
      const schema = z.strictObject({
        items: itemsBody,
        customer_id: text.optional(),
        address_id: text.optional(),
        business_id: text.optional(),
        custom_data: customData.optional(),
        collection_mode: z.literal('automatic').optional(),
      })
      const body = bodyOf(call, schema)
      const transaction = openCheckout(account, {
        items: body.items.map(({ price_id: priceId, quantity }) => ({ priceId, quantity })),
        customData: body.custom_data ?? null,
        ...(body.customer_id && { customerId: body.customer_id }),
        ...(body.address_id && { addressId: body.address_id }),
        ...(body.business_id && { businessId: body.business_id }),
      })
      return data(transaction, 201)
    },
  ],
  [
    'GET',
    /^\/transactions\/(\w+)$/,
    (request) => {
      const { account, call } = request
      const transaction = account.transaction(first(request))
      const included = call.query.get('include')?.split(',') ?? []
      const { customer_id: customerId } = transaction
      return data({
        ...transaction,
        ...(included.includes('customer') && { customer: customerId && account.customer(customerId) }),
        ...(included.includes('adjustments') && {
          adjustments: Object.values(account.data.adjustments).filter(
            (one) => one.transaction_id === transaction.id,
          ),
        }),
      })
    },
  ],
  [
    'GET',
    /^\/transactions\/(\w+)\/invoice$/,
    (request) => {
      const transaction = request.account.transaction(first(request))
      if (!transaction.invoice_id) {
        throw new PaddleError(
          404,
          'transaction_invoice_not_found',
          `invoice for transaction ${transaction.id} not found`,
        )
      }
      return data({ url: `${request.pages}/invoices/${transaction.id}.pdf` })
    },
  ],

  [
    'GET',
    /^\/subscriptions$/,
    (request) =>
      page(request, request.account.data.subscriptions, {
        id: ({ id }) => id,
        status: (one) => one.status,
        customer_id: (one) => one.customer_id,
        address_id: (one) => one.address_id,
        price_id: ({ items }) => items[0]?.price.id,
        scheduled_change_action: (one) => one.scheduled_change?.action,
        collection_mode: (one) => one.collection_mode,
      }),
  ],
  [
    'GET',
    /^\/subscriptions\/(\w+)$/,
    (request) => {
      const subscription = subscriptionOf(request)
      const included = request.call.query.get('include')?.split(',') ?? []
      return data({
        ...withUrls(request, subscription),
        ...(included.includes('next_transaction') && {
          next_transaction: nextTransaction(request.account, subscription),
        }),
        ...(included.includes('recurring_transaction_details') && {
          recurring_transaction_details: recurringDetails(request.account, subscription),
        }),
      })
    },
  ],
  [
    'PATCH',
    /^\/subscriptions\/(\w+)$/,
    (request) => {
      const subscription = subscriptionOf(request)
      updateSubscription(request.account, subscription, updateOf(request.call))
      return data(withUrls(request, subscription))
    },
  ],
  [
    'PATCH',
    /^\/subscriptions\/(\w+)\/preview$/,
    (request) => data(previewUpdate(request.account, subscriptionOf(request), updateOf(request.call))),
  ],
  [
    'POST',
    /^\/subscriptions\/(\w+)\/cancel$/,
    (request) => {
      const subscription = subscriptionOf(request)
      const body = bodyOf(request.call, z.strictObject({ effective_from: effectiveFrom }))
      cancelSubscription(request.account, subscription, body.effective_from === 'immediately')
      return data(withUrls(request, subscription))
    },
  ],
  [
    'POST',
    /^\/subscriptions\/(\w+)\/pause$/,
    (request) => {
      const subscription = subscriptionOf(request)
      const schema = z.strictObject({
        effective_from: effectiveFrom,
        resume_at: text.optional(),
        on_resume: z.string().optional(),
      })
      const body = bodyOf(request.call, schema)
      pauseSubscription(request.account, subscription, {
        immediately: body.effective_from === 'immediately',
        resumeAt: body.resume_at ?? null,
      })
      return data(withUrls(request, subscription))
    },
  ],
  [
    'POST',
    /^\/subscriptions\/(\w+)\/resume$/,
    (request) => {
      const subscription = subscriptionOf(request)
      const schema = z.strictObject({
        effective_from: z.literal('immediately'),
        on_resume: z.enum(['start_new_billing_period', 'continue_existing_billing_period']).optional(),
      })
      const body = bodyOf(request.call, schema)
      resumeSubscription(request.account, subscription, {
        continuesPeriod: body.on_resume === 'continue_existing_billing_period',
      })
      return data(withUrls(request, subscription))
    },
  ],
  [
    'GET',
    /^\/subscriptions\/(\w+)\/update-payment-method-transaction$/,
    (request) => data(paymentMethodTransaction(request.account, subscriptionOf(request))),
  ],

  [
    'GET',
    /^\/adjustments$/,
    (request) =>
      page(
        request,
        request.account.data.adjustments,
        {
          id: ({ id }) => id,
          action: (one) => one.action,
          status: (one) => one.status,
          transaction_id: (one) => one.transaction_id,
          subscription_id: (one) => one.subscription_id,
          customer_id: (one) => one.customer_id,
        },
        50,
      ),
  ],
  [
    'POST',
    /^\/adjustments$/,
    ({ account, call }) => {
      const schema = z.strictObject({
        action: z.literal('refund'),
        type: z.enum(['full', 'partial']).default('partial'),
        transaction_id: z.string(),
        reason: z.string().min(1),
        items: z
          .array(
            z.strictObject({
              item_id: z.string(),
              type: z.enum(['full', 'partial']),
              amount: z.string().regex(/^\d+$/).nullish(),
            }),
          )
          .optional(),
      })
      const body = bodyOf(call, schema)
      if (body.type === 'partial' && !body.items) throw PaddleError.invalid('items', 'must be provided')
      const lines = account.transaction(body.transaction_id).details.line_items
      const amountOf = (item: { item_id: string; amount?: string | null | undefined }) => {
        const line = lines.find(({ id }) => id === item.item_id)
        if (!line) throw PaddleError.notFound(item.item_id)
        return Number(item.amount ?? line.totals.total)
      }
      const adjustment = adjust(account, {
        action: body.action,
        transactionId: body.transaction_id,
        reason: body.reason,
        ...(body.type === 'partial' && {
          amounts: new Map((body.items ?? []).map((item) => [item.item_id, amountOf(item)])),
        }),
      })
      const answer = data({ ...adjustment }, 201)
      // The sandbox approves refunds by itself.
      decideRefund(account, adjustment, 'approved')
      return answer
    },
  ],
]

/** Answers a call of the API whose key has been checked. */
export function answerApi(account: Account, call: Call, pages: string): Reply {
  const [, area = ''] = call.path.split('/')
  try {
    for (const [method, pattern, handler] of routes) {
      const match = call.method === method ? pattern.exec(call.path) : null
      if (match) return handler({ account, call, ids: match.slice(1), pages })
    }
    throw new PaddleError(404, 'invalid_url', `no ${call.method} ${call.path}`)
  } catch (error) {
    if (error instanceof PaddleError) return errorReply(error, area)
    throw error
  }
}
