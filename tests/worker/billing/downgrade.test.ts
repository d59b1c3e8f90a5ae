// @module-tag deep
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChangePreview, PaidPlan } from '#worker/billing/contract.ts'
import { refusal } from '../harness.ts'
import { type Buyer, interceptPaddle, openBillingWorker } from './billing-worker.ts'

const worker = await openBillingWorker('billing_downgrade')
afterEach(() => void vi.restoreAllMocks())

const change = (buyer: Buyer, plan: string) => buyer.manage('change', { plan })
const preview = async (buyer: Buyer, plan: PaidPlan) =>
  (await buyer.call<ChangePreview>(`/api/subscription/change-preview?plan=${plan}`)).body
/** Those of another subscription. */
async function itemsOf(plan: PaidPlan) {
  const { subscriptionId } = await worker.subscribe(plan)
  return { items: (await worker.atPaddle(subscriptionId))?.items ?? [] }
}

describe('a downgrade', () => {
  const PENDING = { plan: 'ENTERPRISE', state: { kind: 'downgrading', to: 'PRO' } }
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
        expect((await bought.buyer.billing()).subscription).toMatchObject({
          plan: tier,
          state: next ? { kind: 'downgrading', to: next } : { kind: 'active' },
        })
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
    expect((await canceled.buyer.manage('cancel')).body.subscription?.state.kind).toBe('canceling')
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
