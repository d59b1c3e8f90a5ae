import {
  BatchApi,
  createConfiguration,
  ServerConfiguration,
} from '@hubspot/api-client/lib/codegen/crm/contacts/index.js'
import {
  type CustomerPortalSession,
  type Environment,
  type IAddressResponse,
  type IAdjustmentResponse,
  type IBusinessResponse,
  type ISubscriptionResponse,
  type ITransactionResponse,
  Paddle,
  type Adjustment as SdkAdjustment,
  type SubscriptionPreview as SdkPreview,
  type Subscription as SdkSubscription,
  type Transaction as SdkTransaction,
} from '@paddle/paddle-node-sdk'
import { Resend } from 'resend'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import { upsertContact } from '#worker/services/hubspot.ts'
import { connectPaddle, type Paddle as OurPaddle } from '#worker/services/paddle-api.ts'
import { putAddress, putBusiness } from '#worker/services/paddle-customers.ts'
import type {
  adjustmentSchema,
  portalSchema,
  previewSchema,
  subscriptionSchema,
  transactionSchema,
} from '#worker/services/paddle-records.ts'
import { sendWithResend } from '#worker/services/resend.ts'
import { fakesClient } from './client.ts'
import { hubspot, hubspotToken } from './hubspot.ts'
import { mail } from './mail.ts'
import type { Address, Adjustment, Business, Subscription, Transaction } from './paddle/entities.ts'
import { PADDLE_PRICES, webhookSecretOf } from './paddle/keys.ts'
import { paddle } from './paddle/paddle.ts'
import { recorder } from './recorder.ts'
import { type Server, startServer } from './server.ts'

const requests = recorder()
let server: Server
beforeAll(async () => {
  const box = mail({})
  server = await startServer([paddle(), hubspot(), requests, box], box)
})
afterAll(() => server.stop())

const sdkOf = (url: string, apiKey: string) => new Paddle(apiKey, { environment: url as Environment })

/** What both send, although neither can read the answer. */
async function recordedOf(...calls: (() => Promise<unknown>)[]) {
  const recorded = []
  for (const call of calls) {
    await call().catch(() => {})
    recorded.push(requests.take())
  }
  return recorded
}

type Request = { ours: (paddle: OurPaddle) => Promise<unknown>; theirs: (sdk: Paddle) => Promise<unknown> }

type Filled<T> = T extends object ? { [Key in keyof T]-?: Filled<NonNullable<T[Key]>> } : T
/** The fields that the fake has. */
type Part<T> = T extends object ? { readonly [Key in keyof T]?: Part<T[Key]> } : T

const id = { sub: `sub_${'a'.repeat(26)}`, txn: `txn_${'a'.repeat(26)}`, ctm: `ctm_${'a'.repeat(26)}` }
const items = [{ priceId: PADDLE_PRICES.PRO.id, quantity: 1 }]
const planChange = {
  items,
  prorationBillingMode: 'prorated_immediately',
  onPaymentFailure: 'prevent_change',
} as const

