import { type Account, monthAfter } from './account.ts'
import { iso, payForSubscription } from './billing.ts'
import {
  type CustomData,
  newId,
  newSubscription,
  newSubscriptionItem,
  type PaymentMethod,
  type Period,
  type Transaction,
  type TransactionItem,
} from './entities.ts'
import { PaddleError } from './errors.ts'

const itemOf = (account: Account, priceId: string, quantity = 1): TransactionItem => ({
  price: account.entry(priceId).price,
  quantity,
  proration: null,
})

export interface CheckoutInput {
  readonly items: readonly { readonly priceId: string; readonly quantity?: number | undefined }[]
  readonly customData: CustomData
  readonly email: string
  readonly country?: string
  readonly business?: { readonly name: string; readonly taxIdentifier: string }
}

/** A checkout that a customer opens in the browser. */
export function openCheckout(account: Account, input: CheckoutInput): Transaction {
  if (input.items.length === 0) throw PaddleError.invalid('items', 'at least one item is required')
  const items = input.items.map(({ priceId, quantity }) => itemOf(account, priceId, quantity ?? 1))
  const { id: customerId } = account.customerByEmail(input.email) ?? account.addCustomer(input.email)
  const address = account.addAddress(customerId, { country_code: input.country ?? 'US' })
  const business =
    input.business &&
    account.addBusiness(customerId, {
      name: input.business.name,
      tax_identifier: input.business.taxIdentifier,
    })
  return account.addTransaction({
    origin: 'web',
    items,
    customer_id: customerId,
    address_id: address.id,
    business_id: business?.id ?? null,
    custom_data: input.customData,
    subscription_id: null,
    billing_period: null,
  })
}

/** Pays a checkout. Returns false if the card is declined: the checkout stays open. */
export function payCheckout(account: Account, transaction: Transaction, method: PaymentMethod): boolean {
  if (transaction.subscription_id) return payForSubscription(account, transaction, method)
  if (!takePayment(account, transaction, method)) return false
  completeCheckout(account, transaction, method)
  return true
}

/** Takes the payment of a first checkout. It is `paid` until the subscription exists. */
export function takePayment(account: Account, transaction: Transaction, method: PaymentMethod): boolean {
  if (transaction.status !== 'ready') {
    throw new PaddleError(400, 'transaction_not_ready_to_process')
  }
  if (!account.charge(transaction, method)) return false
  account.markPaid(transaction)
  return true
}

/** Creates the subscription of a paid checkout. */
export function completeCheckout(account: Account, transaction: Transaction, method: PaymentMethod): void {
  if (transaction.status !== 'paid') throw new Error(`${transaction.id} is ${transaction.status}`)
  subscribe(account, transaction, method)
  account.markCompleted(transaction)
}

/** Paddle creates the subscription when the transaction is paid. */
function subscribe(account: Account, transaction: Transaction, method: PaymentMethod): void {
  const { customer_id, address_id, business_id, custom_data } = transaction
  if (!customer_id || !address_id) throw new Error(`${transaction.id} has no customer`)
  const id = newId('sub')
  account.data.last[id] = account.now()
  const at = iso(account.now(id))
  const period: Period = { starts_at: at, ends_at: monthAfter(at) }
  const items = transaction.items.map(({ price, quantity }) =>
    newSubscriptionItem(account.entry(price.id), quantity, period),
  )
  const ids = { customer_id, address_id, business_id }
  const subscription = newSubscription(id, { ...ids, custom_data, period, items })
  account.data.subscriptions[id] = subscription
  account.data.paymentMethods[id] = method
  account.change(transaction, { subscription_id: id, billing_period: period })
  account.emit('subscription.created', { ...subscription, transaction_id: transaction.id }, account.now(id))
  account.emit('subscription.activated', subscription, account.now(id))
}
