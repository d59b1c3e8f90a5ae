import { type Account, monthAfter } from './account.ts'
import { CURRENCY } from './catalog.ts'
import {
  type Adjustment,
  newAdjustment,
  newSubscriptionItem,
  type PaymentMethod,
  type Period,
  type Subscription,
  type Transaction,
  type TransactionItem,
} from './entities.ts'
import { PaddleError } from './errors.ts'
import { prorationAt } from './totals.ts'

export const iso = (at: number) => new Date(at).toISOString()

const recurringItems = (subscription: Subscription): TransactionItem[] =>
  subscription.items.map(({ price, quantity }) => ({ price, quantity, proration: null }))

/** Every state change sends `subscription.updated`, and most another event too. */
export function changeSubscription(
  account: Account,
  subscription: Subscription,
  change: Partial<Subscription>,
  event?: 'activated' | 'canceled' | 'past_due' | 'paused' | 'resumed',
): void {
  account.change(subscription, change, subscription.id)
  account.emit('subscription.updated', subscription, account.now(subscription.id))
  if (event) account.emit(`subscription.${event}`, subscription, account.now(subscription.id))
}

function assertNotCanceled(subscription: Subscription): void {
  if (subscription.status !== 'canceled') return
  throw new PaddleError(400, 'subscription_is_canceled_action_invalid')
}

export interface SubscriptionUpdate {
  readonly items?: readonly { readonly priceId: string; readonly quantity: number }[]
  readonly isBilled?: boolean
  readonly addressId?: string
  readonly businessId?: string
  readonly removesScheduledChange?: boolean
}

interface Proposal {
  readonly items: Subscription['items']
  /** What is billed at once. Empty if nothing is. */
  readonly lines: readonly TransactionItem[]
}

/** The items and the bill of an update. Throws what Paddle refuses. */
function proposeItems(account: Account, subscription: Subscription, update: SubscriptionUpdate): Proposal {
  const period = subscription.current_billing_period
  if (!update.items) return { items: subscription.items, lines: [] }
  if (subscription.scheduled_change) throw new PaddleError(400, 'subscription_locked_pending_changes')
  if (!period) {
    throw new PaddleError(400, 'subscription_incorrect_proration_on_paused_subscription')
  }
  const at = Date.now() + (account.data.ahead[subscription.id] ?? 0)
  const items = update.items.map(({ priceId, quantity }) => {
    const existing = subscription.items.find(
      (item) => item.price.id === priceId && item.quantity === quantity,
    )
    return existing ?? newSubscriptionItem(account.entry(priceId), quantity, period)
  })
  const proration = prorationAt(period, at)
  const added = items.filter((item) => !subscription.items.includes(item))
  const removed = subscription.items.filter((item) => !items.includes(item))
  const line = ({ price, quantity }: (typeof items)[number], sign: 1 | -1): TransactionItem => ({
    price,
    quantity: sign * quantity,
    proration,
  })
  if (added.length + removed.length > 0 && subscription.status === 'past_due') {
    throw new PaddleError(400, 'subscription_update_when_past_due')
  }
  if (!update.isBilled) return { items, lines: [] }
  return { items, lines: [...added.map((item) => line(item, 1)), ...removed.map((item) => line(item, -1))] }
}

const changesOf = (account: Account, subscription: Subscription, update: SubscriptionUpdate) => ({
  address_id: account.address(update.addressId ?? subscription.address_id, subscription.customer_id).id,
  ...(update.businessId && { business_id: account.business(update.businessId, subscription.customer_id).id }),
  ...(update.removesScheduledChange && {
    scheduled_change: null,
    next_billed_at: subscription.current_billing_period?.ends_at ?? null,
  }),
})

export function updateSubscription(
  account: Account,
  subscription: Subscription,
  update: SubscriptionUpdate,
): void {
  assertNotCanceled(subscription)
  if (subscription.status === 'paused' && !update.items)
    throw new PaddleError(400, 'subscription_only_update_items_on_paused_subscription')
  const changes = changesOf(account, subscription, update)
  const { items, lines } = proposeItems(account, subscription, update)
  if (lines.length > 0) {
    const isPaid = bill(account, subscription, lines, 'subscription_update')
    if (!isPaid) throw new PaddleError(400, 'subscription_payment_declined')
  }
  changeSubscription(account, subscription, { ...changes, items })
}

export function previewUpdate(account: Account, subscription: Subscription, update: SubscriptionUpdate) {
  assertNotCanceled(subscription)
  const changes = changesOf(account, subscription, update)
  const { items, lines } = proposeItems(account, subscription, update)
  const after: Subscription = { ...subscription, ...changes, items }
  const immediate = account.details(lines, after)
  const totalOf = (sign: 1 | -1) => {
    const items = lines.filter(({ quantity }) => Math.sign(quantity) === sign)
    return Math.abs(Number(account.details(items, { ...after, customer_id: null }).totals.total))
  }
  const [charge, credit] = [totalOf(1), totalOf(-1)]
  const money = (cents: number) => ({ amount: String(cents), currency_code: CURRENCY })
  const balance = Number(immediate.totals.credit_to_balance) - Number(immediate.totals.credit)
  return {
    ...after,
    immediate_transaction:
      lines.length === 0
        ? null
        : { billing_period: subscription.current_billing_period, details: immediate, adjustments: [] },
    next_transaction: nextTransaction(account, after, balance),
    recurring_transaction_details: recurringDetails(account, after),
    update_summary: {
      credit: money(credit),
      charge: money(charge),
      result: { action: charge >= credit ? 'charge' : 'credit', ...money(Math.abs(charge - credit)) },
    },
  }
}