const paddleRequests: Readonly<Record<string, Request>> = {
  'read a subscription': {
    ours: (paddle) => paddle.getSubscription(id.sub),
    theirs: (sdk) => sdk.subscriptions.get(id.sub),
  },
  'read the next charge': {
    ours: (paddle) => paddle.getNextCharge(id.sub),
    theirs: (sdk) => sdk.subscriptions.get(id.sub, { include: ['next_transaction'] }),
  },
  'list subscriptions': {
    ours: (paddle) => paddle.listSubscriptions(['active', 'past_due'], 1).next(),
    theirs: (sdk) =>
      sdk.subscriptions.list({ status: ['active', 'past_due'], perPage: 50, orderBy: 'id[ASC]' }).next(),
  },
  'change the plan': {
    ours: (paddle) => paddle.changePlan(id.sub, { priceId: PADDLE_PRICES.PRO.id, isPaid: false }),
    theirs: (sdk) => sdk.subscriptions.update(id.sub, planChange),
  },
  'preview a change of plan': {
    ours: (paddle) => paddle.previewPlanChange(id.sub, { priceId: PADDLE_PRICES.PRO.id, isPaid: false }),
    theirs: (sdk) => sdk.subscriptions.previewUpdate(id.sub, planChange),
  },
  'keep a subscription that was canceled': {
    ours: (paddle) => paddle.removeScheduledChange(id.sub),
    theirs: (sdk) => sdk.subscriptions.update(id.sub, { scheduledChange: null }),
  },
  'set the business': {
    ours: (paddle) => paddle.setBusiness(id.sub, { addressId: 'add_1', businessId: 'biz_1' }),
    theirs: (sdk) => sdk.subscriptions.update(id.sub, { addressId: 'add_1', businessId: 'biz_1' }),
  },
  cancel: {
    ours: (paddle) =>
      paddle.cancelSubscription(
        { id: id.sub, status: 'active', scheduledChange: null },
        'next_billing_period',
      ),
    theirs: (sdk) => sdk.subscriptions.cancel(id.sub, { effectiveFrom: 'next_billing_period' }),
  },
  resume: {
    ours: (paddle) => paddle.resumeSubscription(id.sub),
    theirs: (sdk) =>
      sdk.subscriptions.resume(id.sub, {
        effectiveFrom: 'immediately',
        onResume: 'continue_existing_billing_period',
      }),
  },
  'read a transaction': {
    ours: (paddle) => paddle.getTransaction(id.txn),
    // @ts-expect-error Paddle's reference says "adjustments", and the types say "adjustment".
    theirs: (sdk) => sdk.transactions.get(id.txn, { include: ['adjustments'] }),
  },
  'list transactions': {
    ours: (paddle) => paddle.listTransactions(['completed'], 1).next(),
    theirs: (sdk) =>
      sdk.transactions.list({ status: ['completed'], perPage: 30, orderBy: 'id[DESC]' }).next(),
  },
  'list payments': {
    ours: (paddle) => paddle.listPayments(id.sub),
    theirs: (sdk) =>
      sdk.transactions
        .list({
          subscriptionId: [id.sub],
          status: ['billed', 'paid', 'completed'],
          perPage: 30,
          orderBy: 'id[DESC]',
        })
        .next(),
  },
  'read an invoice': {
    ours: (paddle) => paddle.getInvoiceLink(id.txn),
    theirs: (sdk) => sdk.transactions.getInvoicePDF(id.txn, { disposition: 'inline' }),
  },
  'list adjustments': {
    ours: (paddle) => paddle.listAdjustments(1).next(),
    theirs: (sdk) => sdk.adjustments.list({ perPage: 50, orderBy: 'id[DESC]' }).next(),
  },
  refund: {
    ours: (paddle) => paddle.refundTransaction(id.txn, 'Paid twice'),
    theirs: (sdk) =>
      sdk.adjustments.create({ action: 'refund', type: 'full', transactionId: id.txn, reason: 'Paid twice' }),
  },
  'open the portal': {
    ours: (paddle) => paddle.createPortalSession(id.ctm, id.sub),
    theirs: (sdk) => sdk.customerPortalSessions.create(id.ctm, [id.sub]),
  },
}

const address = { country: 'DE', firstLine: 'Hauptstr. 1', city: 'Berlin', region: null, postalCode: '10115' }
const business = { name: 'Ada GmbH', taxIdentifier: 'DE136695976' }
const owner = { customerId: id.ctm, organizationId: 'one' }

