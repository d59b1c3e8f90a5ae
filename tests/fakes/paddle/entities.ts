import type {
  AdjustmentStatus,
  ErrorCode,
  PaymentAttemptStatus,
  PaymentCardType,
  ScheduledChangeAction,
  Status,
  SubscriptionItemStatus,
  SubscriptionStatus,
  TransactionStatus,
} from '@paddle/paddle-node-sdk'
import { type CatalogEntry, CURRENCY, MONTHLY } from './catalog.ts'
import type { detailsOf, prorationAt } from './totals.ts'

/** Paddle's entities as its API and its webhooks show them. Source: developer.paddle.com/api-reference */

export type CustomData = Record<string, unknown> | null
export type Period = { starts_at: string; ends_at: string }
type Proration = ReturnType<typeof prorationAt>
/** The quantity is negative for a price that an update removes. */
export type TransactionItem = { price: CatalogEntry['price']; quantity: number; proration: Proration | null }
type TransactionDetails = ReturnType<typeof detailsOf>

type Card = { type: PaymentCardType; last4: string; expiry_month: number; expiry_year: number }
export type PaymentMethod = { card: Card; declines: boolean }

/** What a parsed body has of an entity. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

let count = 0

/** Like Paddle's, IDs sort by time. */
export function newId(prefix: string): string {
  const time = Date.now().toString(36).padStart(9, '0')
  const counter = (count++ % 36 ** 4).toString(36).padStart(4, '0')
  return `${prefix}_01${time}${counter}${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`
}

const newEntity = (prefix: string, at: string) => ({
  id: newId(prefix),
  status: 'active' as Status,
  custom_data: null as CustomData,
  created_at: at,
  updated_at: at,
})

type Text = string | null

export const newCustomer = (at: string, given: { email: string }) => ({ ...newEntity('ctm', at), ...given })
export type Customer = ReturnType<typeof newCustomer>

export const newAddress = (at: string, customer_id: string, country_code: string) => ({
  ...newEntity('add', at),
  customer_id,
  country_code,
  first_line: null as Text,
  city: null as Text,
  postal_code: null as Text,
  region: null as Text,
})
export type Address = ReturnType<typeof newAddress>

export const newBusiness = (at: string, customer_id: string, name: string) => ({
  ...newEntity('biz', at),
  customer_id,
  name,
  tax_identifier: null as Text,
})
export type Business = ReturnType<typeof newBusiness>

export const newPayment = (at: string, amount: string, { card }: PaymentMethod, isDeclined: boolean) => ({
  amount,
  status: (isDeclined ? 'error' : 'captured') as PaymentAttemptStatus,
  error_code: (isDeclined ? 'declined' : null) as ErrorCode | null,
  method_details: { type: 'card' as const, card },
  created_at: at,
})

type NewTransaction = {
  origin: 'web' | 'subscription_recurring' | 'subscription_update' | 'subscription_payment_method_change'
  items: readonly TransactionItem[]
  customer_id: Text
  address_id: Text
  business_id: Text
  custom_data: CustomData
  subscription_id: Text
  billing_period: Period | null
  details: TransactionDetails
}

export const newTransaction = (at: string, given: NewTransaction) => ({
  ...newEntity('txn', at),
  ...given,
  currency_code: CURRENCY,
  status: 'ready' as TransactionStatus,
  invoice_id: null as Text,
  invoice_number: null as Text,
  payments: [] as ReturnType<typeof newPayment>[],
  checkout: { url: null },
  billed_at: null as Text,
})
export type Transaction = ReturnType<typeof newTransaction>

export const newSubscriptionItem = (entry: CatalogEntry, quantity: number, period: Period) => ({
  status: 'active' as SubscriptionItemStatus,
  quantity,
  created_at: period.starts_at,
  updated_at: period.starts_at,
  previously_billed_at: period.starts_at as Text,
  next_billed_at: period.ends_at as Text,
  ...entry,
})

type NewSubscription = {
  customer_id: string
  address_id: string
  business_id: Text
  custom_data: CustomData
  period: Period
  items: readonly ReturnType<typeof newSubscriptionItem>[]
}

export const newSubscription = (id: string, { period, ...given }: NewSubscription) => ({
  ...newEntity('sub', period.starts_at),
  id,
  status: 'active' as SubscriptionStatus,
  ...given,
  currency_code: CURRENCY,
  next_billed_at: period.ends_at as Text,
  paused_at: null as Text,
  canceled_at: null as Text,
  current_billing_period: period as Period | null,
  billing_cycle: MONTHLY,
  scheduled_change: null as { action: ScheduledChangeAction; effective_at: string; resume_at: Text } | null,
})
export type Subscription = ReturnType<typeof newSubscription>

type NewAdjustment = {
  action: 'refund' | 'chargeback'
  reason: string
  totals: Record<'subtotal' | 'tax' | 'total', string>
}

/** In full. Refunds wait for approval. */
export const newAdjustment = (at: string, of: Transaction, { action, reason, totals }: NewAdjustment) => ({
  ...newEntity('adj', at),
  action,
  type: 'full' as const,
  transaction_id: of.id,
  subscription_id: of.subscription_id,
  customer_id: of.customer_id ?? '',
  reason,
  items: of.details.line_items.map((line) => ({
    id: newId('adjitm'),
    item_id: line.id,
    type: 'full' as const,
    totals: line.totals,
  })),
  currency_code: CURRENCY,
  status: (action === 'refund' ? 'pending_approval' : 'approved') as AdjustmentStatus,
  totals: { ...totals, currency_code: CURRENCY },
})
export type Adjustment = ReturnType<typeof newAdjustment>
