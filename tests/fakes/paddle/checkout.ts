import { type Account, monthAfter } from './account.ts'
import { iso, payForSubscription } from './billing.ts'
import {
  type CustomData,
  type Customer,
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
  readonly email?: string
  readonly customerId?: string
  readonly country?: string
  readonly addressId?: string
  readonly businessId?: string
  readonly business?: { readonly name: string; readonly taxIdentifier?: string }
}

/** A checkout that a customer opens in the browser. */
export function openCheckout(account: Account, input: CheckoutInput): Transaction {
  if (input.items.length === 0) throw PaddleError.invalid('items', 'at least one item is required')
  const items = input.items.map(({ priceId, quantity }) => itemOf(account, priceId, quantity ?? 1))
  const customer = customerOf(account, input)
  const ids = customer && placeOf(account, customer.id, input)
  return account.addTransaction({
    origin: 'web',
    items,
    customer_id: customer?.id ?? null,
    address_id: ids?.address_id ?? null,
    business_id: ids?.business_id ?? null,
    custom_data: input.customData,
    subscription_id: null,
    billing_period: null,
  })
}

function customerOf(account: Account, { customerId, email }: CheckoutInput): Customer | undefined {
  if (customerId) return account.customer(customerId)
  return email === undefined ? undefined : (account.customerByEmail(email) ?? account.addCustomer(email))
}

function placeOf(account: Account, customerId: string, input: CheckoutInput) {
  const address = input.addressId
    ? account.address(input.addressId, customerId)
    : account.addAddress(customerId, { country_code: input.country ?? 'US' })
  const business = input.businessId
    ? account.business(input.businessId, customerId)
    : input.business &&
      account.addBusiness(customerId, {
        name: input.business.name,
        tax_identifier: input.business.taxIdentifier ?? null,
      })
  return { address_id: address.id, business_id: business?.id ?? null }
}

/** What the customer enters at the checkout, when it was opened without. */
export function enterCustomer(account: Account, transaction: Transaction, input: CheckoutInput): void {
  if (transaction.customer_id) return
  const customer = customerOf(account, input)
  if (!customer) throw PaddleError.invalid('customer.email', 'must be provided')
  const ids = { customer_id: customer.id, ...placeOf(account, customer.id, input) }
  const details = account.details(transaction.items, ids)
  account.change(transaction, { ...ids, details, status: 'ready' })
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
