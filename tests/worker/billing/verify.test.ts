// @module-tag deep
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutParameters, Upgrade } from '#worker/billing/contract.ts'
import { captureLogs, type ErrorBody, GERMAN, refusal } from '../harness.ts'
import { type Buyer, openBillingWorker, subscriptionOf } from './billing-worker.ts'

const worker = await openBillingWorker('verify')
beforeEach(() => worker.fakes.reset(worker.namespace))
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.settle()
  await worker.paddle.takeWebhooks()
})

const failPaddle = (input: { times?: number; after?: boolean } = {}) =>
  worker.fault({ service: 'paddle', ...input })

describe('POST /api/subscription/verify', () => {
  it('settles a payment before its webhooks, and once under 10 parallel calls and all of them', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay()
    const webhooks = await worker.paddle.takeWebhooks()
    const verified = { success: true, message: 'Your payment was verified.', tier: 'PRO' }
    expect((await buyer.verify(id)).body).toEqual(verified)
    const [last] = await Promise.all([
      ...Array.from({ length: 10 }, () => buyer.verify(id)),
      ...[...webhooks, ...webhooks].map((webhook) => worker.receive(webhook)),
    ])
    expect(last?.body).toEqual(verified)
    await worker.settle()
    const state = await buyer.state()
    expect(state).toMatchObject({ tier: 'PRO', limit: 1_000, subscription: { status: 'active' } })
    expect(state.transactions).toMatchObject([{ status: 'completed' }])
    expect(state.transactions).toHaveLength(1)
  })

  it('refuses without a transaction, and makes none up', async () => {
    const buyer = await worker.buyer()
    const { status, body } = await buyer.verify()
    expect([status, body]).toEqual([200, { success: false, message: "There's no payment to verify." }])
    expect(await buyer.state()).toMatchObject({ tier: 'FREE' })
  })

  it.each(['txn_1', 'sub_01h04vsbhqc62t8hmd4z3b578c', '../subscriptions/sub_01h04vsbhqc62t8hmd4z3b578c', ''])(
    'refuses the ID %j without asking Paddle',
    async (transactionId) => {
      const buyer = await worker.buyer()
      const { answered } = await worker.trips(() => buyer.post('/api/subscription/verify', { transactionId }))
      expect(answered.paddle.trips).toBe(0)
    },
  )

  it('refuses a payment of another organization and one that does not exist alike, and logs both', async () => {
    const [buyer, thief] = [await worker.buyer(), await worker.buyer()]
    const { id } = await buyer.pay()
    const lines = captureLogs()
    const foreign = await thief.verify(id)
    const unknown = await thief.verify(`txn_01${'0'.repeat(24)}`)
    for (const answer of [foreign, unknown]) {
      expect(refusal(answer)).toEqual([404, 'TRANSACTION_NOT_FOUND'])
      expect(answer.body.message).toBe("We couldn't find this payment.")
    }
    const refusals = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(refusals).toEqual(
      ['of another organization', 'unknown'].map((reason) => ({
        level: 'warn',
        what: 'payment refused',
        requestId: expect.any(String),
        organizationId: thief.organizationId,
        reason,
      })),
    )
    for (const one of [buyer, thief]) {
      expect(await one.state()).toMatchObject({ tier: 'FREE', subscription: undefined, transactions: [] })
    }
  })

  it('verifies a payment although the organization was suspended meanwhile', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay()
    await worker.updateOrganization(buyer.organizationId, { status: 'SUSPENDED' })
    expect((await buyer.verify(id)).body).toMatchObject({ success: true, tier: 'PRO' })
  })

  it('refuses an open checkout', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay({ until: 'ready' })
    const message = "This payment wasn't completed."
    expect((await buyer.verify(id)).body).toEqual({ success: false, message, open: true })
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', transactions: [] })
    expect(await worker.jobOf(id)).toBeUndefined()
  })

  it('refuses a payment that was refunded', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay()
    await worker.paddle.refund(id)
    const message = 'This payment was refunded.'
    expect((await buyer.verify(id)).body).toMatchObject({ success: false, message })
  })

  it('refuses a renewal and a plan change whose payment failed', async () => {
    const { buyer, subscriptionId } = await worker.subscribe()
    const idOf = async (wanted: string) =>
      Object.values((await worker.paddle.account()).transactions).find(
        ({ subscription_id, status }) => subscription_id === subscriptionId && status === wanted,
      )?.id
    await worker.paddle.spoilCard(subscriptionId)
    await buyer.manage('change', { plan: 'ENTERPRISE' })
    expect((await buyer.verify(await idOf('canceled'))).body).toEqual({
      success: false,
      message: 'This payment was canceled.',
    })
    await worker.paddle.failRenewal(subscriptionId)
    expect((await buyer.verify(await idOf('past_due'))).body).toEqual({
      success: false,
      message: 'This payment failed. Try again with another payment method.',
    })
  })

  it('verifies a payment whose refund waits for approval, because the plan is active', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay()
    await worker.paddle.refund(id, { approve: false })
    expect((await buyer.verify(id)).body).toMatchObject({ success: true, tier: 'PRO' })
  })

  it('leaves a payment that Paddle still processes to a job, which settles it', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay({ until: 'paid' })
    const message = expect.stringContaining('being processed')
    expect((await buyer.verify(id)).body).toEqual({ success: false, pending: true, message })
    await worker.settle()
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', transactions: [{ status: 'pending' }] })
    await worker.paddle.complete(id)
    await worker.run()
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', transactions: [{ status: 'completed' }] })
  })

  it('does not let a job of one organization settle the payment of another for it', async () => {
    const [buyer, thief] = [await worker.buyer(), await worker.buyer()]
    const { id } = await buyer.pay()
    await failPaddle({ times: 1 })
    expect((await thief.verify(id)).body).toMatchObject({ pending: true })
    await worker.settle()
    expect(await thief.state()).toMatchObject({ tier: 'FREE', subscription: undefined, transactions: [] })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', transactions: [{ transaction_id: id }] })
  })
})

