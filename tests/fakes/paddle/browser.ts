import * as z from 'zod'
import { type Call, json, type Reply } from '#tests/fakes/fake.ts'
import { type Account, cards } from './account.ts'
import { cancelSubscription, changeCard } from './billing.ts'
import { openCheckout, payCheckout } from './checkout.ts'
import type { Transaction } from './entities.ts'
import { errorReply, PaddleError } from './errors.ts'
import { checkoutPage, invoicePdf, portalPage } from './pages.ts'
import { paddleScript } from './script.ts'

interface Accounts {
  /** Undefined if the token isn't one of the sandbox. */
  byToken(token: string): Account | undefined
  all(): readonly Account[]
}

/** What a page passes to Paddle.Checkout.open, with what it passed to Initialize. */
const openBody = z.looseObject({
  token: z.string(),
  environment: z.string(),
  items: z.array(z.strictObject({ priceId: z.string(), quantity: z.number().optional() })).optional(),
  transactionId: z.string().optional(),
  customData: z.record(z.string(), z.unknown()).nullish(),
  customer: z
    .looseObject({
      email: z.string(),
      address: z.looseObject({ countryCode: z.string() }).optional(),
      business: z.strictObject({ name: z.string(), taxIdentifier: z.string() }).optional(),
    })
    .optional(),
})
const payBody = z.strictObject({ token: z.string(), card: z.enum(['works', 'declines']) })

const invalidToken = () =>
  new PaddleError(403, 'invalid_client_token', 'Invalid, revoked or expired client-side token.')

/** What the sheet shows, and the page reads of events. Amounts are numbers in the main unit. */
function checkoutData({ id, currency_code, details }: Transaction) {
  const { subtotal, tax, total } = details.totals
  return {
    transaction_id: id,
    currency_code,
    items: details.line_items.map(({ product: { name } }) => ({ product: { name } })),
    totals: { subtotal: Number(subtotal) / 100, tax: Number(tax) / 100, total: Number(total) / 100 },
  }
}

function open(accounts: Accounts, body: z.infer<typeof openBody>) {
  const account = body.environment === 'sandbox' ? accounts.byToken(body.token) : undefined
  if (!account) throw invalidToken()
  if (body.transactionId) return checkoutData(account.transaction(body.transactionId))
  const { items = [], customData = null, customer } = body
  if (!customer) throw PaddleError.invalid('customer', 'must be provided')
  const { email, address, business } = customer
  const transaction = openCheckout(account, {
    ...{ items, customData, email },
    ...(address && { country: address.countryCode }),
    ...(business && { business }),
  })
  return checkoutData(transaction)
}

function pay(accounts: Accounts, transactionId: string, body: z.infer<typeof payBody>) {
  const account = accounts.byToken(body.token)
  if (!account) throw invalidToken()
  const transaction = account.transaction(transactionId)
  const isPaid = payCheckout(account, transaction, cards[body.card])
  return { isPaid, checkout: checkoutData(transaction) }
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
