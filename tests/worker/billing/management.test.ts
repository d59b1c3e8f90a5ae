// @module-tag deep
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChangePreview, PaidPlan } from '#worker/billing/contract.ts'
import { captureLogs, countStatuses, type Member, refusal, times } from '../harness.ts'
import { interceptPaddle, openShop, paddleError } from './subscriber.ts'

const shop = await openShop('billing_management')
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.worker.clearFaults('paddle')
  await shop.worker.clearFaults('neon')
})

const change = (member: Member, plan: string) => shop.post(member, 'change', { plan })
const priceOf = (plan: PaidPlan) =>
  (plan === 'PRO'
    ? shop.worker.settings.PADDLE_PRO_PRICE_ID
    : shop.worker.settings.PADDLE_ENTERPRISE_PRICE_ID) ?? ''
/** Those of another subscription. */
async function itemsOf(plan: PaidPlan) {
  const { subscriptionId } = await shop.subscribe(plan)
  return { items: (await shop.paddleSubscription(subscriptionId))?.items ?? [] }
}
const isChange = ({ method, path }: { method: string; path: string }) =>
  method === 'PATCH' && !path.endsWith('/preview')

describe('GET /api/subscription', () => {
  it('shows plan, next charge, payment method and invoices to an admin', async () => {
    const { admin, transactionId } = await shop.subscribe('PRO')
    const { configured, subscription, invoices, details } = await shop.read(admin)
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
    const { admin, subscriptionId, transactionId } = await shop.subscribe('PRO')
    await shop.worker.paddle.changeCard(subscriptionId)
    await shop.worker.deliverWebhooks()
    const { subscription, invoices } = await shop.read(admin)
    expect(subscription?.paymentMethod).toMatchObject({ brand: 'mastercard', lastFour: '5556' })
    expect(invoices.map((invoice) => invoice.transactionId)).toEqual([transactionId])
  })

  it('shows the price of the plan while Paddle is down', async () => {
    const { admin } = await shop.subscribe('ENTERPRISE', { country: 'DE' })
    await shop.worker.fault({ service: 'paddle' })
    const { subscription } = await shop.read(admin)
    expect(subscription).toMatchObject({ plan: 'ENTERPRISE', nextCharge: { amount: '149.00' } })
  })

  it('shows plan and status, but no payments, to members', async () => {
    const { organizationId } = await shop.subscribe('PRO')
    for (const role of ['manager', 'member']) {
      const billing = await shop.read(await shop.join(organizationId, role))
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
    const admin = await shop.signUp()
    const nothing = { configured: true, subscription: null, invoices: [], details: null }
    expect(await shop.read(admin)).toEqual(nothing)
  })
})

describe('changing the plan', () => {
  it('previews what it costs, without changing anything', async () => {
    const { admin, subscriptionId } = await shop.subscribe('PRO')
    const { status, body } = await admin.call<ChangePreview>(
      '/api/subscription/change-preview?plan=ENTERPRISE',
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      plan: 'ENTERPRISE',
      credit: '49.00',
      charge: '149.00',
      due: { amount: '100.00', currency: 'USD', action: 'charge' },
      nextCharge: { amount: '149.00', currency: 'USD' },
    })
    expect(await shop.charges(subscriptionId)).toHaveLength(1)
  })

  it('upgrades at once and keeps the used count', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    const { token } = await admin.createToken()
    await shop.setUsed(organizationId, 1_000)
    await shop.worker.forgetQuota(organizationId)
    expect((await shop.worker.validate(token)).status).toBe(429)
    const { status, body } = await change(admin, 'ENTERPRISE')
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({ plan: 'ENTERPRISE', status: 'active' })
    // Before its webhooks.
    expect(body.invoices).toMatchObject([
      { amount: '100.00', plan: 'ENTERPRISE' },
      { amount: '49.00', plan: 'PRO' },
    ])
    const changed = { tier: 'ENTERPRISE', limit: 10_000, used: 1_000 }
    expect(await shop.organization(organizationId)).toEqual(changed)
    expect((await shop.worker.validate(token)).status).toBe(200)
    expect(await shop.charges(subscriptionId)).toHaveLength(2)
  })

  it('charges once for five clicks', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => change(admin, 'ENTERPRISE')))
    expect(countStatuses(answers)).toEqual({ 200: 5 })
    expect(await shop.charges(subscriptionId)).toHaveLength(2)
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'ENTERPRISE' })
  })

  it('ends with the plan that was paid for when two admins change at once', { tags: 'deep' }, async () => {
    for (let round = 0; round < 3; round++) {
      const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
      const second = await shop.join(organizationId, 'admin')
      await Promise.all([change(admin, 'ENTERPRISE'), change(second, 'PRO'), change(second, 'ENTERPRISE')])
      await Promise.all([change(admin, 'PRO'), change(second, 'ENTERPRISE'), change(second, 'PRO')])
      await shop.worker.deliverWebhooks()
      const record = await shop.paddleSubscription(subscriptionId)
      const nextPlan = record?.items[0]?.price.id === priceOf('PRO') ? 'PRO' : null
      expect(await shop.organization(organizationId)).toMatchObject({ tier: 'ENTERPRISE' })
      expect((await shop.read(admin)).subscription).toMatchObject({ plan: 'ENTERPRISE', nextPlan })
      expect(await shop.charges(subscriptionId)).toHaveLength(2)
    }
  })

  it('changes nothing if the card is declined', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    await shop.worker.paddle.spoilCard(subscriptionId)
    expect(refusal(await change(admin, 'ENTERPRISE'))).toEqual([409, 'PAYMENT_DECLINED'])
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'PRO', limit: 1_000 })
    expect(await shop.charges(subscriptionId)).toHaveLength(1)
  })

  it('is refused while a payment is past due or the plan is paused', async () => {
    const late = await shop.subscribe('PRO')
    await shop.worker.paddle.failRenewal(late.subscriptionId)
    expect(refusal(await change(late.admin, 'ENTERPRISE'))).toEqual([409, 'SUBSCRIPTION_PAST_DUE'])
    const paused = await shop.subscribe('PRO')
    await shop.worker.paddle.pause(paused.subscriptionId)
    expect(refusal(await change(paused.admin, 'ENTERPRISE'))).toEqual([409, 'SUBSCRIPTION_PAUSED'])
  })

  it.each([
    ...[{ plan: 'FREE' }, { plan: 'GOLD' }, {}, { plan: 'x'.repeat(10_000) }],
    ...['-1.00', '1e3'].map((maxDue) => ({ plan: 'ENTERPRISE', maxDue })),
  ])('refuses %j', async (body) => {
    const { admin } = await shop.subscribe('PRO')
    expect(refusal(await shop.post(admin, 'change', body))).toEqual([422, 'INVALID_INPUT'])
  })
})

