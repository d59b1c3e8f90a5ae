import type { AccountData, CardName } from './account.ts'
import type { Adjustment, Subscription, Transaction } from './entities.ts'
import { PADDLE_PRICES, type PaidPlan } from './keys.ts'
import type { SignedWebhook } from './webhooks.ts'

type Post = <T>(path: string, input: object) => Promise<T>

export type CheckoutRequest = {
  priceId: string
  customData: Record<string, unknown> | null
  email: string
  /** For the tax: US, without one, unless given. */
  country?: string
  card?: CardName
  until?: 'ready' | 'paid'
}
export type SubscriptionAction =
  | 'end-period'
  | 'fail-renewal'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'change-card'
  | 'change'
  | 'spoil-card'
export type ActionInput = { fields?: Partial<Subscription> }
export type AdjustmentRequest = {
  transactionId: string
  action: 'refund' | 'chargeback'
  approve?: boolean
  cents?: number
}

/** Controls the Paddle account of one namespace. Uses only `post`, so it also runs in workerd. */
export function paddleClient(post: Post, namespace: string) {
  const run = <T>(path: string, input: object = {}) => post<T>(`paddle-${path}`, { namespace, ...input })
  const act = (subscriptionId: string, action: SubscriptionAction, input: ActionInput = {}) =>
    run<Subscription>('subscription', { subscriptionId, action, ...input })

  return {
    /**
     * Buys a plan as a browser would. `until: 'ready'` opens the checkout only, and with `paid` the subscription doesn't
     * exist yet: `complete` goes on.
     */
    checkout: ({
      plan = 'PRO',
      ...input
    }: Omit<CheckoutRequest, 'priceId'> & { plan?: PaidPlan; priceId?: string }) =>
      run<Transaction>('checkout', { priceId: PADDLE_PRICES[plan].id, ...input }),
    complete: (transactionId: string) => run<Transaction>('complete', { transactionId }),
    /** The end of the billing period: renews the subscription, or cancels it if that is scheduled. */
    endPeriod: (subscriptionId: string) => act(subscriptionId, 'end-period'),
    /** The end of the billing period, with a card that is declined. */
    failRenewal: (subscriptionId: string) => act(subscriptionId, 'fail-renewal'),
    pause: (subscriptionId: string) => act(subscriptionId, 'pause'),
    resume: (subscriptionId: string) => act(subscriptionId, 'resume'),
    /** At once, as Paddle does after too many failed payments. */
    cancel: (subscriptionId: string) => act(subscriptionId, 'cancel'),
    /** Pays what is due, too. */
    changeCard: (subscriptionId: string) => act(subscriptionId, 'change-card'),
    /** Sets fields of the record. */
    change: (subscriptionId: string, fields: Partial<Subscription>) =>
      act(subscriptionId, 'change', { fields }),
    /** From now on, charges are declined. */
    spoilCard: (subscriptionId: string) => act(subscriptionId, 'spoil-card'),
    refund: (transactionId: string, input: { approve?: boolean; cents?: number } = {}) =>
      run<Adjustment>('adjustment', { transactionId, action: 'refund', ...input }),
    chargeback: (transactionId: string) =>
      run<Adjustment>('adjustment', { transactionId, action: 'chargeback' }),
    /** Everything that Paddle knows. */
    account: () => run<AccountData>('account'),
    /** The next calls of the API are refused with 429. */
    refuse: (times: number) => run<object>('refuse', { times }),
    /** Takes the webhooks that wait, signed now, for the test to post. */
    takeWebhooks: () => run<SignedWebhook[]>('take'),
    /** Webhooks are posted there from now on. */
    sendWebhooksTo: (url: string) => run<object>('send-to', { url }),
    /** Posts all webhooks, and waits for the answers. */
    deliverWebhooks: () => run<object>('deliver'),
  }
}
