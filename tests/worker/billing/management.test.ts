// @module-tag deep
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChangePreview, PaidPlan } from '#worker/billing/contract.ts'
import { captureLogs, countStatuses, refusal, times } from '../harness.ts'
import { type Buyer, interceptPaddle, openBillingWorker, paddleError } from './billing-worker.ts'

const worker = await openBillingWorker('billing_management')
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.clearFaults('paddle')
  await worker.clearFaults('neon')
})

const change = (buyer: Buyer, plan: string) => buyer.manage('change', { plan })
const preview = async (buyer: Buyer, plan: PaidPlan) =>
  (await buyer.call<ChangePreview>(`/api/subscription/change-preview?plan=${plan}`)).body
/** Those of another subscription. */
async function itemsOf(plan: PaidPlan) {
  const { subscriptionId } = await worker.subscribe(plan)
  return { items: (await worker.atPaddle(subscriptionId))?.items ?? [] }
}
const requestsOf = ({ organizationId }: Buyer) =>
  worker.sql`select actor_email from audit_entries
    where organization_id = ${organizationId} and event = 'subscription.change_requested'`
const isChange = ({ method, path }: { method: string; path: string }) =>
  method === 'PATCH' && !path.endsWith('/preview')

describe('GET /api/subscription', () => {
  it('shows plan, next charge, payment method and invoices to an admin', async () => {
    const { buyer, transactionId } = await worker.subscribe('PRO')
    const { configured, subscription, invoices, details } = await buyer.billing()
    expect({ configured, details }).toEqual({ configured: true, details: null })
    expect(subscription).toMatchObject({
      plan: 'PRO',
      status: 'active',
      nextCharge: { amount: '49.00', currency: 'USD' },
      cancelsAt: null,
      pausesAt: null,
      graceEndsAt: null,
      paymentMethod: { type: 'card', brand: 'visa', lastFour: '4242', expires: '12/2030' },
    })
    expect(subscription?.nextCharge?.at).toBe(subscription?.currentPeriodEnd)
    expect(invoices).toMatchObject([
      { transactionId, amount: '49.00', refundedAmount: '0.00', status: 'completed', plan: 'PRO' },
    ])
  })

  it('lists no invoice for a change of the card', async () => {
    const { buyer, subscriptionId, transactionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.changeCard(subscriptionId))
    const { subscription, invoices } = await buyer.billing()
    expect(subscription?.paymentMethod).toMatchObject({ brand: 'mastercard', lastFour: '5556' })
    expect(invoices.map((invoice) => invoice.transactionId)).toEqual([transactionId])
  })

  it('shows the price of the plan while Paddle is down', async () => {
    const { buyer } = await worker.subscribe('ENTERPRISE', { country: 'DE' })
    await worker.fault({ service: 'paddle' })
    const { subscription } = await buyer.billing()
    expect(subscription).toMatchObject({ plan: 'ENTERPRISE', nextCharge: { amount: '149.00' } })
  })

  it('shows plan and status, but no payments, to members', async () => {
    const { buyer } = await worker.subscribe('PRO')
    for (const role of ['manager', 'member']) {
      const billing = await (await worker.colleague(buyer.organizationId, role)).billing()
      expect(billing).toMatchObject({ configured: true, invoices: [], details: null })
      expect(billing.subscription).toMatchObject({
        plan: 'PRO',
        status: 'active',
        nextCharge: null,
        paymentMethod: null,
      })
    }
  })

  it('is empty for an organization that never paid', async () => {
    const buyer = await worker.buyer()
    const nothing = { configured: true, subscription: null, invoices: [], details: null }
    expect(await buyer.billing()).toEqual(nothing)
  })
})