describe('a downgrade', () => {
  const PENDING = { plan: 'ENTERPRISE', nextPlan: 'PRO', status: 'active' }
  const amounts = async (subscriptionId: string) =>
    (await shop.charges(subscriptionId)).map(({ details }) => details.totals.grand_total)
  const credits = async () => Object.values((await shop.worker.paddle.account()).creditBalances)

  async function downgraded() {
    const bought = await shop.subscribe('ENTERPRISE')
    const { status, body } = await change(bought.admin, 'PRO')
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject(PENDING)
    const expectPlan = async (tier: string, charged: string[], next: string | null = null) => {
      const limit = { FREE: 100, PRO: 1_000, ENTERPRISE: 10_000 }[tier]
      expect(await shop.organization(bought.organizationId)).toMatchObject({ tier, limit })
      if (tier !== 'FREE')
        expect((await shop.read(bought.admin)).subscription).toMatchObject({ plan: tier, nextPlan: next })
      expect(await amounts(bought.subscriptionId)).toEqual(charged)
      expect((await credits()).filter((cents) => cents !== 0)).toEqual([])
    }
    const endPeriod = async () => {
      await shop.worker.paddle.endPeriod(bought.subscriptionId)
      await shop.worker.deliverWebhooks()
    }
    return { ...bought, expectPlan, endPeriod }
  }

  it('is previewed without a credit', async () => {
    const { admin } = await shop.subscribe('ENTERPRISE')
    const { body } = await admin.call<ChangePreview>('/api/subscription/change-preview?plan=PRO')
    expect(body).toMatchObject({
      credit: '0.00',
      charge: '0.00',
      due: { amount: '0.00' },
      nextCharge: { amount: '49.00' },
    })
  })

  it('keeps the paid plan until the period ends, however often its webhooks arrive', async () => {
    const { admin, subscriptionId, expectPlan, endPeriod } = await downgraded()
    const webhooks = await shop.worker.paddle.takeWebhooks()
    for (const { body: raw, headers } of [...webhooks, ...webhooks].toReversed())
      await shop.worker.call('/api/paddle/webhook', { raw, headers })
    await shop.worker.settle()
    expect((await change(admin, 'PRO')).status).toBe(200)
    await expectPlan('ENTERPRISE', ['14900'], 'PRO')
    expect((await shop.read(admin)).subscription?.nextCharge?.amount).toBe('49.00')
    await endPeriod()
    await expectPlan('PRO', ['14900', '4900'])
    await endPeriod()
    await expectPlan('PRO', ['14900', '4900', '4900'])
    expect((await shop.paddleSubscription(subscriptionId))?.items).toHaveLength(1)
  })

  it('is taken back for free, as often as the admin likes', async () => {
    const { admin, expectPlan, endPeriod } = await downgraded()
    for (const plan of ['ENTERPRISE', 'PRO', 'ENTERPRISE', 'ENTERPRISE'])
      expect((await shop.post(admin, 'change', { plan, maxDue: '0.00' })).status).toBe(200)
    await shop.worker.deliverWebhooks()
    await expectPlan('ENTERPRISE', ['14900'])
    await endPeriod()
    await expectPlan('ENTERPRISE', ['14900', '14900'])
  })

  it('is taken back only for the price on the screen once the next period was paid', async () => {
    const { admin, subscriptionId, expectPlan } = await downgraded()
    await shop.worker.paddle.endPeriod(subscriptionId)
    // The webhooks are late.
    await shop.worker.paddle.takeWebhooks()
    const keep = (maxDue: string) => shop.post(admin, 'change', { plan: 'ENTERPRISE', maxDue })
    for (const shown of ['0.00', '3.00']) expect(refusal(await keep(shown))).toEqual([409, 'PRICE_CHANGED'])
    await expectPlan('PRO', ['14900', '4900'])
    const { body } = await admin.call<ChangePreview>('/api/subscription/change-preview?plan=ENTERPRISE')
    expect(Number(body.due.amount)).toBeGreaterThan(99)
    expect((await keep('100.00')).status).toBe(200)
    await expectPlan('ENTERPRISE', ['14900', '4900', expect.stringMatching(/^(99\d\d|10000)$/)])
  })

  it('can be canceled, and comes back when that is undone', async () => {
    const canceled = await downgraded()
    expect((await shop.post(canceled.admin, 'cancel')).body.subscription?.cancelsAt).not.toBeNull()
    await canceled.expectPlan('ENTERPRISE', ['14900'], 'PRO')
    await canceled.endPeriod()
    await canceled.expectPlan('FREE', ['14900'])
    const undone = await downgraded()
    await shop.post(undone.admin, 'cancel')
    await shop.post(undone.admin, 'undo-cancel')
    await undone.expectPlan('ENTERPRISE', ['14900'], 'PRO')
    await undone.endPeriod()
    await undone.expectPlan('PRO', ['14900', '4900'])
  })

  it('keeps the paid plan through a pause', async () => {
    const { admin, subscriptionId, expectPlan } = await downgraded()
    await shop.worker.paddle.pause(subscriptionId)
    await shop.worker.deliverWebhooks()
    await shop.post(admin, 'resume')
    await expectPlan('ENTERPRISE', ['14900'], 'PRO')
  })

  it('that Paddle made is applied by its webhook if the Worker was killed', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('ENTERPRISE')
    await shop.worker.paddle.change(subscriptionId, await itemsOf('PRO'))
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000 })
    expect((await shop.read(admin)).subscription).toMatchObject(PENDING)
  })

  it('keeps an upgrade that was paid although nobody saw it', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    await shop.worker.paddle.change(subscriptionId, await itemsOf('ENTERPRISE'))
    await shop.worker.paddle.takeWebhooks()
    expect((await change(admin, 'PRO')).body.subscription).toMatchObject(PENDING)
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000 })
  })

  it('right after an upgrade and 9,900 calls gives nothing back, and no second quota', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    await change(admin, 'ENTERPRISE')
    await shop.setUsed(organizationId, 9_900)
    for (const plan of ['PRO', 'ENTERPRISE', 'PRO']) expect((await change(admin, plan)).status).toBe(200)
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toEqual({
      tier: 'ENTERPRISE',
      limit: 10_000,
      used: 9_900,
    })
    const [first, second, ...more] = (await amounts(subscriptionId)).map(Number)
    expect([first, more]).toEqual([4_900, []])
    expect(second).toBeGreaterThan(9_900)
    expect((await credits()).filter((cents) => cents !== 0)).toEqual([])
    await shop.worker.paddle.endPeriod(subscriptionId)
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toEqual({ tier: 'PRO', limit: 1_000, used: 9_900 })
  })
})