/** Without the customer's credit. */
const recurringDetails = (account: Account, subscription: Subscription) =>
  account.details(recurringItems(subscription), { ...subscription, customer_id: null })

/** `added` is what a previewed update adds to the customer's credit. */
export function nextTransaction(account: Account, subscription: Subscription, added = 0) {
  const start = subscription.next_billed_at
  if (!start) return null
  const { creditBalances } = account.data
  const before = creditBalances[subscription.customer_id] ?? 0
  creditBalances[subscription.customer_id] = before + added
  const details = account.details(recurringItems(subscription), subscription)
  creditBalances[subscription.customer_id] = before
  return { billing_period: { starts_at: start, ends_at: monthAfter(start) }, details, adjustments: [] }
}

const buyerOf = ({ id, customer_id, address_id, business_id, custom_data }: Subscription) => ({
  customer_id,
  address_id,
  business_id,
  custom_data,
  subscription_id: id,
})

/** Charges the card on file. */
function bill(
  account: Account,
  subscription: Subscription,
  items: readonly TransactionItem[],
  origin: 'subscription_recurring' | 'subscription_update',
): boolean {
  const transaction = account.addTransaction({
    origin,
    items,
    ...buyerOf(subscription),
    billing_period: subscription.current_billing_period,
  })
  const at = account.change(
    transaction,
    { status: 'billed', billed_at: transaction.created_at },
    subscription.id,
  )
  account.emit('transaction.billed', transaction, at)
  if (account.charge(transaction, account.paymentMethod(subscription.id))) {
    account.markPaid(transaction)
    account.markCompleted(transaction)
    return true
  }
  const isRenewal = origin === 'subscription_recurring'
  const changed = account.change(
    transaction,
    { status: isRenewal ? 'past_due' : 'canceled' },
    subscription.id,
  )
  account.emit(isRenewal ? 'transaction.past_due' : 'transaction.canceled', transaction, changed)
  return false
}

export function cancelSubscription(account: Account, subscription: Subscription, immediately: boolean): void {
  assertNotCanceled(subscription)
  const period = subscription.current_billing_period
  if (immediately || !period) {
    endSubscription(account, subscription)
    return
  }
  if (subscription.scheduled_change) throw new PaddleError(400, 'subscription_locked_pending_changes')
  changeSubscription(account, subscription, {
    next_billed_at: null,
    scheduled_change: { action: 'cancel', effective_at: period.ends_at, resume_at: null },
  })
}

function endSubscription(account: Account, subscription: Subscription): void {
  const at = iso(account.now(subscription.id))
  changeSubscription(
    account,
    subscription,
    {
      status: 'canceled',
      canceled_at: at,
      next_billed_at: null,
      current_billing_period: null,
      scheduled_change: null,
      items: subscription.items.map((item) => ({ ...item, status: 'inactive', next_billed_at: null })),
    },
    'canceled',
  )
}

export function pauseSubscription(account: Account, subscription: Subscription): void {
  assertNotCanceled(subscription)
  if (!subscription.current_billing_period) {
    throw new PaddleError(400, 'subscription_is_paused_action_invalid')
  }
  changeSubscription(
    account,
    subscription,
    {
      status: 'paused',
      paused_at: iso(account.now(subscription.id)),
      next_billed_at: null,
      current_billing_period: null,
      scheduled_change: null,
    },
    'paused',
  )
}

/**
 * Resumes at once, with a new billing period that is charged first. `continuesPeriod` keeps the period of before the
 * pause if it isn't over.
 */
export function resumeSubscription(
  account: Account,
  subscription: Subscription,
  { continuesPeriod = false } = {},
): void {
  assertNotCanceled(subscription)
  if (subscription.status !== 'paused') {
    throw new PaddleError(400, 'subscription_not_paused')
  }
  const now = account.now(subscription.id)
  const [item] = subscription.items
  const paid = { starts_at: item?.previously_billed_at ?? '', ends_at: item?.next_billed_at ?? '' }
  const isPaidFor = continuesPeriod && Date.parse(paid.ends_at) > now
  const period: Period = isPaidFor ? paid : { starts_at: iso(now), ends_at: monthAfter(iso(now)) }
  if (!isPaidFor) {
    const resumed = { ...subscription, current_billing_period: period }
    const isPaid = bill(account, resumed, recurringItems(subscription), 'subscription_recurring')
    if (!isPaid) throw new PaddleError(400, 'subscription_payment_declined')
  }
  changeSubscription(
    account,
    subscription,
    {
      status: 'active',
      paused_at: null,
      scheduled_change: null,
      next_billed_at: period.ends_at,
      current_billing_period: period,
      items: renewedItems(subscription, period),
    },
    'resumed',
  )
}