describe('changing the plan', () => {
  it('previews what it costs with tax, without changing anything, and charges that', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO', { country: 'DE' })
    expect(await preview(buyer, 'ENTERPRISE')).toMatchObject({
      plan: 'ENTERPRISE',
      credit: '58.31',
      charge: '177.31',
      due: { amount: '119.00', currency: 'USD', action: 'charge' },
      nextCharge: { amount: '177.31', currency: 'USD' },
    })
    expect(await worker.charges(subscriptionId)).toEqual(['5831'])
    expect((await buyer.manage('change', { plan: 'ENTERPRISE', maxDue: '119.00' })).status).toBe(200)
    expect(await worker.charges(subscriptionId)).toEqual(['5831', '11900'])
  })

  it('upgrades at once and keeps the used count', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const { token } = await buyer.createToken()
    await buyer.spend(1_000)
    await worker.forgetQuota(buyer.organizationId)
    expect((await worker.validate(token)).status).toBe(429)
    const { status, body } = await change(buyer, 'ENTERPRISE')
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({ plan: 'ENTERPRISE', status: 'active' })
    // Before its webhooks.
    expect(body.invoices).toMatchObject([
      { amount: '100.00', plan: 'ENTERPRISE' },
      { amount: '49.00', plan: 'PRO' },
    ])
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000, used: 1_000 })
    expect((await worker.validate(token)).status).toBe(200)
    expect(await worker.charges(subscriptionId)).toHaveLength(2)
  })

  it('charges once for five clicks', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => change(buyer, 'ENTERPRISE')))
    expect(countStatuses(answers)).toEqual({ 200: 5 })
    expect(await worker.charges(subscriptionId)).toHaveLength(2)
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE' })
  })

  it('charges once although the first of two requests is slow', async () => {
    const { buyer } = await worker.subscribe('PRO')
    let changes = 0
    interceptPaddle(async (call) => {
      if (isChange(call) && ++changes === 1) await new Promise((resolve) => setTimeout(resolve, 300))
      return undefined
    })
    const answers = await Promise.all([change(buyer, 'ENTERPRISE'), change(buyer, 'ENTERPRISE')])
    expect(countStatuses(answers)).toEqual({ 200: 2 })
    expect(changes).toBe(1)
  })

  it('holds up no other change of the organization', async () => {
    const { buyer } = await worker.subscribe('PRO')
    const meanwhile: unknown[] = []
    interceptPaddle(async (call) => {
      if (isChange(call)) meanwhile.push(await buyer.createToken())
      return undefined
    })
    expect((await change(buyer, 'ENTERPRISE')).status).toBe(200)
    expect(meanwhile).toHaveLength(1)
  })

  it('ends with the plan that was paid for when two admins change at once', { tags: 'deep' }, async () => {
    for (let round = 0; round < 3; round++) {
      const { buyer, subscriptionId } = await worker.subscribe('PRO')
      const second = await worker.colleague(buyer.organizationId, 'admin')
      await Promise.all([change(buyer, 'ENTERPRISE'), change(second, 'PRO'), change(second, 'ENTERPRISE')])
      await Promise.all([change(buyer, 'PRO'), change(second, 'ENTERPRISE'), change(second, 'PRO')])
      await worker.deliverWebhooks()
      const record = await worker.atPaddle(subscriptionId)
      const nextPlan = record?.items[0]?.price.id === worker.settings.PADDLE_PRO_PRICE_ID ? 'PRO' : null
      expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE' })
      expect((await buyer.billing()).subscription).toMatchObject({ plan: 'ENTERPRISE', nextPlan })
      expect(await worker.charges(subscriptionId)).toHaveLength(2)
    }
  })

  it('changes nothing if the card is declined', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.paddle.spoilCard(subscriptionId)
    expect(refusal(await change(buyer, 'ENTERPRISE'))).toEqual([409, 'PAYMENT_DECLINED'])
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000 })
    expect(await worker.charges(subscriptionId)).toHaveLength(1)
  })

  it('is in the audit trail although the Worker was killed after Paddle made it', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    interceptPaddle(async (call, send) => {
      if (isChange(call)) await send().then(() => worker.fault({ service: 'neon' }))
      return undefined
    })
    expect((await change(buyer, 'ENTERPRISE')).status).toBe(503)
    vi.restoreAllMocks()
    await worker.clearFaults('neon')
    expect(await worker.charges(subscriptionId)).toHaveLength(2)
    expect(await requestsOf(buyer)).toEqual([{ actor_email: buyer.user.email }])
  })

  it('is refused while a payment is past due or the plan is paused', async () => {
    const late = await worker.subscribe('PRO')
    await worker.paddle.failRenewal(late.subscriptionId)
    expect(refusal(await change(late.buyer, 'ENTERPRISE'))).toEqual([409, 'SUBSCRIPTION_PAST_DUE'])
    const paused = await worker.subscribe('PRO')
    await worker.paddle.pause(paused.subscriptionId)
    expect(refusal(await change(paused.buyer, 'ENTERPRISE'))).toEqual([409, 'SUBSCRIPTION_PAUSED'])
    expect([...(await requestsOf(late.buyer)), ...(await requestsOf(paused.buyer))]).toEqual([])
  })

  it.each([
    ...[{ plan: 'FREE' }, { plan: 'GOLD' }, {}, { plan: 'x'.repeat(10_000) }],
    ...['-1.00', '1e3'].map((maxDue) => ({ plan: 'ENTERPRISE', maxDue })),
  ])('refuses %j', async (body) => {
    const { buyer } = await worker.subscribe('PRO')
    expect(refusal(await buyer.manage('change', body))).toEqual([422, 'INVALID_INPUT'])
  })
})

