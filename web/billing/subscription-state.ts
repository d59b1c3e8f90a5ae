import {
  type PaidPlan,
  paddleCardBrands,
  type Subscription,
  type SubscriptionState,
} from '#worker/billing/contract.ts'
import { monthlyLimits, type Organization, type OrganizationStatus } from '#worker/organizations/contract.ts'

export type BillingAction = 'change' | 'keep' | 'cancel' | 'undo-cancel' | 'resume'

/** What an admin can do with the subscription. Paddle refuses changes while a payment is due. */
const actions: Readonly<Record<SubscriptionState['kind'], readonly BillingAction[]>> = {
  active: ['change', 'cancel'],
  canceling: ['undo-cancel'],
  pausing: ['resume', 'cancel'],
  downgrading: ['keep', 'cancel'],
  'past-due': ['cancel'],
  unpaid: ['cancel'],
  paused: ['resume', 'cancel'],
}

/** A suspended organization can still be canceled, so that it doesn't go on paying. */
export const billingActions = (
  { kind }: SubscriptionState,
  status: OrganizationStatus,
): readonly BillingAction[] =>
  status === 'ACTIVE' ? actions[kind] : actions[kind].filter((action) => action === 'cancel')

/** Support can set another one. An unpaid plan has none now, and a deleted organization's is 0. */
export const limitOf = (
  { tier, monthlyLimit }: Pick<Organization, 'tier' | 'monthlyLimit'>,
  plan: PaidPlan,
): number => (tier === 'FREE' || monthlyLimit === 0 ? monthlyLimits[plan] : monthlyLimit)

export const otherPlan = (plan: PaidPlan): PaidPlan => (plan === 'PRO' ? 'ENTERPRISE' : 'PRO')

const types: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
}

/** "Visa ending in 4242, expires 12/2030" */
export function describePaymentMethod(method: NonNullable<Subscription['paymentMethod']>): string {
  const { type, brand, lastFour, expires } = method
  const name =
    (brand && paddleCardBrands[brand]) ?? types[type] ?? (type === 'card' ? 'Card' : 'Another method')
  const number = lastFour ? ` ending in ${lastFour}` : ''
  return `${name}${number}${expires ? `, expires ${expires}` : ''}`
}
