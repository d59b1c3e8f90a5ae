/** Paddle's entities as its API and its webhooks show them. Source: developer.paddle.com/api-reference */

export type CustomData = Record<string, unknown> | null

export interface Money {
  /** In the currency's smallest unit. */
  readonly amount: string
  readonly currency_code: string
}

export interface Period {
  readonly starts_at: string
  readonly ends_at: string
}

interface Product {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly type: 'standard'
  readonly custom_data: CustomData
  readonly status: 'active'
  readonly created_at: string
  readonly updated_at: string
}

interface Price {
  readonly id: string
  readonly description: string
  readonly type: 'standard'
  readonly name: string
  readonly billing_cycle: { readonly interval: 'month'; readonly frequency: 1 }
  readonly unit_price: Money
  readonly quantity: { readonly minimum: number; readonly maximum: number }
  readonly status: 'active'
  readonly custom_data: CustomData
  readonly created_at: string
  readonly updated_at: string
}

export interface CatalogEntry {
  readonly price: Price
  readonly product: Product
}

export interface Customer {
  readonly id: string
  name: string | null
  email: string
  status: 'active' | 'archived'
  custom_data: CustomData
  readonly created_at: string
  updated_at: string
}

export interface Address {
  readonly id: string
  readonly customer_id: string
  description: string | null
  first_line: string | null
  city: string | null
  postal_code: string | null
  region: string | null
  country_code: string
  custom_data: CustomData
  status: 'active' | 'archived'
  readonly created_at: string
  updated_at: string
}

export interface Business {
  readonly id: string
  readonly customer_id: string
  name: string
  tax_identifier: string | null
  status: 'active' | 'archived'
  custom_data: CustomData
  readonly created_at: string
  updated_at: string
}

export interface Card {
  readonly type: 'visa' | 'mastercard'
  readonly last4: string
  readonly expiry_month: number
  readonly expiry_year: number
}

export interface Payment {
  readonly amount: string
  readonly status: 'captured' | 'error'
  readonly error_code: string | null
  readonly method_details: { readonly type: 'card'; readonly card: Card }
  readonly created_at: string
}

export interface Proration {
  readonly rate: string
  readonly billing_period: Period
}

export interface Totals {
  readonly subtotal: string
  readonly discount: string
  readonly tax: string
  readonly total: string
}

interface TransactionTotals extends Totals {
  readonly credit: string
  readonly credit_to_balance: string
  readonly balance: string
  readonly grand_total: string
  readonly grand_total_tax: string
  readonly currency_code: string
}

export interface TransactionItem {
  readonly price: Price
  /** Negative for a price that an update removes. */
  readonly quantity: number
  readonly proration: Proration | null
}

export interface TransactionDetails {
  readonly totals: TransactionTotals
  readonly line_items: readonly {
    readonly id: string
    readonly price_id: string
    readonly quantity: number
    readonly proration: Proration | null
    readonly totals: Totals
    readonly product: Product
  }[]
}

export interface Transaction {
  readonly id: string
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due'
  customer_id: string | null
  address_id: string | null
  business_id: string | null
  custom_data: CustomData
  readonly currency_code: string
  readonly origin:
    | 'api'
    | 'web'
    | 'subscription_recurring'
    | 'subscription_update'
    | 'subscription_payment_method_change'
  subscription_id: string | null
  invoice_id: string | null
  invoice_number: string | null
  billing_period: Period | null
  items: readonly TransactionItem[]
  details: TransactionDetails
  payments: readonly Payment[]
  checkout: { readonly url: string | null }
  readonly created_at: string
  updated_at: string
  billed_at: string | null
}

export interface Subscription {
  readonly id: string
  status: 'active' | 'canceled' | 'past_due' | 'paused' | 'trialing'
  customer_id: string
  address_id: string
  business_id: string | null
  readonly currency_code: string
  readonly created_at: string
  updated_at: string
  next_billed_at: string | null
  paused_at: string | null
  canceled_at: string | null
  current_billing_period: Period | null
  readonly billing_cycle: { readonly interval: 'month'; readonly frequency: 1 }
  scheduled_change: {
    readonly action: 'cancel' | 'pause' | 'resume'
    readonly effective_at: string
    readonly resume_at: string | null
  } | null
  items: readonly {
    readonly status: 'active' | 'inactive'
    readonly quantity: number
    readonly created_at: string
    readonly updated_at: string
    readonly previously_billed_at: string | null
    readonly next_billed_at: string | null
    readonly price: Price
    readonly product: Product
  }[]
  custom_data: CustomData
}

export interface Adjustment {
  readonly id: string
  readonly action: 'refund' | 'credit' | 'chargeback'
  readonly type: 'full'
  readonly transaction_id: string
  readonly subscription_id: string | null
  readonly customer_id: string
  readonly reason: string
  readonly currency_code: string
  status: 'pending_approval' | 'approved' | 'rejected' | 'reversed'
  readonly totals: Omit<Totals, 'discount'> & {
    readonly currency_code: string
  }
  readonly created_at: string
  updated_at: string
}

export interface PortalSession {
  readonly id: string
  readonly customer_id: string
  readonly subscription_ids: readonly string[]
}

let count = 0

/** Like Paddle's, IDs sort by time. */
export function newId(prefix: string): string {
  const time = Date.now().toString(36).padStart(9, '0')
  const counter = (count++ % 36 ** 4).toString(36).padStart(4, '0')
  return `${prefix}_01${time}${counter}${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`
}