describe('a downgrade', () => {
  const PENDING = { plan: 'ENTERPRISE', nextPlan: 'PRO', status: 'active' }
  const credits = async () => Object.values((await worker.paddle.account()).creditBalances)

  async function downgraded() {
    const bought = await worker.subscribe('ENTERPRISE')
    const { status, body } = await change(bought.buyer, 'PRO')
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject(PENDING)
    const expectPlan = async (tier: string, charged: string[], next: string | null = null) => {
      const limit = { FREE: 100, PRO: 1_000, ENTERPRISE: 10_000 }[tier]
      expect(await bought.buyer.state()).toMatchObject({ tier, limit })
      if (tier !== 'FREE')
        expect((await bought.buyer.billing()).subscription).toMatchObject({ plan: tier, nextPlan: next })
      expect(await worker.charges(bought.subscriptionId)).toEqual(charged)
      expect((await credits()).filter((cents) => cents !== 0)).toEqual([])
    }
    const endPeriod = async () => {
      await worker.deliverWebhooks(worker.paddle.endPeriod(bought.subscriptionId))
    }
    return { ...bought, expectPlan, endPeriod }
  }

  it('is previewed without a credit', async () => {
    const { buyer } = await worker.subscribe('ENTERPRISE')
    expect(await preview(buyer, 'PRO')).toMatchObject({
      credit: '0.00',
      charge: '0.00',
      due: { amount: '0.00' },
      nextCharge: { amount: '49.00' },
    })
  })

  it('keeps the paid plan until the period ends, however often its webhooks arrive', async () => {
    const { buyer, subscriptionId, expectPlan, endPeriod } = await downgraded()
    const webhooks = await worker.paddle.takeWebhooks()
    await worker.receiveAll([...webhooks, ...webhooks].toReversed())
    expect((await change(buyer, 'PRO')).status).toBe(200)
    await expectPlan('ENTERPRISE', ['14900'], 'PRO')
    expect((await buyer.billing()).subscription?.nextCharge?.amount).toBe('49.00')
    await endPeriod()
    await expectPlan('PRO', ['14900', '4900'])
    await endPeriod()
    await expectPlan('PRO', ['14900', '4900', '4900'])
    expect((await worker.atPaddle(subscriptionId))?.items).toHaveLength(1)
  })

  it('keeps a partial refund in the list of invoices', async () => {
    const { buyer, transactionId } = await worker.subscribe('ENTERPRISE')
    await worker.paddle.refund(transactionId, { cents: 1_000 })
    await worker.deliverWebhooks()
    // Paddle has changed the payment since the refund.
    interceptPaddle(async ({ path }, send) => {
      if (!path.startsWith('/transactions')) return undefined
      const updated = `"updated_at":"${new Date(Date.now() + 60_000).toISOString()}"`
      return new Response((await (await send()).text()).replaceAll(/"updated_at":"[^"]+"/g, updated))
    })
    const { body } = await change(buyer, 'PRO')
    expect(body.invoices).toMatchObject([{ transactionId, amount: '149.00', refundedAmount: '10.00' }])
  })

  it('is taken back for free, as often as the admin likes', async () => {
    const { buyer, expectPlan, endPeriod } = await downgraded()
    for (const plan of ['ENTERPRISE', 'PRO', 'ENTERPRISE', 'ENTERPRISE'])
      expect((await buyer.manage('change', { plan, maxDue: '0.00' })).status).toBe(200)
    await worker.deliverWebhooks()
    await expectPlan('ENTERPRISE', ['14900'])
    await endPeriod()
    await expectPlan('ENTERPRISE', ['14900', '14900'])
  })

  it('is taken back only for the price on the screen once the next period was paid', async () => {
    const { buyer, subscriptionId, expectPlan } = await downgraded()
    await worker.paddle.endPeriod(subscriptionId)
    // The webhooks are late.
    await worker.paddle.takeWebhooks()
    const keep = (maxDue: string) => buyer.manage('change', { plan: 'ENTERPRISE', maxDue })
    for (const shown of ['0.00', '3.00']) expect(refusal(await keep(shown))).toEqual([409, 'PRICE_CHANGED'])
    await expectPlan('PRO', ['14900', '4900'])
    expect(Number((await preview(buyer, 'ENTERPRISE')).due.amount)).toBeGreaterThan(99)
    expect((await keep('100.00')).status).toBe(200)
    await expectPlan('ENTERPRISE', ['14900', '4900', expect.stringMatching(/^(99\d\d|10000)$/)])
  })

  it('can be canceled, and comes back when that is undone', async () => {
    const canceled = await downgraded()
    expect((await canceled.buyer.manage('cancel')).body.subscription?.cancelsAt).not.toBeNull()
    await canceled.expectPlan('ENTERPRISE', ['14900'], 'PRO')
    await canceled.endPeriod()
    await canceled.expectPlan('FREE', ['14900'])
    const undone = await downgraded()
    await undone.buyer.manage('cancel')
    await undone.buyer.manage('undo-cancel')
    await undone.expectPlan('ENTERPRISE', ['14900'], 'PRO')
    await undone.endPeriod()
    await undone.expectPlan('PRO', ['14900', '4900'])
  })

  it('keeps the paid plan through a pause', async () => {
    const { buyer, subscriptionId, expectPlan } = await downgraded()
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    await buyer.manage('resume')
    await expectPlan('ENTERPRISE', ['14900'], 'PRO')
  })

  it('that Paddle made is applied by its webhook if the Worker was killed', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('ENTERPRISE')
    await worker.deliverWebhooks(worker.paddle.change(subscriptionId, await itemsOf('PRO')))
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000 })
    expect((await buyer.billing()).subscription).toMatchObject(PENDING)
  })

  it('keeps an upgrade that was paid although nobody saw it', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.paddle.change(subscriptionId, await itemsOf('ENTERPRISE'))
    await worker.paddle.takeWebhooks()
    expect((await change(buyer, 'PRO')).body.subscription).toMatchObject(PENDING)
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000 })
  })

  it('right after an upgrade and 9,900 calls gives nothing back, and no second quota', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await change(buyer, 'ENTERPRISE')
    await buyer.spend(9_900)
    for (const plan of ['PRO', 'ENTERPRISE', 'PRO']) expect((await change(buyer, plan)).status).toBe(200)
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000, used: 9_900 })
    const [first, second, ...more] = (await worker.charges(subscriptionId)).map(Number)
    expect([first, more]).toEqual([4_900, []])
    expect(second).toBeGreaterThan(9_900)
    expect((await credits()).filter((cents) => cents !== 0)).toEqual([])
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000, used: 9_900 })
  })
})