describe("Paddle's own client", () => {
  test.for(Object.entries(paddleRequests))('sends what ours sends to %s', async ([, { ours, theirs }]) => {
    const connection = { url: `${server.url}/recorder`, apiKey: 'pdl_sdbx_apikey_test' }
    const [own, sdk] = await recordedOf(
      () => ours(connectPaddle(connection)),
      () => theirs(sdkOf(connection.url, connection.apiKey)),
    )
    expect(own).toHaveLength(1)
    expect(own).toEqual(sdk)
  })

  test('sends what ours sends to store an address and a business', async () => {
    const connection = { url: `${server.url}/recorder`, apiKey: 'pdl_sdbx_apikey_test' }
    const sdk = sdkOf(connection.url, connection.apiKey)
    const page = { status: ['active' as const], perPage: 200 }
    const customData = { organizationId: 'one' }
    const { country: _, ...rest } = address
    const recorded = await recordedOf(
      () => putAddress(connection, owner, address),
      () => putBusiness(connection, owner, business),
      async () => {
        await sdk.addresses.list(id.ctm, page).next()
        await sdk.addresses.create(id.ctm, { countryCode: 'DE', ...rest, customData })
      },
      async () => {
        await sdk.businesses.list(id.ctm, page).next()
        await sdk.businesses.create(id.ctm, { ...business, customData })
      },
    )
    expect(recorded.slice(0, 2)).toEqual(recorded.slice(2))
  })

  test('describes what ours reads', () => {
    expectTypeOf<SdkSubscription>().toExtend<z.input<typeof subscriptionSchema>>()
    // These never have the fields that are null in other kinds of transactions.
    expectTypeOf<Filled<SdkTransaction>>().toExtend<z.input<typeof transactionSchema>>()
    expectTypeOf<SdkAdjustment>().toExtend<z.input<typeof adjustmentSchema>>()
    expectTypeOf<Filled<SdkPreview>>().toExtend<z.input<typeof previewSchema>>()
    expectTypeOf<CustomerPortalSession>().toExtend<z.input<typeof portalSchema>>()
  })

  test('describes what the fake answers', () => {
    expectTypeOf<Subscription>().toExtend<Part<ISubscriptionResponse>>()
    expectTypeOf<Transaction>().toExtend<Part<ITransactionResponse>>()
    expectTypeOf<Adjustment>().toExtend<Part<IAdjustmentResponse>>()
    expectTypeOf<Omit<Address, 'country_code'>>().toExtend<Part<IAddressResponse>>()
    expectTypeOf<Business>().toExtend<Part<IBusinessResponse>>()
  })

  test('reads from the fake what ours reads', async () => {
    const namespace = 'test_sdk'
    const control = fakesClient(server.url).paddle(namespace)
    const connection = { url: `${server.url}/paddle`, apiKey: `pdl_sdbx_apikey_${namespace}` }
    const [ours, sdk] = [connectPaddle(connection), sdkOf(connection.url, connection.apiKey)]
    const customData = { organizationId: 'one' }
    const bought = await control.checkout({ email: 'ada@example.test', customData })
    const subscriptionId = bought.subscription_id ?? ''
    const customerId = bought.customer_id ?? ''

    const subscription = await sdk.subscriptions.get(subscriptionId, { include: ['next_transaction'] })
    expect(await ours.getSubscription(subscriptionId)).toMatchObject({
      id: subscription.id,
      status: 'active',
      customerId: subscription.customerId,
      nextBilledAt: new Date(subscription.nextBilledAt ?? ''),
      priceIds: subscription.items.map(({ price }) => price.id),
      customData,
    })
    const next = subscription.nextTransaction?.details.totals
    expect(await ours.getNextCharge(subscriptionId)).toEqual({
      amount: next?.grandTotal,
      currency: next?.currencyCode,
    })
    const preview = await sdk.subscriptions.previewUpdate(subscriptionId, {
      ...planChange,
      items: [{ priceId: PADDLE_PRICES.ENTERPRISE.id, quantity: 1 }],
    })
    expect(
      await ours.previewPlanChange(subscriptionId, { priceId: PADDLE_PRICES.ENTERPRISE.id, isPaid: false }),
    ).toMatchObject({
      recurringTransactionDetails: {
        amount: preview.recurringTransactionDetails?.totals.grandTotal,
        currency: 'USD',
      },
      updateSummary: { result: { action: preview.updateSummary?.result.action } },
    })
    const transaction = await sdk.transactions.get(bought.id)
    expect(await ours.getTransaction(bought.id)).toMatchObject({
      origin: transaction.origin,
      invoiceNumber: transaction.invoiceNumber,
      grandTotal: transaction.details?.totals?.grandTotal,
      paymentMethod: { card: { last4: transaction.payments[0]?.methodDetails?.card?.last4 } },
    })
    const { url } = await sdk.transactions.getInvoicePDF(bought.id)
    expect(await ours.getInvoiceLink(bought.id)).toBe(url)
    const session = await sdk.customerPortalSessions.create(customerId, [subscriptionId])
    expect(session.urls.general.overview).toMatch(/^http/)

    const { id: businessId } = await sdk.businesses.create(customerId, { name: 'Ada', customData })
    expect(await putBusiness(connection, { customerId, organizationId: 'one' }, business)).toBe(businessId)
    const canceled = await sdk.subscriptions.cancel(subscriptionId, { effectiveFrom: 'next_billing_period' })
    expect(canceled.scheduledChange?.action).toBe('cancel')
    await sdk.subscriptions.update(subscriptionId, { scheduledChange: null })
    const refund = await sdk.adjustments.create({
      action: 'refund',
      type: 'full',
      transactionId: bought.id,
      reason: 'Paid twice',
    })
    expect(refund.status).toBe('pending_approval')
    const adjustments = await sdk.adjustments.list().next()
    expect(adjustments.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: refund.id, status: 'approved' },
    ])
    const missing = sdk.subscriptions.get(id.sub)
    await expect(missing).rejects.toMatchObject({ type: 'request_error', code: 'not_found' })
  })

  test('accepts the signature of a webhook, and reads the event', async () => {
    const namespace = 'test_sdk_events'
    const control = fakesClient(server.url).paddle(namespace)
    const bought = await control.checkout({ email: 'ada@example.test', customData: {} })
    const { webhooks } = sdkOf(server.url, 'pdl_sdbx_apikey_test')
    const read = async (headers: Readonly<Record<string, string>>, body: string) =>
      await webhooks.unmarshal(body, webhookSecretOf(namespace), headers['paddle-signature'] ?? '')
    const [created, ...others] = await control.takeWebhooks()
    expect(await read(created?.headers ?? {}, created?.body ?? '')).toMatchObject({
      eventType: 'subscription.created',
      data: { id: bought.subscription_id, transactionId: bought.id },
    })
    for (const { headers, body, eventType } of others)
      expect(await read(headers, body)).toMatchObject({ eventType })
    await expect(read(created?.headers ?? {}, `${created?.body} `)).rejects.toThrow('signature')
  })
})

