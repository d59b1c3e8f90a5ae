import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OTHER_PRICE_ID } from '#tests/fakes/paddle/keys.ts'
import { isFullyReturned } from '#worker/billing/refunds.ts'
import { compareSubscriptions } from '#worker/jobs/compare-subscriptions.ts'
import { compareNewPayments, compareTransactions } from '#worker/jobs/compare-transactions.ts'
import { settlePayments } from '#worker/jobs/settle-payments.ts'
import { times } from '../harness.ts'
import { whileLocked } from '../overlap.ts'
import { interceptPaddle, openBillingWorker, paddleError, subscriptionOf } from './billing-worker.ts'

const worker = await openBillingWorker('payment_jobs')
beforeEach(() => worker.fakes.reset(worker.namespace))
afterEach(async () => {
  await worker.settle()
  await worker.paddle.takeWebhooks()
})

const SUPPORT = 'support@tinproof.test'
const { atPaddle, jobOf, runAll } = worker
/** A payment whose first attempt failed, because Paddle was down. */
async function unsettled() {
  const buyer = await worker.buyer()
  const { id } = await buyer.pay()
  await worker.fault({ service: 'paddle' })
  await buyer.verify(id)
  await worker.settle()
  return { buyer, id }
}
const alerts = async (target: string) =>
  (await worker.emailsTo(SUPPORT)).filter(({ subject }) => subject.endsWith(target))
const minutesLeft = async (target: string) => {
  const [row] = await worker.sql<{ minutes: number }>`
    select extract(epoch from next_attempt_at - now())::float / 60 as minutes from payment_jobs
      where coalesce(transaction_id, subscription_id) = ${target}`
  return Math.round(row?.minutes ?? 0)
}

describe('a payment job', () => {
  it('is tried 5 times with growing pauses, then failed and reported once to support', {
    tags: 'deep',
  }, async () => {
    const { buyer, id } = await unsettled()
    for (const [attempts, pause] of [
      [1, 1],
      [2, 5],
      [3, 30],
      [4, 120],
    ]) {
      expect(await jobOf(id)).toMatchObject({ status: 'pending', attempts, error: 'UNREACHABLE' })
      expect(await minutesLeft(id)).toBe(pause)
      await worker.run()
    }
    expect(await jobOf(id)).toMatchObject({ status: 'failed', attempts: 5, error: 'UNREACHABLE' })
    expect(await minutesLeft(id)).toBe(24 * 60)
    const [alert, ...more] = await alerts(id)
    expect(more).toEqual([])
    expect(alert?.text).toContain(buyer.organizationId)
    expect(alert?.text).toContain('UNREACHABLE')
    await worker.run()
    expect(await jobOf(id)).toMatchObject({ status: 'failed', attempts: 5 })
  })

  it('of a renewal names the organization to support although Paddle is down', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId } = await worker.subscribe()
    await worker.paddle.endPeriod(subscriptionId)
    await worker.fault({ service: 'paddle' })
    await worker.deliverWebhooks()
    await runAll()
    const texts = (await worker.emailsTo(SUPPORT)).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining(`Organization: ${buyer.organizationId}`))
    expect(texts).not.toContainEqual(expect.stringContaining('Organization: Unknown'))
  })

  it('that failed is tried once a day for 30 days, without a second email, and completed when it succeeds', {
    tags: 'deep',
  }, async () => {
    const buyer = await worker.buyer()
    const id = subscriptionOf(await buyer.pay({ priceId: OTHER_PRICE_ID }))
    await worker.deliverWebhooks()
    await runAll()
    await worker.run(compareSubscriptions)
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: 'UNKNOWN_PRICE' })
    await worker.runFailed()
    expect(await jobOf(id)).toMatchObject({ status: 'failed', attempts: 5 })
    expect(await alerts(id)).toHaveLength(1)
    await worker.paddle.cancel(id)
    const requestedDaysAgo = (days: number) =>
      worker.sql`update payment_jobs set created_at = now() - make_interval(days => ${days})`
    await requestedDaysAgo(31)
    await worker.runFailed()
    expect(await jobOf(id)).toMatchObject({ status: 'failed' })
    await requestedDaysAgo(29)
    await worker.runFailed()
    expect(await jobOf(id)).toMatchObject({ status: 'completed', error: null })
  })

  it('runs once under 5 parallel crons', { tags: 'deep' }, async () => {
    const { id } = await unsettled()
    await worker.clearFaults('paddle')
    await worker.sql`update payment_jobs set next_attempt_at = now() where transaction_id = ${id}`
    await whileLocked(worker, `payment_jobs where transaction_id = '${id}'`, () =>
      settlePayments(worker.context()),
    )
    expect(await jobOf(id)).toMatchObject({ status: 'pending', attempts: 1 })
    const { after } = await worker.trips(() => times(5, () => settlePayments(worker.context())))
    expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2 })
    expect(after.paddle.trips).toBe(2)
  })

  it('whose run was cut off is claimed by a later run, and reported after the last attempt', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay()
    await worker.sql`insert into payment_jobs (transaction_id, organization_id, status, attempts, last_attempt_at, next_attempt_at)
       values (${id}, ${buyer.organizationId}, 'running', 1, now(), now() + interval '5 minutes')`
    await worker.run()
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
    await worker.sql`update payment_jobs
      set status = 'running', attempts = 5, last_attempt_at = date_trunc('milliseconds', now())
      where transaction_id = ${id}`
    await worker.run()
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: 'INTERRUPTED' })
    expect(await alerts(id)).toHaveLength(1)
  })

  it('that is requested again while it runs, runs again', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.sql`insert into payment_jobs (subscription_id, status, attempts, last_attempt_at, next_attempt_at)
       values (${id}, 'running', 1, null, now() + interval '5 minutes')
       on conflict (subscription_id) do update set status = 'running', last_attempt_at = null`
    await worker.paddle.pause(id)
    await worker.paddle.takeWebhooks()
    await worker.run()
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', subscription: { status: 'paused' } })
  })
})

