import type { AccountData, CardName } from './account.ts'
import type { Adjustment, Subscription, Transaction } from './entities.ts'
import { PADDLE_PRICES, type PaidPlan } from './keys.ts'
import type { SignedWebhook, WebhookMode } from './webhooks.ts'

type Post = <T>(path: string, input: object) => Promise<T>

/** Controls the Paddle account of one namespace. Uses only `post`, so it also runs in workerd. */
export function paddleClient(post: Post, namespace: string) {
  const run = <T>(path: string, input: object = {}) => post<T>(`paddle-${path}`, { namespace, ...input })
  const act = (subscriptionId: string, action: string, input: object = {}) =>
    run<Subscription>('subscription', { subscriptionId, action, ...input })

  return {
    /**
     * Buys a plan as a browser would. `until: 'ready'` opens the checkout only, and with `paid` the subscription doesn't
     * exist yet: `complete` goes on.
     */
    checkout: (input: {
      plan?: PaidPlan
      /** Instead of the plan's. */
      priceId?: string
      customData: Record<string, unknown> | null
      email: string
      /** For the tax: US, without one, unless given. */
      country?: string
      card?: CardName
      until?: 'ready' | 'paid'
    }) => {
      const { plan = 'PRO', ...rest } = input
      return run<Transaction>('checkout', { priceId: PADDLE_PRICES[plan].id, ...rest })
    },
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
    changeCard: (subscriptionId: string, card: CardName = 'another') =>
      act(subscriptionId, 'change-card', { card }),
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
    /** How the next `times` webhooks are signed. */
    planWebhooks: (mode: WebhookMode, times = 1) => run<object>('webhooks', { mode, times }),
    /** Takes the webhooks that wait, signed now, for the test to post. */
    takeWebhooks: () => run<SignedWebhook[]>('take'),
    /** Webhooks are posted there from now on. */
    sendWebhooksTo: (url: string) => run<object>('send-to', { url }),
    /** Posts all webhooks, and waits for the answers. */
    deliverWebhooks: () => run<object>('deliver'),
  }
}