describe('canceling', () => {
  it('keeps the plan until the end of the period, then moves to FREE', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const { status, body } = await buyer.manage('cancel')
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({ plan: 'PRO', status: 'active', nextCharge: null })
    expect(body.subscription?.cancelsAt).toBe(body.subscription?.currentPeriodEnd)
    await worker.deliverWebhooks()
    expect((await buyer.billing()).subscription?.cancelsAt).toBe(body.subscription?.cancelsAt)
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', limit: 100 })
    expect(await worker.charges(subscriptionId)).toHaveLength(1)
  })

  it('is undone, and both can be repeated', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    expect(countStatuses(await times(3, () => buyer.manage('cancel')))).toEqual({ 200: 3 })
    expect((await worker.atPaddle(subscriptionId))?.scheduled_change?.action).toBe('cancel')
    const undone = await times(3, () => buyer.manage('undo-cancel'))
    expect(countStatuses(undone)).toEqual({ 200: 3 })
    const subscription = { cancelsAt: null, nextCharge: { amount: '49.00' } }
    expect(undone[0]?.body).toMatchObject({ subscription })
    expect((await worker.atPaddle(subscriptionId))?.scheduled_change).toBeNull()
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
  })

  it('can’t be undone after the end', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.paddle.cancel(subscriptionId)
    // The webhooks are lost: Paddle's record says it.
    await worker.paddle.takeWebhooks()
    for (const verb of ['undo-cancel', 'cancel', 'resume'])
      expect(refusal(await buyer.manage(verb))).toEqual([409, 'NO_SUBSCRIPTION'])
    expect(await buyer.state()).toMatchObject({ tier: 'FREE' })
  })

  it.each(['cancel', 'undo-cancel', 'resume', 'portal'])('needs a plan: %s', async (verb) => {
    const buyer = await worker.buyer()
    await worker.confirmPassword(buyer)
    expect(refusal(await buyer.manage(verb))).toEqual([409, 'NO_SUBSCRIPTION'])
  })
})