describe('a refund', () => {
  it('in full ends the plan and marks the payment', async () => {
    const { buyer, subscriptionId: id, transactionId } = await worker.subscribe()
    await worker.deliverWebhooks(worker.paddle.refund(transactionId))
    expect(await atPaddle(id)).toMatchObject({ status: 'canceled' })
    expect(await buyer.state()).toMatchObject({
      tier: 'FREE',
      limit: 100,
      subscription: { status: 'canceled' },
      transactions: [{ status: 'refunded', amount: '49.00', refunded_amount: '49.00' }],
    })
  })

  it.each([
    ['both of its payments are refunded', 'refund', 'ENTERPRISE'],
    ['the bank returns one of its payments', 'chargeback', 'FREE'],
  ] as const)('ends an upgraded plan once %s', { tags: 'deep' }, async (_what, kind, tierAfterFirst) => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await buyer.manage('change', { plan: 'ENTERPRISE' })
    const [first, upgrade] = (await buyer.state()).transactions
    await worker.paddle[kind](first?.transaction_id ?? '')
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({ tier: tierAfterFirst })
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: null })
    await worker.paddle[kind](upgrade?.transaction_id ?? '')
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({ tier: 'FREE', subscription: { status: 'canceled' } })
  })

  it.each([
    ['refund', 'refund', { status: 'active', scheduled_change: { action: 'cancel' } }],
    ['chargeback', 'chargeback', { status: 'canceled' }],
  ] as const)(
    'ends the plan after a %s although Paddle refused that until the next period',
    { tags: 'deep' },
    async (_what, kind, ended) => {
      const { subscriptionId: id, transactionId } = await worker.subscribe()
      interceptPaddle(async ({ path }) =>
        path.endsWith('/cancel') ? paddleError(409, 'subscription_locked_renewal') : undefined,
      )
      await worker.paddle[kind](transactionId)
      await worker.deliverWebhooks()
      vi.restoreAllMocks()
      expect(await jobOf(transactionId)).toMatchObject({ status: 'pending', error: 'REFUSED' })
      await worker.paddle.endPeriod(id)
      vi.setSystemTime(Date.now() + 32 * 86_400_000)
      await worker.run()
      vi.useRealTimers()
      expect(await atPaddle(id)).toMatchObject(ended)
    },
  )

  const { refund, chargeback } = worker.paddle
  for (const [what, giveBack, statuses] of [
    ['waits for approval', (id: string) => refund(id, { approve: false }), ['completed']],
    ['leaves a cent', (id: string) => refund(id, { cents: 4_899 }), ['completed']],
    ['is of an earlier period', refund, ['refunded', 'completed']],
    ['the bank made of an earlier period', chargeback, ['refunded', 'completed']],
  ] as const)
    it(`that ${what} doesn’t end the plan`, { tags: what === 'leaves a cent' ? [] : ['deep'] }, async () => {
      const { buyer, subscriptionId: id, transactionId } = await worker.subscribe()
      for (let renewal = 1; renewal < statuses.length; renewal++) await worker.paddle.endPeriod(id)
      await giveBack(transactionId)
      await worker.deliverWebhooks()
      expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: null })
      expect(await buyer.state()).toMatchObject({
        tier: 'PRO',
        transactions: statuses.map((status) => ({ status })),
      })
    })

  it('that the bank takes back is none', () => {
    const at = new Date()
    const own = {
      status: 'approved',
      reason: null,
      transactionId: '',
      total: '4900',
      createdAt: at,
      updatedAt: at,
    }
    const adjustments = ['chargeback', 'chargeback_reverse'].map((action) => ({ ...own, action }))
    const payment = { status: 'completed', billingPeriod: null, grandTotal: '4900' } as const
    expect(isFullyReturned({ ...payment, adjustments: adjustments.slice(0, 1) })).toBe(true)
    expect(isFullyReturned({ ...payment, adjustments })).toBe(false)
  })

  it('of a second payment that Paddle rejects is reported to support', { tags: 'deep' }, async () => {
    const { buyer } = await worker.subscribe()
    const second = await buyer.pay()
    interceptPaddle(({ path }, send) =>
      path.includes(second.id)
        ? send().then(
            async (answer) => new Response((await answer.text()).replaceAll('approved', 'rejected')),
          )
        : undefined,
    )
    await worker.deliverWebhooks()
    await worker.deliverWebhooks()
    await runAll()
    vi.restoreAllMocks()
    expect(await jobOf(second.id)).toMatchObject({ status: 'failed', error: 'REFUND_REJECTED' })
    expect(await alerts(second.id)).toHaveLength(1)
    expect(await atPaddle(subscriptionOf(second))).toMatchObject({ status: 'canceled' })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { status: 'active' } })
  })
})

