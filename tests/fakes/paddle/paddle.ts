import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bearer, type Call, type Control, type Fake, type Reply, text } from '#tests/fakes/fake.ts'
import { Account, type AccountData, type CardName, cards, emptyAccount } from './account.ts'
import { answerApi } from './api.ts'
import {
  adjust,
  cancelSubscription,
  changeCard,
  changeSubscription,
  decideRefund,
  endPeriod,
  pauseSubscription,
  resumeSubscription,
} from './billing.ts'
import { answerBrowser } from './browser.ts'
import { completeCheckout, openCheckout, payCheckout, takePayment } from './checkout.ts'
import type { PaymentMethod } from './entities.ts'
import { errorReply, PaddleError } from './errors.ts'
import { namespaceOfKey } from './keys.ts'
import { sign, WEBHOOK_MODES, WebhookQueue } from './webhooks.ts'

interface Seller {
  readonly account: Account
  readonly webhooks: WebhookQueue
  /** So many of the next calls are refused with 429. */
  refused: number
}

const cardOf = (input: Record<string, unknown>): PaymentMethod => {
  const name = input.card ?? 'works'
  const found = (Object.keys(cards) as CardName[]).find((one) => one === name)
  if (!found) throw new Error(`"card" must be one of ${Object.keys(cards).join(', ')}`)
  return cards[found]
}

const optionalText = (input: Record<string, unknown>, name: string) =>
  input[name] === undefined ? {} : { [name]: text(input, name) }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
    (run: (seller: Seller, input: Record<string, unknown>, namespace: string) => unknown): Control =>
    async (input) => {
      const namespace = text(input, 'namespace')
      const result = await run(sellerOf(namespace), input, namespace)
      save()
      return result ?? {}
    }

  const subscriptionActions: Readonly<
    Record<string, (seller: Seller, id: string, input: Record<string, unknown>) => void>
  > = {
    'end-period': ({ account }, id) => endPeriod(account, account.subscription(id)),
    'fail-renewal': ({ account }, id) => {
      account.data.paymentMethods[id] = { ...account.paymentMethod(id), declines: true }
      endPeriod(account, account.subscription(id))
    },
    pause: ({ account }, id) => pauseSubscription(account, account.subscription(id)),
    resume: ({ account }, id) => resumeSubscription(account, account.subscription(id)),
    cancel: ({ account }, id) => cancelSubscription(account, account.subscription(id), true),
    'change-card': ({ account }, id, input) => {
      changeCard(account, account.subscription(id), cardOf(input))
    },
    change: ({ account }, id, input) =>
      changeSubscription(account, account.subscription(id), Object(input.fields)),
    // The card is not charged: only later charges are declined.
    'spoil-card': ({ account }, id) => {
      account.data.paymentMethods[id] = { ...account.paymentMethod(id), declines: true }
    },
  }

  const controls: Record<string, Control> = {
    'paddle-checkout': control(({ account }, input) => {
      const transaction = openCheckout(account, {
        items: [{ priceId: text(input, 'priceId') }],
        customData: isRecord(input.customData) ? input.customData : null,
        email: text(input, 'email'),
        ...optionalText(input, 'country'),
      })
      const method = cardOf(input)
      if (input.until === 'paid') takePayment(account, transaction, method)
      else if (input.until !== 'ready') payCheckout(account, transaction, method)
      return { ...transaction }
    }),
    'paddle-complete': control(({ account }, input) => {
      const transaction = account.transaction(text(input, 'transactionId'))
      const method = cards.works
      if (transaction.status === 'ready') payCheckout(account, transaction, method)
      else completeCheckout(account, transaction, method)
      return { ...transaction }
    }),
    'paddle-subscription': control((seller, input) => {
      const id = text(input, 'subscriptionId')
      const act = subscriptionActions[text(input, 'action')]
      if (!act) throw new Error(`"action" must be one of ${Object.keys(subscriptionActions).join(', ')}`)
      act(seller, id, input)
      return { ...seller.account.subscription(id) }
    }),
    'paddle-adjustment': control(({ account }, input) => {
      const action = input.action === 'chargeback' ? 'chargeback' : 'refund'
      const transactionId = text(input, 'transactionId')
      const cents = typeof input.cents === 'number' ? input.cents : undefined
      const adjustment = adjust(account, { action, transactionId, reason: 'test', cents })
      if (action === 'refund' && input.approve !== false) decideRefund(account, adjustment, 'approved')
      return { ...adjustment }
    }),
    'paddle-account': control(({ account }) => account.data),
    'paddle-refuse': control((seller, input) => {
      seller.refused = Number(input.times)
    }),
    'paddle-webhooks': control(({ webhooks }, input) => {
      const mode = WEBHOOK_MODES.find((one) => one === input.mode)
      if (!mode) throw new Error(`"mode" must be one of ${WEBHOOK_MODES.join(', ')}`)
      webhooks.plan(mode, typeof input.times === 'number' ? input.times : 1)
    }),
    'paddle-take': control(({ webhooks }, _, namespace) =>
      webhooks.take().map((webhook) => sign(namespace, webhook, Date.now())),
    ),
    'paddle-deliver': control(({ webhooks }) => webhooks.deliverNow()),
    'paddle-send-to': control(({ webhooks }, input) => webhooks.sendTo(text(input, 'url'))),
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
