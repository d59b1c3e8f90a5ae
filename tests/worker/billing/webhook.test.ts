import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OTHER_PRICE_ID, webhookSecretOf } from '#tests/fakes/paddle/keys.ts'
import { signatureOf } from '#tests/fakes/paddle/webhooks.ts'
import { endGracePeriods } from '#worker/jobs/end-grace-periods.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { captureLogs, refusal, statusesOf } from '../harness.ts'
import { type Buyer, endOf, interceptPaddle, openBillingWorker, subscriptionOf } from './billing-worker.ts'

const worker = await openBillingWorker('webhook')
beforeEach(() => worker.fakes.reset(worker.namespace))
afterEach(() => {
  vi.restoreAllMocks()
})

const EVENT = {
  event_id: `evt_${'0'.repeat(26)}`,
  event_type: 'transaction.completed',
  data: { id: 'txn_1' },
}

const DAY = 86_400_000
const WEBHOOKS_OF_PAYMENT = 3

const SECRET = webhookSecretOf(worker.namespace)
const signed = (body: string, { age = 0, secrets = [SECRET] } = {}) => ({
  'paddle-signature': signatureOf(body, Date.now() - age, ...secrets),
})

const readOrganization = async (buyer: Buyer) =>
  (await buyer.call<OrganizationDetail>(`/api/organization?organizationId=${buyer.organizationId}`)).body

