import * as z from 'zod'
import { type Call, json, type Reply } from '#tests/fakes/fake.ts'
import { type Account, cards } from './account.ts'
import { cancelSubscription, changeCard } from './billing.ts'
import { enterCustomer, openCheckout, payCheckout } from './checkout.ts'
import type { Transaction } from './entities.ts'
import { errorReply, PaddleError } from './errors.ts'
import { checkoutPage, invoicePdf, portalPage } from './pages.ts'
import { paddleScript } from './script.ts'
import type { Totals } from './totals.ts'

interface Accounts {
  /** Undefined if the token isn't one of the sandbox. */
  byToken(token: string): Account | undefined
  all(): readonly Account[]
}

const address = z.looseObject({ id: z.string().optional(), countryCode: z.string().optional() })
const business = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  taxIdentifier: z.string().optional(),
})
/** What a page passes to Paddle.Checkout.open, with what it passed to Initialize. */
const openBody = z.looseObject({
  token: z.string(),
  environment: z.string(),
  items: z.array(z.strictObject({ priceId: z.string(), quantity: z.number().optional() })).optional(),
  transactionId: z.string().optional(),
  customData: z.record(z.string(), z.unknown()).nullish(),
  customer: z
    .looseObject({
      id: z.string().optional(),
      email: z.string().optional(),
      address: address.optional(),
      business: business.optional(),
    })
    .optional(),
  settings: z.looseObject({ displayMode: z.string(), theme: z.string() }),
})
const payBody = z.strictObject({
  token: z.string(),
  card: z.enum(['works', 'declines']),
  email: z.string().optional(),
})

const invalidToken = () =>
  new PaddleError(403, 'invalid_client_token', 'Invalid, revoked or expired client-side token.')

/** In the events of Paddle.js, amounts are numbers in the main unit. */
const inMainUnit = ({ subtotal, discount, tax, total }: Totals) => ({
  subtotal: Number(subtotal) / 100,
  discount: Number(discount) / 100,
  tax: Number(tax) / 100,
  total: Number(total) / 100,
})

function checkoutData(account: Account, transaction: Transaction, settings: object) {
  const { customer_id: customerId, address_id: addressId, business_id: businessId } = transaction
  const customer = customerId ? account.customer(customerId) : undefined
  const [payment] = transaction.payments
  return {
    id: transaction.id.replace(/^txn_/, 'che_'),
    transaction_id: transaction.id,
    status: transaction.status,
    currency_code: transaction.currency_code,
    custom_data: transaction.custom_data,
    customer: {
      id: customer?.id ?? null,
      email: customer?.email ?? null,
      address: customerId && addressId ? account.address(addressId, customerId) : null,
      business: customerId && businessId ? account.business(businessId, customerId) : null,
    },
    items: transaction.details.line_items.map(({ price_id, quantity, totals, product }) => ({
      price_id,
      price_name: account.entry(price_id).price.name,
      product: { id: product.id, name: product.name, description: product.description },
      quantity,
      totals: inMainUnit(totals),
      recurring_totals: inMainUnit(totals),
      billing_cycle: account.entry(price_id).price.billing_cycle,
    })),
    totals: {
      ...inMainUnit(transaction.details.totals),
      credit: Number(transaction.details.totals.credit) / 100,
      balance: Number(transaction.details.totals.grand_total) / 100,
    },
    recurring_totals: inMainUnit(transaction.details.totals),
    payment: { method_details: payment?.method_details ?? { type: 'none' } },
    settings,
    discount: null,
    upsell: null,
  }
}