describe('resuming', () => {
  it('removes a pause that was scheduled, and shows the next charge again', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const pause = { action: 'pause', effective_at: new Date().toISOString(), resume_at: null } as const
    await worker.deliverWebhooks(worker.paddle.change(subscriptionId, { scheduled_change: pause }))
    const { subscription } = await buyer.billing()
    expect([subscription?.pausesAt, subscription?.nextCharge]).toEqual([expect.any(String), null])
    const { body } = await buyer.manage('resume')
    expect(body.subscription).toMatchObject({ pausesAt: null, nextCharge: { amount: '49.00' } })
  })

  it('continues the paid period without a second charge', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    expect(await buyer.state()).toMatchObject({ tier: 'FREE' })
    const answers = await Promise.all([1, 2, 3].map(() => buyer.manage('resume')))
    expect(countStatuses(answers)).toEqual({ 200: 3 })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000 })
    expect(await worker.charges(subscriptionId)).toHaveLength(1)
  })
})

describe('when Paddle fails', () => {
  it.each(['fail', 'garbage', 'reset', 'hang'] as const)('changes nothing and says so: %s', async (mode) => {
    const { buyer } = await worker.subscribe('PRO')
    await worker.fault({ service: 'paddle', mode })
    for (const answer of await Promise.all([change(buyer, 'ENTERPRISE'), buyer.manage('cancel')]))
      expect(refusal(answer)).toEqual([503, 'PAYMENTS_UNAVAILABLE'])
    await worker.clearFaults('paddle')
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
    expect((await buyer.billing()).subscription?.cancelsAt).toBeNull()
  })

  it('is 503 for too many requests', async () => {
    const { buyer } = await worker.subscribe('PRO')
    await worker.paddle.refuse(1)
    expect(refusal(await change(buyer, 'ENTERPRISE'))).toEqual([503, 'PAYMENTS_UNAVAILABLE'])
    expect((await change(buyer, 'ENTERPRISE')).status).toBe(200)
  })

  it.each([
    ['only its answer was lost', new Response('<html>', { status: 502 })],
    ['Paddle refuses a second one', paddleError(400, 'subscription_locked_pending_changes')],
  ])('reads the change back if %s', async (_what, answer) => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    interceptPaddle(async (call, send) => {
      if (!isChange(call)) return undefined
      await send()
      return answer
    })
    expect((await change(buyer, 'ENTERPRISE')).body.subscription).toMatchObject({ plan: 'ENTERPRISE' })
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE' })
    vi.restoreAllMocks()
    expect(await worker.charges(subscriptionId)).toHaveLength(2)
  })

  it('says that it doesn’t know if the answer is lost and can’t be read back; trying again charges nothing more', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    let isDown = false
    interceptPaddle(async (call, send) => {
      if (isChange(call)) {
        isDown = true
        await send()
      }
      return isDown ? new Response('', { status: 504 }) : undefined
    })
    const { status, body } = await change(buyer, 'ENTERPRISE')
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'PAYMENTS_UNAVAILABLE' })
    expect(body.message).toContain("didn't confirm the change")
    vi.restoreAllMocks()
    expect((await change(buyer, 'ENTERPRISE')).body.subscription).toMatchObject({ plan: 'ENTERPRISE' })
    expect(await worker.charges(subscriptionId)).toHaveLength(2)
  })

  it.each([
    [409, 'concurrent_modification', 'SUBSCRIPTION_BUSY'],
    [409, 'subscription_locked_renewal', 'SUBSCRIPTION_BUSY', 'This plan renews within 30 minutes'],
    [400, 'subscription_locked_processing', 'SUBSCRIPTION_BUSY', 'Try again after the renewal.'],
    [400, 'subscription_outstanding_transaction', 'SUBSCRIPTION_PAST_DUE'],
    [400, 'some_new_code', 'CHANGE_REFUSED'],
  ])('explains Paddle’s %i %s as %s, and logs it without the organization', async (...refused) => {
    const [status, reason, code, message = ''] = refused
    const { buyer } = await worker.subscribe('PRO')
    const lines = captureLogs()
    interceptPaddle(async (call) => (isChange(call) ? paddleError(status, reason) : undefined))
    const body = { code, message: expect.stringContaining(message) }
    expect(await change(buyer, 'ENTERPRISE')).toMatchObject({ status: 409, body })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
    expect(lines.join()).toContain(reason)
    expect(lines.join()).not.toContain(buyer.organizationId)
  })
})

