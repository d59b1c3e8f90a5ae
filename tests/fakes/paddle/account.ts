import { type CatalogEntry, catalog, taxRateOf } from './catalog.ts'
import {
  type Address,
  type Adjustment,
  type Business,
  type Customer,
  type Given,
  newAddress,
  newBusiness,
  newCustomer,
  newId,
  newPayment,
  newTransaction,
  type PaymentMethod,
  type Subscription,
  type Transaction,
  type TransactionItem,
} from './entities.ts'
import { PaddleError } from './errors.ts'
import { detailsOf } from './totals.ts'

/** What Paddle keeps for one seller. It can be written as JSON. */
export interface AccountData {
  readonly customers: Record<string, Customer>
  readonly addresses: Record<string, Address>
  readonly businesses: Record<string, Business>
  readonly transactions: Record<string, Transaction>
  readonly subscriptions: Record<string, Subscription>
  readonly adjustments: Record<string, Adjustment>
  readonly portalSessions: Record<string, { id: string; customer_id: string; subscription_ids: string[] }>
  /** In cents, by customer. */
  readonly creditBalances: Record<string, number>
  /** By subscription. */
  readonly paymentMethods: Record<string, PaymentMethod>
  /** How far a subscription's time is ahead of the real one, in milliseconds. */
  readonly ahead: Record<string, number>
  /** The last timestamp of each subscription, in milliseconds. */
  readonly last: Record<string, number>
  invoices: number
}

export const emptyAccount = (): AccountData => ({
  customers: {},
  addresses: {},
  businesses: {},
  transactions: {},
  subscriptions: {},
  adjustments: {},
  portalSessions: {},
  creditBalances: {},
  paymentMethods: {},
  ahead: {},
  last: {},
  invoices: 0,
})

const card = (type: 'visa' | 'mastercard', last4: string) => ({
  type,
  last4,
  expiry_month: 12,
  expiry_year: 2030,
})

/** Test cards. `declines` is always declined. */
export const cards = {
  works: { card: card('visa', '4242'), declines: false },
  declines: { card: card('visa', '0002'), declines: true },
  another: { card: card('mastercard', '5556'), declines: false },
} as const

export type CardName = keyof typeof cards

/** The following month's day, or its last one. */
export function monthAfter(iso: string): string {
  const start = new Date(iso)
  const next = new Date(start)
  next.setUTCMonth(start.getUTCMonth() + 1)
  if (next.getUTCDate() !== start.getUTCDate()) next.setUTCDate(0)
  return next.toISOString()
}

const required = <T>(found: T | undefined, id: string): T => {
  if (!found) throw PaddleError.notFound(id)
  return found
}

/** One seller's account: its entities and how they are stored, without the rules of billing. */
export class Account {
  readonly data: AccountData
  /** Receives each event, with the entity as it is at that moment. */
  readonly emit: (type: string, entity: object, at: number) => void

  constructor(data: AccountData, emit: Account['emit']) {
    this.data = data
    this.emit = emit
  }

  /** Grows with each change of a subscription, so that no two changes have the same time. */
  now(subscriptionId = 'account'): number {
    const { ahead, last } = this.data
    const at = Math.max(Date.now() + (ahead[subscriptionId] ?? 0), (last[subscriptionId] ?? 0) + 1)
    last[subscriptionId] = at
    return at
  }

  entry = (priceId: string): CatalogEntry => required(catalog.get(priceId), priceId)
  customer = (id: string) => required(this.data.customers[id], id)
  transaction = (id: string) => required(this.data.transactions[id], id)
  subscription = (id: string) => required(this.data.subscriptions[id], id)

  address(id: string, customerId: string): Address {
    const found = this.data.addresses[id]
    return required(found?.customer_id === customerId ? found : undefined, id)
  }

  business(id: string, customerId: string): Business {
    const found = this.data.businesses[id]
    return required(found?.customer_id === customerId ? found : undefined, id)
  }

  paymentMethod = (subscriptionId: string) =>
    required(this.data.paymentMethods[subscriptionId], subscriptionId)