function open(accounts: Accounts, body: z.infer<typeof openBody>) {
  const account = body.environment === 'sandbox' ? accounts.byToken(body.token) : undefined
  if (!account) throw invalidToken()
  const { customer } = body
  const transaction = body.transactionId
    ? account.transaction(body.transactionId)
    : openCheckout(account, {
        items: body.items ?? [],
        customData: body.customData ?? null,
        ...(customer?.email && { email: customer.email }),
        ...(customer?.id && { customerId: customer.id }),
        ...(customer?.address?.id && { addressId: customer.address.id }),
        ...(customer?.address?.countryCode && { country: customer.address.countryCode }),
        ...(customer?.business?.id && { businessId: customer.business.id }),
        ...(customer?.business?.name && {
          business: {
            name: customer.business.name,
            ...(customer.business.taxIdentifier && { taxIdentifier: customer.business.taxIdentifier }),
          },
        }),
      })
  const { displayMode, theme } = body.settings
  return checkoutData(account, transaction, { display_mode: displayMode, theme })
}

function pay(accounts: Accounts, transactionId: string, body: z.infer<typeof payBody>) {
  const account = accounts.byToken(body.token)
  if (!account) throw invalidToken()
  const transaction = account.transaction(transactionId)
  enterCustomer(account, transaction, {
    items: [],
    customData: null,
    ...(body.email && { email: body.email }),
  })
  const isPaid = payCheckout(account, transaction, cards[body.card])
  return { isPaid, checkout: checkoutData(account, transaction, {}) }
}

const notFound = () => json(404, { error: 'not found' })

/** A page of another website could post here too. */
const isSameOrigin = ({ headers: { origin, host } }: Call) =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host

function portal(accounts: Accounts, call: Call, sessionId: string): Reply {
  const account = accounts.all().find(({ data }) => data.portalSessions[sessionId])
  const session = account?.data.portalSessions[sessionId]
  if (!account || !session) return notFound()
  const subscriptions = Object.values(account.data.subscriptions).filter(
    (one) => one.customer_id === session.customer_id,
  )
  if (call.method === 'POST') {
    const form = new URLSearchParams(call.body)
    const subscription = subscriptions.find(({ id }) => id === form.get('subscription'))
    if (!subscription) return notFound()
    if (form.get('action') === 'card') changeCard(account, subscription, cards.another)
    else cancelSubscription(account, subscription, false)
    return { status: 303, headers: { location: call.path.replace(/^.*\//, '') }, body: '' }
  }
  return portalPage(
    sessionId,
    subscriptions.map((subscription) => ({
      subscription,
      card: account.paymentMethod(subscription.id).card,
      transactions: Object.values(account.data.transactions).filter(
        (one) => one.subscription_id === subscription.id && one.invoice_number,
      ),
    })),
  )
}

function answer(call: Call, accounts: Accounts): Reply {
  const { method, path } = call
  if (method === 'POST' && !isSameOrigin(call)) return json(403, { error: 'not for other websites' })
  if (method === 'GET' && path === '/paddle.js') {
    const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }
    return { status: 200, headers, body: paddleScript }
  }
  if (method === 'GET' && path === '/checkout') return checkoutPage()
  if (method === 'POST' && path === '/checkouts')
    return json(200, { data: open(accounts, openBody.parse(JSON.parse(call.body))) })
  const [, transactionId] = /^\/checkouts\/(\w+)\/pay$/.exec(path) ?? []
  if (method === 'POST' && transactionId)
    return json(200, { data: pay(accounts, transactionId, payBody.parse(JSON.parse(call.body))) })
  const [, sessionId] = /^\/portal\/(\w+)$/.exec(path) ?? []
  if (sessionId) return portal(accounts, call, sessionId)
  const [, invoiceOf = ''] = /^\/invoices\/(\w+)\.pdf$/.exec(path) ?? []
  const invoice = accounts.all().flatMap(({ data }) => data.transactions[invoiceOf] ?? [])[0]
  return invoice?.invoice_id ? invoicePdf(invoice) : notFound()
}

/** Answers what Paddle serves to browsers. */
export function answerBrowser(call: Call, accounts: Accounts): Reply {
  try {
    return answer(call, accounts)
  } catch (error) {
    if (error instanceof PaddleError) {
      // The checkout shows the error, and it is no failed request.
      const reply = errorReply(error, 'checkout')
      return { ...reply, status: 200 }
    }
    throw error
  }
}