describe('portal and invoices', () => {
  it('opens Paddle’s portal for the customer', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.confirmPassword(buyer)
    const { status, body } = await buyer.manage('portal')
    expect(status).toBe(200)
    const { portalSessions } = await worker.paddle.account()
    expect(Object.values(portalSessions).at(-1)?.subscription_ids).toEqual([subscriptionId])
    expect(body.url).toContain(Object.keys(portalSessions).at(-1))
  })

  it('opens only for admins of all organizations that the customer bought for', async () => {
    const { buyer } = await worker.subscribe('PRO')
    const other = await worker.buyer()
    const { organizationId } = other
    await worker.join(buyer, organizationId, 'admin')
    const { subscriptionId } = await worker.buy(buyer, 'PRO', { organizationId })
    const colleague = await worker.colleague(buyer.organizationId, 'admin')
    for (const member of [buyer, other, colleague]) await worker.confirmPassword(member)
    const open = async (member: Buyer) => refusal(await member.manage('portal'))
    const opened = [200, undefined]
    const shared = [403, 'PORTAL_SHARED']
    expect(await open(buyer)).toEqual(opened)
    expect(await open(colleague)).toEqual(shared)
    expect(await open(other)).toEqual(shared)
    await worker.join(colleague, organizationId, 'manager')
    expect(await open(colleague)).toEqual(shared)
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    expect(await open(colleague)).toEqual(shared)
    await worker.sql`update organization_memberships set role = 'admin'
      where user_id = ${colleague.user.id} and organization_id = ${organizationId}`
    expect(await open(colleague)).toEqual(opened)
  })

  it('links to the organization’s own invoices only', async () => {
    const own = await worker.subscribe('PRO')
    const other = await worker.subscribe('PRO')
    const invoice = (transactionId: string) =>
      own.buyer.call<{ url: string }>(`/api/subscription/invoices/${transactionId}`)
    const { status, body } = await invoice(own.transactionId)
    expect(status).toBe(200)
    expect(body.url).toContain(own.transactionId)
    for (const id of [other.transactionId, 'txn_01aaaaaaaaaaaaaaaaaaaaaaaa', '..%2f..'])
      expect((await invoice(id)).status).toBe(404)
  })

  it.each(['javascript:alert(1)', '', 'x', 42])('doesn’t pass on the link %j', async (url) => {
    const { buyer, transactionId } = await worker.subscribe('PRO')
    interceptPaddle(async ({ path }) =>
      path.includes('/invoice') ? Response.json({ data: { url } }) : undefined,
    )
    expect((await buyer.call(`/api/subscription/invoices/${transactionId}`)).status).toBe(503)
  })
})