describe('canceling', () => {
  it('keeps the plan until the end of the period, then moves to FREE', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    const { status, body } = await shop.post(admin, 'cancel')
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({ plan: 'PRO', status: 'active', nextCharge: null })
    expect(body.subscription?.cancelsAt).toBe(body.subscription?.currentPeriodEnd)
    await shop.worker.deliverWebhooks()
    expect((await shop.read(admin)).subscription?.cancelsAt).toBe(body.subscription?.cancelsAt)
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'PRO' })
    await shop.worker.paddle.endPeriod(subscriptionId)
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'FREE', limit: 100 })
    expect(await shop.charges(subscriptionId)).toHaveLength(1)
  })

  it('is undone, and both can be repeated', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    expect(countStatuses(await times(3, () => shop.post(admin, 'cancel')))).toEqual({ 200: 3 })
    expect((await shop.paddleSubscription(subscriptionId))?.scheduled_change?.action).toBe('cancel')
    const undone = await times(3, () => shop.post(admin, 'undo-cancel'))
    expect(countStatuses(undone)).toEqual({ 200: 3 })
    const subscription = { cancelsAt: null, nextCharge: { amount: '49.00' } }
    expect(undone[0]?.body).toMatchObject({ subscription })
    expect((await shop.paddleSubscription(subscriptionId))?.scheduled_change).toBeNull()
    await shop.worker.paddle.endPeriod(subscriptionId)
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'PRO' })
  })

  it('takes a second cancellation that Paddle refuses as done', async () => {
    const { admin } = await shop.subscribe('PRO')
    interceptPaddle(async ({ path }, send) => {
      if (!path.endsWith('/cancel')) return undefined
      await send()
      return paddleError(400, 'subscription_locked_pending_changes')
    })
    const { status, body } = await shop.post(admin, 'cancel')
    expect(status).toBe(200)
    expect(body.subscription?.cancelsAt).not.toBeNull()
  })

  it('can’t be undone after the end', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    await shop.worker.paddle.cancel(subscriptionId)
    // The webhooks are lost: Paddle's record says it.
    await shop.worker.paddle.takeWebhooks()
    for (const verb of ['undo-cancel', 'cancel', 'resume'])
      expect(refusal(await shop.post(admin, verb))).toEqual([409, 'NO_SUBSCRIPTION'])
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'FREE' })
  })

  it.each(['cancel', 'undo-cancel', 'resume', 'portal'])('needs a plan: %s', async (verb) => {
    const admin = await shop.signUp()
    await shop.worker.confirmPassword(admin)
    expect(refusal(await shop.post(admin, verb))).toEqual([409, 'NO_SUBSCRIPTION'])
  })
})