/** A webhook of our own making, signed with the right secret. */
async function postSigned(data: object, type = 'subscription.updated') {
  const body = JSON.stringify({
    event_id: `evt_01${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
    event_type: type,
    data,
  })
  const answer = await worker.call('/api/paddle/webhook', { raw: body, headers: signed(body) })
  await worker.settle()
  return answer
}

describe('a payment', () => {
  it('gives its tier and limit, and is recorded once', async () => {
    const buyer = await worker.buyer()
    const transaction = await buyer.pay({ plan: 'ENTERPRISE' })
    expect(new Set(statusesOf(await worker.deliverWebhooks()))).toEqual(new Set([200]))
    const state = await buyer.state()
    expect(state).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000, used: 0 })
    expect(state.subscription).toMatchObject({
      subscription_id: transaction.subscription_id,
      status: 'active',
      plan_id: 'ENTERPRISE',
      tier: 'ENTERPRISE',
      customer_id: transaction.customer_id,
      payment_method: 'card',
      card_brand: 'visa',
      card_last_four: '4242',
      card_expiry_month: 12,
      card_expiry_year: 2030,
    })
    expect(state.transactions).toMatchObject([
      {
        transaction_id: transaction.id,
        subscription_id: transaction.subscription_id,
        provider_reference: transaction.invoice_number,
        user_id: buyer.user.id,
        amount: '149.00',
        refunded_amount: '0.00',
        currency: 'USD',
        status: 'completed',
        plan: 'ENTERPRISE',
      },
    ])
  })

  it('lets the next call through at once with 100 of 100 used', async () => {
    const buyer = await worker.buyer()
    const { token } = await buyer.createToken()
    await buyer.spend(100)
    expect((await worker.validate(token)).status).toBe(429)
    await worker.deliverWebhooks(buyer.pay())
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000, used: 101 })
  })

  it('resumes the monitors that the last plan paused, but not those that members paused', async () => {
    const buyer = await worker.buyer()
    const paused = (id: string, by: string) =>
      worker.sql`insert into monitors (id, organization_id, live, country_code, number_hash, details, every, phase, paused_by)
        values (${id}, ${buyer.organizationId}, true, 'DE', ${id}, 'unused', 'day', 0, ${by})`
    await paused('monitor_by_plan', 'plan')
    await paused('monitor_by_member', 'member')
    await buyer.pay()
    await worker.deliverWebhooks()
    const monitors = await worker.sql`select id, paused_by from monitors
      where organization_id = ${buyer.organizationId} order by id desc`
    expect(monitors).toEqual([
      { id: 'monitor_by_plan', paused_by: null },
      { id: 'monitor_by_member', paused_by: 'member' },
    ])
  })

  it('is settled once by doubled and swapped webhooks, signed twice while the secret rotates', async () => {
    const buyer = await worker.buyer()
    await buyer.pay()
    const webhooks = (await worker.paddle.takeWebhooks()).map((webhook) => ({
      ...webhook,
      headers: signed(webhook.body, { secrets: ['pdl_ntfset_old', SECRET] }),
    }))
    const statuses = await worker.receiveAll([...webhooks.toReversed(), ...webhooks])
    expect(new Set(statuses)).toEqual(new Set([200]))
    const state = await buyer.state()
    expect(state).toMatchObject({ tier: 'PRO', subscription: { status: 'active' } })
    expect(state.transactions).toHaveLength(1)
  })

  it('reads its record from Paddle once for each webhook, and changes nothing for a repeated one', async () => {
    const buyer = await worker.buyer()
    await buyer.pay()
    const [created] = await worker.paddle.takeWebhooks()
    if (!created) throw new Error('no webhook')
    const first = await worker.trips(() => worker.receive(created))
    expect(first.after).toMatchObject({ upstash: { trips: 1 }, paddle: { trips: 1 } })
    const second = await worker.trips(() => worker.receive(created))
    expect(second.after).toMatchObject({ upstash: { trips: 0 }, paddle: { trips: 1 } })
  })

  it.each(['fail', 'garbage', 'hang'] as const)(
    'is settled later if Paddle’s fault is %s',
    { tags: 'deep' },
    async (mode) => {
      const buyer = await worker.buyer()
      await buyer.pay()
      await worker.fault({ service: 'paddle', mode })
      expect(new Set(statusesOf(await worker.deliverWebhooks()))).toEqual(new Set([200]))
      expect(await buyer.state()).toMatchObject({ tier: 'FREE', transactions: [] })
      await worker.clearFaults('paddle')
      await worker.run()
      expect(await buyer.state()).toMatchObject({ tier: 'PRO', transactions: [{ status: 'completed' }] })
    },
  )

  it('keeps the tier that an administrator set until the subscription changes', {
    tags: 'deep',
  }, async () => {
    const buyer = await worker.buyer()
    const { subscription_id: id } = await buyer.pay()
    await worker.deliverWebhooks()
    await worker.updateOrganization(buyer.organizationId, { tier: 'ENTERPRISE' })
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionOf({ subscription_id: id })))
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000 })
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionOf({ subscription_id: id })))
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', limit: 100 })
  })
})

describe('a status', () => {
  it('trialing gives the plan', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.deliverWebhooks(worker.paddle.change(id, { status: 'trialing' }))
    expect(await buyer.state()).toMatchObject({
      tier: 'PRO',
      limit: 1_000,
      subscription: { status: 'trialing' },
    })
  })

  it('comes from Paddle, whatever the webhook contains', async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    const price = { id: worker.settings.PADDLE_ENTERPRISE_PRICE_ID }
    const updated_at = new Date(Date.now() + DAY).toISOString()
    await postSigned({ id, status: 'active', updated_at, items: [{ price, quantity: 1 }] })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { plan_id: 'PRO' } })
    await postSigned({ id, status: 'canceled', updated_at })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { status: 'active' } })
  })

  it('of an organization without one is set by any event of a subscription', async () => {
    const buyer = await worker.buyer()
    const id = subscriptionOf(await buyer.pay())
    await worker.paddle.takeWebhooks()
    await postSigned({ id }, 'subscription.imported')
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
  })

  it('past due gives FREE 7 days later, and the plan again once it is paid', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.deliverWebhooks(worker.paddle.failRenewal(id))
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { status: 'past_due' } })
    const since = (age: number) =>
      worker.sql`update subscriptions set past_due_since = ${new Date(Date.now() - age).toISOString()}
        where subscription_id = ${id}`
    expect((await readOrganization(buyer)).graceEndsAt).toBe(endOf(await buyer.billing()))
    await since(7 * DAY - 60_000)
    await worker.run(endGracePeriods)
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000 })
    await since(7 * DAY + 1_000)
    // The plan lasts until the job runs.
    expect((await buyer.billing()).subscription?.state.kind).toBe('past-due')
    await worker.run(endGracePeriods)
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', limit: 100, subscription: { tier: 'FREE' } })
    expect((await buyer.billing()).subscription?.state).toEqual({ kind: 'unpaid' })
    const graceEnds = async (change: object) => {
      await worker.updateOrganization(buyer.organizationId, change)
      return (await readOrganization(buyer)).graceEndsAt
    }
    expect(await graceEnds({ tier: 'ENTERPRISE' })).toBeNull()
    expect(await graceEnds({ tier: 'FREE' })).not.toBeNull()
    expect(await graceEnds({ status: 'SUSPENDED' })).toBeNull()
    expect(await graceEnds({ status: 'ACTIVE' })).not.toBeNull()
    await worker.deliverWebhooks(worker.paddle.changeCard(id))
    expect(await buyer.state()).toMatchObject({
      tier: 'PRO',
      limit: 1_000,
      subscription: { status: 'active', card_brand: 'mastercard', card_last_four: '5556' },
    })
    expect((await readOrganization(buyer)).graceEndsAt).toBeNull()
  })

  it('past due ends for others if one fails', { tags: 'deep' }, async () => {
    const [first, second] = [await worker.subscribe(), await worker.subscribe()]
    await worker.sql`update subscriptions set status = 'past_due',
      past_due_since = now() - case subscription_id when ${first.subscriptionId} then interval '9 days' else interval '8 days' end
      where subscription_id in (${first.subscriptionId}, ${second.subscriptionId})`
    await worker.sql(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update on subscriptions for each row
        when (old.subscription_id = '${first.subscriptionId}') execute function refuse()`)
    await expect(worker.run(endGracePeriods)).rejects.toThrow()
    await worker.sql`drop function refuse cascade`
    expect([await first.buyer.state(), await second.buyer.state()]).toMatchObject([
      { tier: 'PRO' },
      { tier: 'FREE' },
    ])
    await worker.run(endGracePeriods)
    expect(await first.buyer.state()).toMatchObject({ tier: 'FREE' })
  })
})