describe('two members who pay at once', () => {
  async function payTwice(): Promise<{ buyer: Buyer; first: string; second: string; ids: string[] }> {
    const buyer = await worker.buyer()
    const one = await buyer.pay()
    const other = await buyer.pay({ plan: 'ENTERPRISE' })
    return { buyer, first: subscriptionOf(one), second: subscriptionOf(other), ids: [one.id, other.id] }
  }

  async function expectOneSubscription(buyer: Buyer): Promise<void> {
    const { subscriptions, adjustments } = await worker.paddle.account()
    const own = Object.values(subscriptions).filter(
      ({ custom_data: data }) => data?.organizationId === buyer.organizationId,
    )
    const [live, ...more] = own.filter(({ status }) => status === 'active')
    expect(more).toEqual([])
    const ended = own.filter(({ status }) => status === 'canceled')
    expect(ended).toHaveLength(1)
    const refunds = Object.values(adjustments).filter(({ subscription_id: id }) => id === ended[0]?.id)
    expect(refunds).toMatchObject([{ action: 'refund', type: 'full' }])
    const { tier, subscription } = await buyer.state()
    expect(subscription).toMatchObject({ subscription_id: live?.id, status: 'active' })
    expect(tier).toBe(subscription?.plan_id)
  }

  it('end with the first subscription; the second is canceled and refunded, and its buyer gets an email', async () => {
    const { buyer, first, second, ids } = await payTwice()
    await worker.deliverWebhooks()
    await worker.deliverWebhooks()
    const { body } = await buyer.verify(ids[1])
    expect(body.message).toBe('Your organization already has a subscription, so we refunded this payment.')
    await expectOneSubscription(buyer)
    expect(await buyer.state()).toMatchObject({ subscription: { subscription_id: first } })
    expect(await worker.jobOf(second)).toMatchObject({ status: 'completed' })
    const emails = await worker.fakes.mailbox(buyer.user.email)
    expect(emails.filter(({ subject }) => subject === 'We refunded your second payment')).toHaveLength(1)
  })

  it('get all of the second payment back although a part was refunded by hand', async () => {
    const { second, ids } = await payTwice()
    await worker.deliverWebhooks(worker.paddle.refund(ids[1] ?? '', { cents: 1_000 }))
    const { adjustments, subscriptions } = await worker.paddle.account()
    const refunds = Object.values(adjustments).filter(({ subscription_id: id }) => id === second)
    expect(refunds.map(({ totals }) => totals.total)).toEqual(['1000', '13900'])
    expect(subscriptions[second]).toMatchObject({ status: 'canceled' })
  })

  it('end with one subscription when both verify at the same time', async () => {
    const { buyer, ids } = await payTwice()
    const answers = await Promise.all(ids.map((id) => buyer.verify(id)))
    await worker.settle()
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.find(({ body }) => !body.success)?.body.message).toBe(
      'Your organization already has a subscription, so we are refunding this payment.',
    )
    await worker.deliverWebhooks()
    await expectOneSubscription(buyer)
  })

  it.each([3, 4, 5, 6, 7, 8, 9])(
    'end with one subscription if call %i to Paddle loses its answer',
    async (call) => {
      const { buyer, ids } = await payTwice()
      for (const id of ids) {
        await worker.fault({ service: 'paddle', mode: 'slow', ms: 1, times: call - 1 })
        await failPaddle({ times: 1, after: true })
        await buyer.verify(id)
        await worker.settle()
        await worker.clearFaults('paddle')
      }
      for (let attempt = 0; attempt < 4; attempt++) await worker.run()
      await expectOneSubscription(buyer)
    },
  )

  it('keep the new subscription, with its receipt, if the old one had ended without a webhook', async () => {
    const buyer = await worker.buyer()
    const old = subscriptionOf(await buyer.pay())
    await worker.deliverWebhooks()
    await worker.paddle.cancel(old)
    await worker.paddle.takeWebhooks()
    const payment = await buyer.pay({ plan: 'ENTERPRISE' })
    const current = subscriptionOf(payment)
    await buyer.verify(payment.id)
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({
      tier: 'ENTERPRISE',
      subscription: { subscription_id: current },
    })
    expect((await worker.paddle.account()).subscriptions[current]).toMatchObject({ status: 'active' })
    const emails = await worker.fakes.mailbox(buyer.user.email)
    expect(emails.map(({ subject }) => subject)).toContain('Receipt for your Tinproof Enterprise plan')
  })
})

