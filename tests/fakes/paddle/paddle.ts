import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bearer, type Call, type Control, type Fake, type Reply } from '#tests/fakes/fake.ts'
import { Account, type AccountData, cards, emptyAccount } from './account.ts'
import { answerApi } from './api.ts'
import {
  adjust,
  approveRefund,
  cancelSubscription,
  changeCard,
  changeSubscription,
  endPeriod,
  pauseSubscription,
  resumeSubscription,
} from './billing.ts'
import { answerBrowser } from './browser.ts'
import { completeCheckout, openCheckout, payCheckout, takePayment } from './checkout.ts'
import type { ActionInput, AdjustmentRequest, CheckoutRequest, SubscriptionAction } from './client.ts'
import type { Subscription } from './entities.ts'
import { errorReply, PaddleError } from './errors.ts'
import { namespaceOfKey } from './keys.ts'
import { sign, WebhookQueue } from './webhooks.ts'

interface Seller {
  readonly account: Account
  readonly webhooks: WebhookQueue
  /** So many of the next calls are refused with 429. */
  refused: number
}

/**
 * Paddle's API at `/paddle`, its webhooks, and at `/dev/paddle` what Paddle serves to browsers: the script, the checkout,
 * the customer portal and invoices. The API key `pdl_sdbx_apikey_<name>` names the namespace: each is a seller with an
 * account. `file` keeps the accounts over restarts.
 */
export function paddle(options: { file?: string } = {}): Fake {
  const sellers = new Map<string, Seller>()
  const kept: Record<string, AccountData> =
    options.file && existsSync(options.file) ? JSON.parse(readFileSync(options.file, 'utf8')) : {}
  for (const [namespace, data] of Object.entries(kept)) open(namespace, data)

  function open(namespace: string, data: AccountData): Seller {
    const webhooks = new WebhookQueue(namespace)
    const account = new Account(data, (type, entity, at) => webhooks.add(type, entity, at))
    const seller: Seller = { account, webhooks, refused: 0 }
    sellers.set(namespace, seller)
    return seller
  }

  const sellerOf = (namespace: string) => sellers.get(namespace) ?? open(namespace, emptyAccount())

  function save(): void {
    if (!options.file) return
    const accounts = [...sellers].map(([namespace, { account }]) => [namespace, account.data] as const)
    writeFileSync(options.file, JSON.stringify(Object.fromEntries(accounts)))
  }

  /** A control gets the seller that `namespace` names. */
  const control =
    <Input>(run: (seller: Seller, input: Input, namespace: string) => unknown): Control =>
    async ({ namespace, ...input }: Input & { namespace: string }) => {
      const result = await run(sellerOf(namespace), input as Input, namespace)
      save()
      return result
    }

  const decline = (account: Account, id: string) => {
    account.data.paymentMethods[id] = { ...account.paymentMethod(id), declines: true }
  }

  const subscriptionActions: Readonly<
    Record<SubscriptionAction, (account: Account, subscription: Subscription, input: ActionInput) => unknown>
  > = {
    'end-period': endPeriod,
    'fail-renewal': (account, subscription) => {
      decline(account, subscription.id)
      endPeriod(account, subscription)
    },
    pause: pauseSubscription,
    resume: (account, subscription) => resumeSubscription(account, subscription),
    cancel: (account, subscription) => cancelSubscription(account, subscription, true),
    'change-card': (account, subscription) => changeCard(account, subscription, cards.another),
    change: (account, subscription, { fields = {} }) => changeSubscription(account, subscription, fields),
    // The card is not charged: only later charges are declined.
    'spoil-card': (account, { id }) => decline(account, id),
  }

  const controls: Record<string, Control> = {
    'paddle-checkout': control<CheckoutRequest>(
      ({ account }, { priceId, card = 'works', until, ...input }) => {
        const transaction = openCheckout(account, { items: [{ priceId }], ...input })
        if (until === 'paid') takePayment(account, transaction, cards[card])
        else if (until !== 'ready') payCheckout(account, transaction, cards[card])
        return transaction
      },
    ),
    'paddle-complete': control<{ transactionId: string }>(({ account }, { transactionId }) => {
      const transaction = account.transaction(transactionId)
      if (transaction.status === 'ready') payCheckout(account, transaction, cards.works)
      else completeCheckout(account, transaction, cards.works)
      return transaction
    }),
    'paddle-subscription': control<ActionInput & { subscriptionId: string; action: SubscriptionAction }>(
      ({ account }, { subscriptionId, action, ...input }) => {
        const subscription = account.subscription(subscriptionId)
        subscriptionActions[action](account, subscription, input)
        return subscription
      },
    ),
    'paddle-adjustment': control<AdjustmentRequest>(({ account }, { approve = true, ...input }) => {
      const adjustment = adjust(account, { ...input, reason: 'test' })
      if (input.action === 'refund' && approve) approveRefund(account, adjustment)
      return adjustment
    }),
    'paddle-account': control(({ account }) => account.data),
    'paddle-refuse': control<{ times: number }>((seller, { times }) => {
      seller.refused = times
    }),
    'paddle-take': control(({ webhooks }, _, namespace) =>
      webhooks.take().map((webhook) => sign(namespace, webhook)),
    ),
    'paddle-deliver': control(({ webhooks }) => webhooks.deliverNow()),
    'paddle-send-to': control<{ url: string }>(({ webhooks }, { url }) => webhooks.sendTo(url)),
  }

  function answer(call: Call): Reply {
    if (call.headers.authorization === undefined) {
      return errorReply(new PaddleError(401, 'authentication_missing'), 'shared')
    }
    const key = bearer(call)
    const namespace = key.startsWith('pdl_') ? namespaceOfKey(key) : undefined
    if (namespace === undefined) {
      return errorReply(new PaddleError(403, 'invalid_token'), 'shared')
    }
    const seller = sellerOf(namespace)
    if (seller.refused > 0) {
      seller.refused--
      return errorReply(new PaddleError(429, 'too_many_requests'), 'shared', { 'retry-after': '1' })
    }
    const reply = answerApi(seller.account, call, `http://${call.headers.host}/dev/paddle`)
    if (call.method !== 'GET') save()
    return reply
  }

  return {
    name: 'paddle',
    unit: 'calls',
    namespaceOf: (call) => namespaceOfKey(bearer(call)) ?? '',
    controls,
    answer: async (call, count) => {
      count(1)
      return answer(call)
    },
    browse: async (call) => {
      const reply = answerBrowser(call, {
        byToken: (token) => {
          const namespace = token.startsWith('test_') ? namespaceOfKey(token) : undefined
          return namespace === undefined ? undefined : sellerOf(namespace).account
        },
        all: () => [...sellers.values()].map(({ account }) => account),
      })
      if (call.method === 'POST') save()
      return reply
    },
    stop: async () => {
      for (const { webhooks } of sellers.values()) webhooks.stop()
    },
  }
}