  customerByEmail = (email: string) =>
    Object.values(this.data.customers).find((one) => one.email.toLowerCase() === email.toLowerCase())

  addCustomer(email: string): Customer {
    const customer = newCustomer(new Date(this.now()).toISOString(), { email })
    this.data.customers[customer.id] = customer
    return customer
  }

  addAddress(customerId: string, input: Pick<Address, 'country_code'> & Given<Address>): Address {
    const address = newAddress(new Date(this.now()).toISOString(), customerId, input.country_code)
    this.data.addresses[address.id] = Object.assign(address, input)
    return address
  }

  addBusiness(customerId: string, input: Pick<Business, 'name'> & Given<Business>): Business {
    const business = newBusiness(new Date(this.now()).toISOString(), customerId, input.name)
    this.data.businesses[business.id] = Object.assign(business, input)
    return business
  }

  private taxRate({ address_id, business_id }: { address_id: string | null; business_id: string | null }) {
    const country = address_id ? this.data.addresses[address_id]?.country_code : undefined
    const business = business_id ? this.data.businesses[business_id] : undefined
    return country ? taxRateOf(country, business?.tax_identifier ?? null) : 0
  }

  details(
    items: readonly TransactionItem[],
    of: { customer_id: string | null; address_id: string | null; business_id: string | null },
    paid = false,
  ) {
    const balance = of.customer_id ? (this.data.creditBalances[of.customer_id] ?? 0) : 0
    return detailsOf(items, { taxRate: this.taxRate(of), balance, paid })
  }

  addTransaction(input: Omit<Parameters<typeof newTransaction>[1], 'details'>): Transaction {
    const at = this.now(input.subscription_id ?? undefined)
    const details = this.details(input.items, input)
    const transaction = newTransaction(new Date(at).toISOString(), { ...input, details })
    this.data.transactions[transaction.id] = transaction
    this.emit('transaction.created', transaction, at)
    return transaction
  }

  change<T extends { updated_at: string }>(entity: T, change: Given<T>, subscriptionId?: string): number {
    const at = this.now(subscriptionId)
    Object.assign(entity, change, { updated_at: new Date(at).toISOString() })
    return at
  }

  /** Adds an attempt to pay. Returns whether it succeeded. */
  charge(transaction: Transaction, method: PaymentMethod): boolean {
    const subscriptionId = transaction.subscription_id ?? undefined
    const at = new Date(this.now(subscriptionId)).toISOString()
    const due = transaction.details.totals.grand_total
    const isDeclined = method.declines && due !== '0'
    const payment = newPayment(at, due, method, isDeclined)
    // The newest attempt is first.
    const attempts =
      due === '0' && transaction.origin !== 'subscription_payment_method_change' ? [] : [payment]
    const changed = this.change(
      transaction,
      { payments: [...attempts, ...transaction.payments] },
      subscriptionId,
    )
    if (isDeclined) this.emit('transaction.payment_failed', transaction, changed)
    return !isDeclined
  }

  /** Gives the transaction its invoice. The subscription's events come between `paid` and `completed`. */
  markPaid(transaction: Transaction): void {
    const { customer_id: customerId } = transaction
    const subscriptionId = transaction.subscription_id ?? undefined
    const details = this.details(transaction.items, transaction, true)
    if (customerId) {
      const { credit, credit_to_balance: added } = details.totals
      const before = this.data.creditBalances[customerId] ?? 0
      this.data.creditBalances[customerId] = before - Number(credit) + Number(added)
    }
    const invoice = {
      invoice_id: newId('inv'),
      invoice_number: `10042-${String(++this.data.invoices).padStart(5, '0')}`,
      billed_at: transaction.billed_at ?? transaction.updated_at,
    }
    const at = this.change(transaction, { status: 'paid', details, ...invoice }, subscriptionId)
    this.emit('transaction.paid', transaction, at)
  }

  markCompleted(transaction: Transaction): void {
    const at = this.change(transaction, { status: 'completed' }, transaction.subscription_id ?? undefined)
    this.emit('transaction.completed', transaction, at)
  }
}