describe('a second or late payment whose refund Paddle refuses', () => {
  it('isn’t renewed, is reported to support, and is refunded once Paddle allows it', {
    tags: 'deep',
  }, async () => {
    const { buyer } = await worker.subscribe()
    const second = await buyer.pay()
    const id = subscriptionOf(second)
    let canCancel = false
    interceptPaddle(async ({ method, path }) => {
      if (path.endsWith('/cancel') && !canCancel) return paddleError(503, 'unavailable')
      return method === 'POST' && path === '/adjustments'
        ? paddleError(400, 'adjustment_transaction_refund_not_allowed')
        : undefined
    })
    await worker.deliverWebhooks()
    await worker.run()
    expect(await jobOf(id)).toMatchObject({ status: 'pending', error: 'REFUSED' })
    canCancel = true
    await runAll()
    expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: { action: 'cancel' } })
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: 'REFUSED' })
    expect(await alerts(id)).toHaveLength(1)
    vi.restoreAllMocks()
    await worker.runFailed()
    await worker.deliverWebhooks()
    expect(await atPaddle(id)).toMatchObject({ status: 'canceled' })
    const adjustments = Object.values((await worker.paddle.account()).adjustments)
    expect(adjustments.filter((one) => one.transaction_id === second.id)).toMatchObject([
      { action: 'refund' },
    ])
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { status: 'active' } })
  })
})

describe('the comparison of new payments', () => {
  it('settles a payment whose webhooks were all lost and whose browser was closed, once', async () => {
    const buyer = await worker.buyer()
    const { id } = await buyer.pay()
    await buyer.pay({ until: 'ready' })
    const webhooks = await worker.paddle.takeWebhooks()
    await worker.run(compareNewPayments)
    await worker.run()
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', transactions: [{ transaction_id: id }] })
    await worker.receiveAll(webhooks)
    await worker.run(compareNewPayments)
    expect(await jobOf(id)).toMatchObject({ status: 'completed' })
    expect((await buyer.state()).transactions).toHaveLength(1)
  })

  it('leaves checkouts that were opened more than 3 hours ago to the daily comparison', async () => {
    const { id } = await (await worker.buyer()).pay()
    await worker.paddle.takeWebhooks()
    vi.setSystemTime(Date.now() + 3.1 * 3_600_000)
    await worker.run(compareNewPayments)
    vi.useRealTimers()
    expect(await jobOf(id)).toBeUndefined()
  })
})

describe('the daily comparison', () => {
  it('reads all pages, and changes nothing where both agree', { tags: 'deep' }, async () => {
    const one = await openBillingWorker('comparison')
    // Paddle lists 30 transactions per page.
    const buyers = await times(31, () => one.buyer())
    for (const buyer of buyers) await buyer.pay()
    expect((await one.run(compareSubscriptions)).counts).toMatchObject({ compared: 31, different: 31 })
    expect((await one.run(compareTransactions)).counts).toMatchObject({ compared: 31, different: 31 })
    await one.run()
    await one.run()
    for (const buyer of buyers) {
      expect(await buyer.state()).toMatchObject({ tier: 'PRO', transactions: [{ status: 'completed' }] })
    }
    expect((await one.run(compareSubscriptions)).counts).toMatchObject({ compared: 31, different: 0 })
    expect((await one.run(compareTransactions)).counts).toMatchObject({ compared: 31, different: 0 })
  })

  it('reads 100 subscriptions of 4.5 KB', { tags: 'deep' }, async () => {
    const one = await openBillingWorker('large_comparison')
    const buyer = await one.buyer()
    await buyer.pay()
    const [small] = Object.values((await one.paddle.account()).subscriptions)
    const filler = 'x'.repeat(4_500 - JSON.stringify(small).length)
    const customData = { ...buyer.customData, filler }
    await times(100, () => buyer.pay({ customData }))
    await one.paddle.takeWebhooks()
    expect((await one.run(compareSubscriptions)).counts).toMatchObject({ compared: 101 })
  })

  it('reports a subscription of an organization that does not exist, and leaves it alone', {
    tags: 'deep',
  }, async () => {
    const buyer = await worker.buyer()
    const customData = await worker.checkoutData({ organizationId: 'org_elsewhere', userId: 1 })
    const id = subscriptionOf(await buyer.pay({ customData }))
    await worker.paddle.takeWebhooks()
    await worker.run(compareSubscriptions)
    await runAll()
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: 'UNKNOWN_ORGANIZATION' })
    expect(await alerts(id)).toHaveLength(1)
    expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: null })
  })
})
