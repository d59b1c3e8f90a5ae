import * as z from 'zod'
import { type Call, json, type Reply } from '#tests/fakes/fake.ts'
import type { Account } from './account.ts'
import {
  adjust,
  approveRefund,
  cancelSubscription,
  nextTransaction,
  previewUpdate,
  resumeSubscription,
  type SubscriptionUpdate,
  updateSubscription,
} from './billing.ts'
import { type Address, type Business, newId, type Subscription, type Transaction } from './entities.ts'
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
    throw new PaddleError(400, 'invalid_json')
  }
}

const customData = z.record(z.string(), z.unknown()).nullable()
const text = z.string().nullable()

const addressBody = z.strictObject({
  country_code: z.string().length(2),
  first_line: text.optional(),
  city: text.optional(),
  postal_code: text.optional(),
  region: text.optional(),
  custom_data: customData.optional(),
})
const businessBody = z.strictObject({
  name: z.string().min(1),
  tax_identifier: text.optional(),
  custom_data: customData.optional(),
})
const itemsBody = z
  .array(z.strictObject({ price_id: z.string(), quantity: z.int().positive().default(1) }))
  .min(1)
const effectiveFrom = z.enum(['immediately', 'next_billing_period']).nullish()

const subscriptionBody = z.strictObject({
  items: itemsBody.optional(),
  proration_billing_mode: z.enum(['prorated_immediately', 'do_not_bill']).optional(),
  on_payment_failure: z.literal('prevent_change').optional(),
  address_id: z.string().optional(),
  business_id: z.string().optional(),
  scheduled_change: z.null().optional(),
})

function updateOf(call: Call): SubscriptionUpdate {
  const body = bodyOf(call, subscriptionBody)
  if (body.items && !body.proration_billing_mode) {
    throw new PaddleError(400, 'subscription_items_update_missing_proration_billing_mode')
  }
  return {
    ...(body.items && {
      items: body.items.map(({ price_id: priceId, quantity }) => ({ priceId, quantity })),
      isBilled: body.proration_billing_mode !== 'do_not_bill',
    }),
    ...(body.address_id && { addressId: body.address_id }),
    ...(body.business_id && { businessId: body.business_id }),
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

const subscriptionOf = (request: Request): Subscription => request.account.subscription(first(request))
const includes = ({ call }: Request, name: string) => call.query.get('include')?.split(',').includes(name)

function openPortal(request: Request): Reply {
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
  return data({ ...session, urls: { general: { overview: url } } }, 201)
}

/** The addresses or businesses of a customer. */
function pageOfCustomer(request: Request, all: Readonly<Record<string, Address | Business>>): Reply {
  const { id } = request.account.customer(first(request))
  const own = Object.values(all).filter((one) => one.customer_id === id)
  return page(request, Object.fromEntries(own.map((one) => [one.id, one])), {
    id: (one) => one.id,
    status: (one) => one.status,
  })
}

const routes: Readonly<Record<string, Handler>> = {
  'POST /customers/:id/portal-sessions': openPortal,
  'GET /customers/:id/addresses': (request) => pageOfCustomer(request, request.account.data.addresses),
  'POST /customers/:id/addresses': (request) => {
    const { id } = request.account.customer(first(request))
    return data(request.account.addAddress(id, bodyOf(request.call, addressBody)), 201)
  },
  'PATCH /customers/:id/addresses/:id': (request) => {
    const address = request.account.address(second(request), first(request))
    request.account.change(address, bodyOf(request.call, addressBody.partial()))
    return data(address)
  },
  'GET /customers/:id/businesses': (request) => pageOfCustomer(request, request.account.data.businesses),
  'POST /customers/:id/businesses': (request) => {
    const { id } = request.account.customer(first(request))
    return data(request.account.addBusiness(id, bodyOf(request.call, businessBody)), 201)
  },
  'PATCH /customers/:id/businesses/:id': (request) => {
    const business = request.account.business(second(request), first(request))
    request.account.change(business, bodyOf(request.call, businessBody.partial()))
    return data(business)
  },
  'GET /transactions': (request) => {
    const filters = {
      status: (one: Transaction) => one.status,
      subscription_id: (one: Transaction) => one.subscription_id,
    }
    return page(request, request.account.data.transactions, filters, 30)
  },
  'GET /transactions/:id': (request) => {
    const transaction = request.account.transaction(first(request))
    if (!includes(request, 'adjustments')) return data(transaction)
    const all = Object.values(request.account.data.adjustments)
    return data({ ...transaction, adjustments: all.filter((one) => one.transaction_id === transaction.id) })
  },
  'GET /transactions/:id/invoice': (request) => {
    const { id, invoice_id } = request.account.transaction(first(request))
    if (invoice_id) return data({ url: `${request.pages}/invoices/${id}.pdf` })
    throw new PaddleError(404, 'transaction_invoice_not_found')
  },
  'GET /subscriptions': (request) =>
    page(request, request.account.data.subscriptions, { status: (one) => one.status }),
  'GET /subscriptions/:id': (request) => {
    const subscription = subscriptionOf(request)
    if (!includes(request, 'next_transaction')) return data(subscription)
    return data({ ...subscription, next_transaction: nextTransaction(request.account, subscription) })
  },
  'PATCH /subscriptions/:id': (request) => {
    const subscription = subscriptionOf(request)
    updateSubscription(request.account, subscription, updateOf(request.call))
    return data(subscription)
  },
  'PATCH /subscriptions/:id/preview': (request) =>
    data(previewUpdate(request.account, subscriptionOf(request), updateOf(request.call))),
  'POST /subscriptions/:id/cancel': (request) => {
    const subscription = subscriptionOf(request)
    const body = bodyOf(request.call, z.strictObject({ effective_from: effectiveFrom }))
    cancelSubscription(request.account, subscription, body.effective_from === 'immediately')
    return data(subscription)
  },
  'POST /subscriptions/:id/resume': (request) => {
    const subscription = subscriptionOf(request)
    const schema = z.strictObject({
      effective_from: z.literal('immediately'),
      on_resume: z.enum(['start_new_billing_period', 'continue_existing_billing_period']).optional(),
    })
    const body = bodyOf(request.call, schema)
    resumeSubscription(request.account, subscription, {
      continuesPeriod: body.on_resume === 'continue_existing_billing_period',
    })
    return data(subscription)
  },
  'GET /adjustments': (request) => page(request, request.account.data.adjustments, {}, 50),
  'POST /adjustments': ({ account, call }) => {
    const schema = z.strictObject({
      action: z.literal('refund'),
      type: z.literal('full'),
      transaction_id: z.string(),
      reason: z.string().min(1),
    })
    const { action, transaction_id: transactionId, reason } = bodyOf(call, schema)
    const adjustment = adjust(account, { action, transactionId, reason })
    const answer = data({ ...adjustment }, 201)
    // The sandbox approves refunds by itself.
    approveRefund(account, adjustment)
    return answer
  },
}

const patterns = Object.entries(routes).map(([route, handler]) => ({
  pattern: new RegExp(`^${route.replaceAll(':id', '(\\w+)')}$`),
  handler,
}))

/** Answers a call of the API whose key has been checked. */
export function answerApi(account: Account, call: Call, pages: string): Reply {
  const [, area = ''] = call.path.split('/')
  try {
    for (const { pattern, handler } of patterns) {
      const match = pattern.exec(`${call.method} ${call.path}`)
      if (match) return handler({ account, call, ids: match.slice(1), pages })
    }
    throw new PaddleError(404, 'invalid_url')
  } catch (error) {
    if (error instanceof PaddleError) return errorReply(error, area)
    throw error
  }
}