describe("Resend's own client", () => {
  const email = { to: 'ada@example.test', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
  const from = 'Tinproof <no-reply@tinproof.test>'
  const sdkAt = (path: string) => new Resend('re_test_sdk', { baseUrl: server.url + path })

  test('sends what ours sends', async () => {
    const account = { apiKey: 're_test_sdk', url: `${server.url}/recorder`, from }
    const [own, sdk] = await recordedOf(
      () => sendWithResend(account, { ...email, key: 'one', replyTo: 'support@tinproof.test' }),
      () => sdkAt('/recorder').emails.send({ from, ...email, replyTo: 'support@tinproof.test' }),
    )
    expect(own).toHaveLength(1)
    expect(own).toEqual(sdk)
  })

  test("reads the fake's answers and errors", async () => {
    const { emails } = sdkAt('/mail')
    const first = await emails.send({ from, ...email }, { idempotencyKey: 'one' })
    expect(first).toMatchObject({ data: { id: expect.any(String) }, error: null })
    expect((await emails.send({ from, ...email }, { idempotencyKey: 'one' })).data).toEqual(first.data)
    const reused = await emails.send({ from, ...email, subject: 'Other' }, { idempotencyKey: 'one' })
    expect(reused.error).toMatchObject({ name: 'invalid_idempotent_request', statusCode: 409 })
    const wrong = await emails.send({ from, ...email, to: 'ada' })
    expect(wrong.error).toMatchObject({ name: 'validation_error', statusCode: 422 })
  })
})

describe("HubSpot's own client", () => {
  const sdkAt = (path: string) =>
    new BatchApi(
      createConfiguration({
        authMethods: { oauth2: { accessToken: hubspotToken('test_sdk') } },
        baseServer: new ServerConfiguration(server.url + path, {}),
      }),
    )
  const inputs = (properties: Record<string, string>) => ({
    inputs: [{ idProperty: 'email', id: 'ada@example.test', properties }],
  })

  test('sends what ours sends', async () => {
    const account = { url: `${server.url}/recorder`, token: hubspotToken('test_sdk') }
    const lead = { email: 'ada@example.test', lifecyclestage: 'lead' }
    const [own, sdk] = await recordedOf(
      () => upsertContact(account, { email: 'ada@example.test', company: 'Ada', tier: 'PRO' }),
      () => sdkAt('/recorder').upsert(inputs({ ...lead, company: 'Ada', tinproof_tier: 'PRO' })),
    )
    expect(own).toHaveLength(1)
    expect(own).toEqual(sdk)
  })

  test("reads the fake's answers and errors", async () => {
    const contacts = sdkAt('/hubspot')
    const upsert = () => contacts.upsert(inputs({ email: 'ada@example.test', company: 'Ada' }))
    expect(await upsert()).toMatchObject({ status: 'COMPLETE', results: [{ _new: true }] })
    expect(await upsert()).toMatchObject({ results: [{ _new: false, properties: { company: 'Ada' } }] })
    const unknown = contacts.upsert(inputs({ email: 'ada@example.test', height: '180' }))
    await expect(unknown).rejects.toMatchObject({ code: 400, body: { category: 'VALIDATION_ERROR' } })
  })
})