describe('POST /api/paddle/client-params', () => {
  const parameters = (buyer: Buyer, body: object = {}) =>
    buyer.post<CheckoutParameters & ErrorBody>('/api/paddle/client-params', body)

  it('returns what the checkout needs', async () => {
    const buyer = await worker.buyer()
    const { settings, organizationId, user } = { ...worker, ...buyer }
    expect((await parameters(buyer, { organizationId, plan: 'ENTERPRISE' })).body).toEqual({
      clientToken: settings.PADDLE_CLIENT_TOKEN,
      environment: 'sandbox',
      priceId: settings.PADDLE_ENTERPRISE_PRICE_ID,
      scriptUrl: expect.stringMatching(/^https?:/),
      customer: { email: user.email },
      customData: { organizationId, userId: user.id, plan: 'ENTERPRISE', signature: expect.any(String) },
    })
    expect((await parameters(buyer)).body.customData.plan).toBe('PRO')
  })

  it('fills in billing details only for those who may see them', async () => {
    const [admin, member] = [await worker.buyer(), await worker.buyer()]
    const { organizationId } = admin
    const details = {
      companyName: 'Summit Energy',
      country: 'DE',
      address: 'Garden Row 52',
      city: 'Bonn',
      postalCode: '53113',
    }
    await admin.put('/api/organization/billing-details', details)
    await worker.sql`insert into organization_memberships (user_id, organization_id, role)
      values (${member.user.id}, ${organizationId}, 'member')`
    const { email } = admin.user
    const customer = { email, address: expect.objectContaining({ city: 'Bonn' }) }
    expect((await parameters(admin, { organizationId })).body.customer).toEqual(customer)
    await admin.patch('/api/organization', { vatNumber: 'DE136695976' })
    expect((await parameters(admin, { organizationId })).body.customer).toEqual({
      ...customer,
      business: { name: 'Summit Energy', taxIdentifier: 'DE136695976' },
    })
    const { body } = await parameters(member, { organizationId })
    expect(body.customer).toEqual({ email: member.user.email })
  })

  it.each(['FREE', 'GOLD', 'pro'])('refuses the plan %s', async (plan) => {
    expect(refusal(await parameters(await worker.buyer(), { plan }))).toEqual([422, 'INVALID_INPUT'])
  })

  it('refuses an organization that has a subscription, until it has ended', async () => {
    const buyer = await worker.buyer()
    const id = subscriptionOf(await buyer.pay())
    await worker.deliverWebhooks()
    expect(refusal(await parameters(buyer))).toEqual([409, 'ALREADY_SUBSCRIBED'])
    await worker.deliverWebhooks(worker.paddle.cancel(id))
    expect((await parameters(buyer)).status).toBe(200)
  })

  it('refuses a plan below the one that support has set', async () => {
    const buyer = await worker.buyer()
    await worker.updateOrganization(buyer.organizationId, { tier: 'ENTERPRISE' })
    expect((await parameters(buyer)).body.message).toBe('This organization already has the Enterprise plan.')
    expect((await parameters(buyer, { plan: 'ENTERPRISE' })).status).toBe(200)
  })
})