describe('resuming', () => {
  it('removes a pause that was scheduled, and shows the next charge again', async () => {
    const { admin, subscriptionId } = await shop.subscribe('PRO')
    const pause = { action: 'pause', effective_at: new Date().toISOString(), resume_at: null } as const
    await shop.worker.paddle.change(subscriptionId, { scheduled_change: pause })
    await shop.worker.deliverWebhooks()
    const { subscription } = await shop.read(admin)
    expect([subscription?.pausesAt, subscription?.nextCharge]).toEqual([expect.any(String), null])
    const { body } = await shop.post(admin, 'resume')
    expect(body.subscription).toMatchObject({ pausesAt: null, nextCharge: { amount: '49.00' } })
  })

  it('continues the paid period without a second charge', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    await shop.worker.paddle.pause(subscriptionId)
    await shop.worker.deliverWebhooks()
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'FREE' })
    const answers = await Promise.all([1, 2, 3].map(() => shop.post(admin, 'resume')))
    expect(countStatuses(answers)).toEqual({ 200: 3 })
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'PRO', limit: 1_000 })
    expect(await shop.charges(subscriptionId)).toHaveLength(1)
  })
})

describe('when Paddle fails', () => {
  it.each(['fail', 'garbage', 'reset', 'hang'] as const)('changes nothing and says so: %s', async (mode) => {
    const { admin, organizationId } = await shop.subscribe('PRO')
    await shop.worker.fault({ service: 'paddle', mode })
    for (const answer of await Promise.all([change(admin, 'ENTERPRISE'), shop.post(admin, 'cancel')]))
      expect(refusal(answer)).toEqual([503, 'PAYMENTS_UNAVAILABLE'])
    await shop.worker.clearFaults('paddle')
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'PRO' })
    expect((await shop.read(admin)).subscription?.cancelsAt).toBeNull()
  })

  it('is 503 for too many requests', async () => {
    const { admin } = await shop.subscribe('PRO')
    await shop.worker.paddle.refuse(1)
    expect(refusal(await change(admin, 'ENTERPRISE'))).toEqual([503, 'PAYMENTS_UNAVAILABLE'])
    expect((await change(admin, 'ENTERPRISE')).status).toBe(200)
  })

  it('reads the change back if only its answer was lost', async () => {
    const { admin, organizationId, subscriptionId } = await shop.subscribe('PRO')
    interceptPaddle(async (call, send) => {
      if (!isChange(call)) return undefined
      await send()
      return new Response('<html>', { status: 502 })
    })
    expect((await change(admin, 'ENTERPRISE')).body.subscription).toMatchObject({ plan: 'ENTERPRISE' })
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'ENTERPRISE' })
    vi.restoreAllMocks()
    expect(await shop.charges(subscriptionId)).toHaveLength(2)
  })

  it('says that it doesn’t know if the answer is lost and can’t be read back; trying again charges nothing more', async () => {
    const { admin, subscriptionId } = await shop.subscribe('PRO')
    let isDown = false
    interceptPaddle(async (call, send) => {
      if (isChange(call)) {
        isDown = true
        await send()
      }
      return isDown ? new Response('', { status: 504 }) : undefined
    })
    const { status, body } = await change(admin, 'ENTERPRISE')
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'PAYMENTS_UNAVAILABLE' })
    expect(body.message).toContain("didn't confirm the change")
    vi.restoreAllMocks()
    expect((await change(admin, 'ENTERPRISE')).body.subscription).toMatchObject({ plan: 'ENTERPRISE' })
    expect(await shop.charges(subscriptionId)).toHaveLength(2)
  })

  it.each([
    [409, 'concurrent_modification', 'SUBSCRIPTION_BUSY'],
    [400, 'subscription_locked_processing', 'SUBSCRIPTION_BUSY'],
    [400, 'subscription_outstanding_transaction', 'SUBSCRIPTION_PAST_DUE'],
    [400, 'some_new_code', 'CHANGE_REFUSED'],
  ])('explains Paddle’s %i %s as %s', async (status, reason, code) => {
    const { admin, organizationId } = await shop.subscribe('PRO')
    interceptPaddle(async (call) => (isChange(call) ? paddleError(status, reason) : undefined))
    expect(await change(admin, 'ENTERPRISE')).toMatchObject({ status: 409, body: { code } })
    expect(await shop.organization(organizationId)).toMatchObject({ tier: 'PRO' })
  })

  it('tells a customer who cancels right before the renewal when to try again', async () => {
    const { admin } = await shop.subscribe('PRO')
    interceptPaddle(async ({ path }) =>
      path.endsWith('/cancel') ? paddleError(409, 'subscription_locked_renewal') : undefined,
    )
    const { status, body } = await shop.post(admin, 'cancel')
    expect([status, body.code, body.message]).toEqual([
      409,
      'SUBSCRIPTION_BUSY',
      "This plan renews within 30 minutes, so it can't be changed until then. Try again after the renewal.",
    ])
  })

  it('logs Paddle’s reason, and nothing of the organization', async () => {
    const { admin, organizationId } = await shop.subscribe('PRO')
    const lines = captureLogs()
    interceptPaddle(async (call) =>
      isChange(call) ? paddleError(400, 'subscription_locked_renewal') : undefined,
    )
    await change(admin, 'ENTERPRISE')
    expect(lines.join()).toContain('subscription_locked_renewal')
    expect(lines.join()).not.toContain(organizationId)
  })
})