describe('is refused, changes nothing and is logged', () => {
  it.each([
    ['forged', (body: string) => signed(body, { secrets: ['pdl_ntfset_other'] })],
    ['stale', (body: string) => signed(body, { age: 301_000 })],
    ['unsigned', () => ({})],
  ])('a webhook that is %s', async (reason, headersOf) => {
    const buyer = await worker.buyer()
    await buyer.pay()
    const webhooks = await worker.paddle.takeWebhooks()
    const jobs = () => worker.sql`select status, created_at from payment_jobs order by id`
    const before = await jobs()
    const lines = captureLogs()
    expect(webhooks).toHaveLength(WEBHOOKS_OF_PAYMENT)
    for (const webhook of webhooks) {
      const headers = headersOf(webhook.body)
      expect(refusal(await worker.receive({ ...webhook, headers }))).toEqual([401, 'INVALID_SIGNATURE'])
    }
    await worker.settle()
    const refusals = lines.filter((line) => line.includes('webhook refused'))
    expect(refusals).toHaveLength(webhooks.length)
    expect(JSON.parse(refusals[0] ?? '')).toEqual({
      level: 'warn',
      what: 'webhook refused',
      requestId: expect.any(String),
      reason,
    })
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', subscription: undefined, transactions: [] })
    expect(await jobs()).toEqual(before)
  })

  it('a webhook whose body was changed after it was signed', async () => {
    const buyer = await worker.buyer()
    await buyer.pay()
    const webhooks = await worker.paddle.takeWebhooks()
    for (const webhook of webhooks) {
      const body = webhook.body.replace('"active"', '"active" ')
      expect((await worker.receive({ ...webhook, body })).status).toBe(body === webhook.body ? 200 : 401)
    }
  })

  it.each([
    '',
    'ts=;h1=',
    'ts=abc;h1=00',
    'h1=00',
    `ts=${Math.floor(Date.now() / 1000)}`,
    `ts=1;ts=2;h1=${'0'.repeat(64)}`,
    `ts=${'9'.repeat(40)};h1=${'0'.repeat(64)}`,
    ';;;===',
  ])('the signature %j', async (signature) => {
    const headers = { 'paddle-signature': signature }
    expect((await worker.call('/api/paddle/webhook', { raw: '{}', headers })).status).toBe(401)
  })

  it.each([
    ['no JSON', 'not json', 422],
    ['no event', '{}', 422],
    ['another value than an object', 'null', 422],
    ['an event without data', JSON.stringify({ ...EVENT, data: null }), 422],
    ['a body that is too large', JSON.stringify({ data: 'x'.repeat(70_000) }), 413],
  ])('%s, although it is signed', async (_what, body, expected) => {
    const headers = signed(body)
    expect((await worker.call('/api/paddle/webhook', { raw: body, headers })).status).toBe(expected)
  })
})