const renewedItems = (subscription: Subscription, period: Period): Subscription['items'] =>
  subscription.items.map((item) => ({
    ...item,
    previously_billed_at: period.starts_at,
    next_billed_at: period.ends_at,
  }))

/** Moves the subscription's time to the end of its billing period, and does what is due then. */
export function endPeriod(account: Account, subscription: Subscription): void {
  const { current_billing_period: period, scheduled_change: scheduled } = subscription
  if (!period) throw new Error(`${subscription.id} has no billing period`)
  const { data } = account
  data.ahead[subscription.id] = Math.max(
    Date.parse(period.ends_at) - Date.now(),
    data.ahead[subscription.id] ?? 0,
  )
  if (scheduled?.action === 'cancel') endSubscription(account, subscription)
  else renew(account, subscription, period)
}

/** A failed renewal begins the new period too, as past due. */
function renew(account: Account, subscription: Subscription, before: Period): void {
  const period: Period = { starts_at: before.ends_at, ends_at: monthAfter(before.ends_at) }
  const renewed = { ...subscription, current_billing_period: period }
  const isPaid = bill(account, renewed, recurringItems(subscription), 'subscription_recurring')
  changeSubscription(
    account,
    subscription,
    {
      status: isPaid ? 'active' : 'past_due',
      next_billed_at: period.ends_at,
      current_billing_period: period,
      items: renewedItems(subscription, period),
    },
    isPaid ? undefined : 'past_due',
  )
}

const pastDueTransaction = (account: Account, { id }: Subscription) =>
  Object.values(account.data.transactions).findLast(
    (one) => one.subscription_id === id && one.status === 'past_due',
  )

/** For a checkout that changes the card: the unpaid transaction, or a new one of zero. */
function paymentMethodTransaction(account: Account, subscription: Subscription): Transaction {
  assertNotCanceled(subscription)
  const unpaid = pastDueTransaction(account, subscription)
  if (unpaid) return unpaid
  const items = recurringItems(subscription).map((item) => ({
    ...item,
    price: { ...item.price, unit_price: { ...item.price.unit_price, amount: '0' } },
  }))
  return account.addTransaction({
    origin: 'subscription_payment_method_change',
    items,
    ...buyerOf(subscription),
    billing_period: null,
  })
}

/** A checkout for a subscription changes its card, and pays what is due. */
export function payForSubscription(
  account: Account,
  transaction: Transaction,
  method: PaymentMethod,
): boolean {
  const subscription = account.subscription(transaction.subscription_id ?? '')
  if (!account.charge(transaction, method)) return false
  account.data.paymentMethods[subscription.id] = method
  account.markPaid(transaction)
  account.markCompleted(transaction)
  if (subscription.status === 'past_due' && !pastDueTransaction(account, subscription))
    changeSubscription(account, subscription, { status: 'active' }, 'activated')
  return true
}

/** Takes effect at the next charge, as when a customer changes the card in the portal. Pays what is due. */
export function changeCard(account: Account, subscription: Subscription, method: PaymentMethod): boolean {
  return payForSubscription(account, paymentMethodTransaction(account, subscription), method)
}

interface AdjustmentInput {
  readonly action: Adjustment['action']
  readonly transactionId: string
  readonly reason: string
  /** Without it, all that is left. */
  readonly cents?: number | undefined
}

/** Refunds wait for approval. Approved ones are final. */
export function adjust(account: Account, input: AdjustmentInput): Adjustment {
  const transaction = account.transaction(input.transactionId)
  if (transaction.status !== 'completed') {
    throw new PaddleError(400, 'adjustment_transaction_invalid_status_for_refund')
  }
  const before = Object.values(account.data.adjustments).filter(
    ({ transaction_id: id, status }) => id === transaction.id && status !== 'rejected',
  )
  if (before.some(({ status }) => status === 'pending_approval')) {
    throw new PaddleError(400, 'adjustment_pending_refund_request')
  }
  const grandTotal = Number(transaction.details.totals.grand_total)
  const adjusted = before.reduce((sum, { totals }) => sum + Number(totals.total), 0)
  const { action, reason, cents = grandTotal - adjusted } = input
  if (cents <= 0 || adjusted + cents > grandTotal) {
    throw new PaddleError(400, 'adjustment_total_amount_above_remaining_allowed')
  }
  const subscriptionId = transaction.subscription_id ?? undefined
  const at = iso(account.now(subscriptionId))
  const tax = Math.round((Number(transaction.details.totals.grand_total_tax) * cents) / grandTotal)
  const totals = { subtotal: String(cents - tax), tax: String(tax), total: String(cents) }
  const adjustment = newAdjustment(at, transaction, { action, reason, totals })
  account.data.adjustments[adjustment.id] = adjustment
  account.emit('adjustment.created', adjustment, account.now(subscriptionId))
  return adjustment
}

export function approveRefund(account: Account, adjustment: Adjustment): void {
  const at = account.change(adjustment, { status: 'approved' }, adjustment.subscription_id ?? undefined)
  account.emit('adjustment.updated', adjustment, at)
}
