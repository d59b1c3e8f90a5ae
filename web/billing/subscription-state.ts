import type { PaidPlan, Subscription } from '#worker/billing/contract.ts'
import { monthlyLimits, type Organization, type OrganizationStatus } from '#worker/organizations/contract.ts'

export type SubscriptionState =
  | { kind: 'active' }
  | { kind: 'canceling'; at: string }
  | { kind: 'pausing'; at: string }
  | { kind: 'downgrading'; at: string; to: PaidPlan }
  /** The plan lasts until `until`. */
  | { kind: 'past-due'; until: string }
  | { kind: 'unpaid' }
  | { kind: 'paused' }

/** Undefined once it has ended. */
export function subscriptionState(
  subscription: Omit<Subscription, 'plan' | 'nextCharge' | 'paymentMethod'>,
): SubscriptionState | undefined {
  const { status, cancelsAt, pausesAt, graceEndsAt, nextPlan, currentPeriodEnd } = subscription
  if (status === 'canceled') return undefined
  if (status === 'paused') return { kind: 'paused' }
  if (status === 'past_due')
    return graceEndsAt ? { kind: 'past-due', until: graceEndsAt } : { kind: 'unpaid' }
  if (cancelsAt) return { kind: 'canceling', at: cancelsAt }
  if (pausesAt) return { kind: 'pausing', at: pausesAt }
  if (nextPlan) return { kind: 'downgrading', at: currentPeriodEnd, to: nextPlan }
  return { kind: 'active' }
}

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

const brands: Readonly<Record<string, string>> = {
  american_express: 'American Express',
  diners_club: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  union_pay: 'UnionPay',
  visa: 'Visa',
}

const types: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
}

/** "Visa ending in 4242, expires 12/2030". */
export function describePaymentMethod(method: NonNullable<Subscription['paymentMethod']>): string {
  const { type, brand, lastFour, expires } = method
  const name = (brand && brands[brand]) ?? types[type] ?? (type === 'card' ? 'Card' : 'Another method')
  const number = lastFour ? ` ending in ${lastFour}` : ''
  return `${name}${number}${expires ? `, expires ${expires}` : ''}`
}