describe("Paddle's record", () => {
  it('decides the tier by its price, whatever plan the browser wrote into the custom data', async () => {
    const buyer = await worker.buyer()
    await worker.deliverWebhooks(buyer.pay({ customData: { ...buyer.customData, plan: 'ENTERPRISE' } }))
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { plan_id: 'PRO' } })
  })

  it('with an unknown price changes nothing, and its job reports it', async () => {
    const buyer = await worker.buyer()
    const id = subscriptionOf(await buyer.pay({ priceId: OTHER_PRICE_ID }))
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', subscription: undefined })
    expect(await worker.jobOf(id)).toMatchObject({ status: 'pending', error: 'UNKNOWN_PRICE' })
  })

  type CustomData = Record<string, unknown> | null
  type CustomDataOf = (own: Buyer, other: Buyer) => CustomData | Promise<CustomData>
  const givesNobodyAPlan = async (_what: string, error: string, customDataOf: CustomDataOf) => {
    const [buyer, other] = [await worker.buyer(), await worker.buyer()]
    const payment = await buyer.pay({ customData: await customDataOf(buyer, other) })
    expect(new Set(statusesOf(await worker.deliverWebhooks()))).toEqual(new Set([200]))
    for (const target of [payment.id, subscriptionOf(payment)])
      expect(await worker.jobOf(target)).toMatchObject({ error })
    for (const one of [buyer, other]) {
      expect(refusal(await one.verify(payment.id))).toEqual([404, 'TRANSACTION_NOT_FOUND'])
      expect(await one.state()).toMatchObject({ tier: 'FREE', subscription: undefined, transactions: [] })
    }
  }
  const nobody = 'with %s gives nobody a plan, and its job reports %s'
  it.each<[string, string, CustomDataOf]>([
    ['no custom data', 'UNKNOWN_ORGANIZATION', () => null],
    ['no signature', 'UNSIGNED_CHECKOUT', ({ customData: { signature: _, ...rest } }) => rest],
    [
      "another organization's signature",
      'UNSIGNED_CHECKOUT',
      ({ customData: { signature } }, other) => ({ ...other.customData, signature }),
    ],
  ])(nobody, givesNobodyAPlan)
  it.each<[string, string, CustomDataOf]>([
    [
      'an organization that is gone',
      'UNKNOWN_ORGANIZATION',
      () => worker.checkoutData({ organizationId: 'org_0000000000000000', userId: 1 }),
    ],
    ['hostile custom data', 'UNKNOWN_ORGANIZATION', () => ({ organizationId: 'a\u0000b', userId: "1'" })],
    ['other types', 'UNKNOWN_ORGANIZATION', () => ({ organizationId: { $ne: 1 }, userId: [] })],
    [
      'an altered signature',
      'UNSIGNED_CHECKOUT',
      ({ customData }) => ({ ...customData, signature: customData.signature.replace(/.{9}$/, 'AAAAAAAAA') }),
    ],
    ['another user', 'UNSIGNED_CHECKOUT', ({ customData }, { user }) => ({ ...customData, userId: user.id })],
    [
      'an old signature',
      'UNSIGNED_CHECKOUT',
      ({ organizationId, user: { id: userId } }) =>
        worker.checkoutData({ organizationId, userId, now: new Date(Date.now() - 31 * DAY) }),
    ],
  ])(nobody, { tags: 'deep' }, givesNobodyAPlan)

  it('of an open checkout that names no organization is settled without an error', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay({ until: 'ready', customData: null })
    await postSigned({ id }, 'transaction.updated')
    expect(await worker.jobOf(id)).toMatchObject({ status: 'completed', error: null })
  })

  it('is not read when the event is about something else', async () => {
    const { answered } = await worker.trips(async () => {
      expect((await postSigned({ id: `ctm_01${'0'.repeat(24)}` }, 'customer.updated')).status).toBe(200)
    })
    expect([answered.paddle.trips, answered.neon.trips]).toEqual([0, 0])
  })

  it('stays with its organization when its custom data names another one', async () => {
    const [buyer, other] = [await worker.buyer(), await worker.buyer()]
    const id = subscriptionOf(await buyer.pay())
    await worker.deliverWebhooks()
    await worker.paddle.change(id, { custom_data: other.customData })
    await worker.deliverWebhooks(worker.paddle.endPeriod(id))
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { subscription_id: id } })
    expect((await buyer.state()).transactions).toHaveLength(2)
    expect(await other.state()).toMatchObject({ tier: 'FREE', subscription: undefined, transactions: [] })
  })

  it('that was read before a later change replaces nothing', { tags: 'deep' }, async () => {
    const buyer = await worker.buyer()
    const { id: transactionId, subscription_id } = await buyer.pay()
    const id = subscriptionOf({ subscription_id })
    await worker.deliverWebhooks()
    const { subscriptions, transactions } = await worker.paddle.account()
    await worker.deliverWebhooks(worker.paddle.refund(transactionId))
    const transaction = { status: 'refunded' }
    const ended = { tier: 'FREE', subscription: { status: 'canceled' }, transactions: [transaction] }
    expect(await buyer.state()).toMatchObject(ended)
    interceptPaddle(async ({ path }) =>
      path.startsWith('/subscriptions/')
        ? Response.json({ data: subscriptions[id] })
        : Response.json({ data: transactions[transactionId] }),
    )
    await postSigned({ id: transactionId }, 'transaction.completed')
    expect(await buyer.state()).toMatchObject(ended)
  })

  it.each([
    ['sub', 'subscription.updated', { status: 'melted' }],
    ['adj', 'adjustment.updated', {}],
    ['adj', 'adjustment.updated', { transaction_id: null }],
    ['adj', 'adjustment.updated', { transaction_id: '../subscriptions' }],
  ])('that we cannot read is not lost, its job reports it: %s, %s %j', async (prefix, event, data) => {
    const id = `${prefix}_01${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
    expect((await postSigned({ id, ...data }, event)).status).toBe(200)
    expect(await worker.jobOf(id)).toMatchObject({ status: 'pending', error: 'NOT_FOUND' })
  })
})