describe('POST /api/organization/upgrade', () => {
  const upgrade = (buyer: Buyer, body: object = {}) =>
    buyer.post<Upgrade & ErrorBody>('/api/organization/upgrade', body)

  it('leads to the checkout of the next plan, or of the requested one', async () => {
    const buyer = await worker.buyer()
    expect((await upgrade(buyer)).body).toEqual({ checkoutUrl: 'http://localhost/checkout?plan=PRO' })
    expect((await upgrade(buyer, { plan: 'ENTERPRISE' })).body).toEqual({
      checkoutUrl: 'http://localhost/checkout?plan=ENTERPRISE',
    })
    await worker.updateOrganization(buyer.organizationId, { tier: 'PRO' })
    expect((await upgrade(buyer)).body).toEqual({ checkoutUrl: 'http://localhost/checkout?plan=ENTERPRISE' })
    await worker.updateOrganization(buyer.organizationId, { tier: 'ENTERPRISE' })
    expect((await upgrade(buyer)).status).toBe(409)
    expect((await upgrade(buyer, { plan: 'FREE' })).status).toBe(422)
  })
})

describe('without any setting of Paddle', () => {
  it('answers 503 for payments, and everything else works', async () => {
    const buyer = await worker.buyer()
    await worker.confirmPassword(buyer)
    const { token } = await buyer.createToken()
    const names = Object.keys(worker.settings).filter((name) => name.startsWith('PADDLE_'))
    const settings = Object.fromEntries(names.map((name) => [name, '']))
    const verbs = ['verify', 'cancel', 'undo-cancel', 'resume', 'portal'].map(
      (verb) => `subscription/${verb}`,
    )
    for (const path of ['paddle/client-params', 'organization/upgrade', 'paddle/webhook', ...verbs]) {
      const answer = await buyer.post(`/api/${path}`, {}, { settings })
      expect([path, ...refusal(answer)]).toEqual([path, 503, 'NOT_CONFIGURED'])
    }
    const billing = await buyer.call('/api/subscription', { settings })
    expect(billing).toMatchObject({ status: 200, body: { configured: false } })
    expect((await worker.validate(token, GERMAN, { settings })).status).toBe(200)
  })
})
