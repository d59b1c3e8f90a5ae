// @module-tag deep
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '../harness.ts'
import { type Buyer, interceptPaddle, openBillingWorker } from './billing-worker.ts'

const worker = await openBillingWorker('billing_overview')
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.clearFaults('paddle')
})

describe('GET /api/subscription', () => {
  it('shows plan, next charge, payment method and invoices to an admin', async () => {
    const { buyer, transactionId } = await worker.subscribe('PRO')
    const { configured, subscription, invoices, details } = await buyer.billing()
    expect({ configured, details }).toEqual({ configured: true, details: null })
    expect(subscription).toMatchObject({
      plan: 'PRO',
      state: { kind: 'active' },
      nextCharge: { amount: '49.00', currency: 'USD' },
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

  it('shows the day of the next charge, but no amount without its tax, while Paddle is down', async () => {
    const { buyer } = await worker.subscribe('ENTERPRISE', { country: 'DE' })
    await worker.fault({ service: 'paddle' })
    const { subscription } = await buyer.billing()
    expect(subscription?.nextCharge).toEqual({ at: subscription?.currentPeriodEnd, amount: null })
  })

  it('shows plan and status, but no payments, to members', async () => {
    const { buyer } = await worker.subscribe('PRO')
    for (const role of ['manager', 'member']) {
      const billing = await (await worker.colleague(buyer.organizationId, role)).billing()
      expect(billing).toMatchObject({ configured: true, invoices: [], details: null })
      expect(billing.subscription).toMatchObject({
        plan: 'PRO',
        state: { kind: 'active' },
        nextCharge: null,
        paymentMethod: null,
      })
    }
  })

  it('has no subscription after it ended, only its invoices', async () => {
    const { buyer, subscriptionId, transactionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    expect(await buyer.billing()).toMatchObject({ subscription: null, invoices: [{ transactionId }] })
  })
})

describe('portal and invoices', () => {
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