describe('portal and invoices', () => {
  it('opens Paddle’s portal for the customer', async () => {
    const { admin, subscriptionId } = await shop.subscribe('PRO')
    await shop.worker.confirmPassword(admin)
    const { status, body } = await shop.post(admin, 'portal')
    expect(status).toBe(200)
    const { portalSessions } = await shop.worker.paddle.account()
    expect(Object.values(portalSessions).at(-1)?.subscription_ids).toEqual([subscriptionId])
    expect(body.url).toContain(Object.keys(portalSessions).at(-1))
  })

  it('opens only for admins of all organizations that the customer bought for', async () => {
    const buyer = await shop.subscribe('PRO')
    const other = await shop.signUp()
    await shop.worker.join(buyer.admin, other.organization.id, 'admin')
    const { subscriptionId } = await shop.buy(buyer.admin, 'PRO', { organizationId: other.organization.id })
    const colleague = await shop.join(buyer.organizationId, 'admin')
    for (const member of [buyer.admin, other, colleague]) await shop.worker.confirmPassword(member)
    const open = async (member: Member) => {
      const { status, body } = await shop.post(member, 'portal')
      return status === 200 ? 200 : [status, body.code]
    }
    expect(await open(buyer.admin)).toBe(200)
    expect(await open(colleague)).toEqual([403, 'PORTAL_SHARED'])
    expect(await open(other)).toEqual([403, 'PORTAL_SHARED'])
    await shop.worker.join(colleague, other.organization.id, 'manager')
    expect(await open(colleague)).toEqual([403, 'PORTAL_SHARED'])
    await shop.worker.paddle.cancel(subscriptionId)
    await shop.worker.deliverWebhooks()
    expect(await open(colleague)).toEqual([403, 'PORTAL_SHARED'])
    await shop.worker.sql`update organization_memberships set role = 'admin'
      where user_id = ${colleague.user.id} and organization_id = ${other.organization.id}`
    expect(await open(colleague)).toBe(200)
  })

  it('links to the organization’s own invoices only', async () => {
    const own = await shop.subscribe('PRO')
    const other = await shop.subscribe('PRO')
    const invoice = (transactionId: string) =>
      own.admin.call<{ url: string }>(`/api/subscription/invoices/${transactionId}`)
    const { status, body } = await invoice(own.transactionId)
    expect(status).toBe(200)
    expect(body.url).toContain(own.transactionId)
    for (const id of [other.transactionId, 'txn_01aaaaaaaaaaaaaaaaaaaaaaaa', '..%2f..'])
      expect((await invoice(id)).status).toBe(404)
  })

  it.each(['javascript:alert(1)', '', 'x', 42])('doesn’t pass on the link %j', async (url) => {
    const { admin, transactionId } = await shop.subscribe('PRO')
    interceptPaddle(async ({ path }) =>
      path.includes('/invoice') ? Response.json({ data: { url } }) : undefined,
    )
    expect((await admin.call(`/api/subscription/invoices/${transactionId}`)).status).toBe(503)
  })
})
