import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OTHER_PRICE_ID } from '#tests/fakes/paddle/keys.ts'
import { deleteOrganizations } from '#worker/jobs/delete-organizations.ts'
import { refusal } from '../harness.ts'
import { overlap } from '../overlap.ts'
import {
  type Buyer,
  interceptPaddle,
  openBillingWorker,
  paddleError,
  subscriptionOf,
} from './billing-worker.ts'

const worker = await openBillingWorker('deletion_billing')
beforeEach(() => worker.fakes.reset(worker.namespace))
afterEach(async () => {
  await worker.settle()
  await worker.paddle.takeWebhooks()
})
const { atPaddle, jobOf, runAll } = worker

describe('deleting an organization', () => {
  const remove = async (buyer: Buyer) => {
    await worker.confirmPassword(buyer)
    const body = { organizationId: buyer.organizationId, name: buyer.organization.name }
    expect((await buyer.delete('/api/organization', body)).status).toBe(200)
  }
  const restore = async (buyer: Buyer) => {
    const { organizationId } = buyer
    expect((await buyer.post('/api/organization/restore', { organizationId })).status).toBe(200)
  }

  for (const [what, undo] of [
    ['is restored', restore],
    [
      'is made active by a platform administrator',
      ({ organizationId }: Buyer) => worker.updateOrganization(organizationId, { status: 'ACTIVE' }),
    ],
  ] as const)
    it(`cancels its subscription at the end of the period, until it ${what}`, {
      tags: undo === restore ? [] : ['deep'],
    }, async () => {
      const { buyer, subscriptionId: id } = await worker.subscribe()
      await remove(buyer)
      expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: { action: 'cancel' } })
      await undo(buyer)
      expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: null })
      expect(await buyer.state()).toMatchObject({ tier: 'PRO', subscription: { cancel_at: null } })
    })

  it('cancels it instead of a pause that was scheduled', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    const effective_at = (await atPaddle(id))?.current_billing_period?.ends_at ?? ''
    const resume_at = new Date(Date.parse(effective_at) + 86_400_000).toISOString()
    await worker.paddle.change(id, { scheduled_change: { action: 'pause', effective_at, resume_at } })
    await worker.deliverWebhooks()
    await remove(buyer)
    await worker.run()
    expect(await jobOf(id)).toMatchObject({ status: 'completed' })
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel', effective_at } })
  })

  it('cancels it although Paddle has another price for it, which is reported', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    const other = subscriptionOf(await (await worker.buyer()).pay({ priceId: OTHER_PRICE_ID }))
    await worker.paddle.takeWebhooks()
    await worker.deliverWebhooks(worker.paddle.change(id, { items: (await atPaddle(other))?.items ?? [] }))
    await remove(buyer)
    await worker.run()
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
    expect(await buyer.state()).toMatchObject({
      tier: 'PRO',
      subscription: { plan_id: 'PRO', cancel_at: expect.any(String) },
    })
    expect(await jobOf(id)).toMatchObject({ status: 'pending', error: 'UNKNOWN_PRICE' })
  })

  it('cancels it after an outage of a day, even if it is 2 months old', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.sql`update payment_jobs set created_at = now() - interval '2 months'`
    await worker.fault({ service: 'paddle' })
    await remove(buyer)
    await runAll()
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: 'UNREACHABLE' })
    await worker.clearFaults('paddle')
    await worker.runFailed()
    expect(await jobOf(id)).toMatchObject({ status: 'completed' })
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })

  it('waits until its subscription is canceled', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.fault({ service: 'paddle' })
    await remove(buyer)
    await worker.run()
    await worker.sql`update organizations set delete_at = now() - interval '1 minute' where id = ${buyer.organizationId}`
    const [created_at, ends_at] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z']
    await worker.paddle.change(id, { created_at, current_billing_period: { starts_at: created_at, ends_at } })
    await worker.run(deleteOrganizations)
    expect(await buyer.state()).toMatchObject({ subscription: { subscription_id: id } })
    await worker.clearFaults('paddle')
    await worker.run()
    await worker.run(deleteOrganizations)
    expect(await buyer.state()).toEqual({ subscription: undefined, transactions: [] })
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })

  const cancel = (buyer: Buyer) => buyer.manage('cancel')
  it.each([
    ['before', [cancel, remove]],
    ['after it', [remove, cancel]],
  ])('keeps a cancellation that the customer made %s', { tags: 'deep' }, async (_when, steps) => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    for (const step of [...steps, restore]) {
      await step(buyer)
      await worker.run()
    }
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })

  const upgrade = (buyer: Buyer) => buyer.manage('change', { plan: 'ENTERPRISE' })
  const undo = (buyer: Buyer) => buyer.manage('undo-cancel')
  /** Deletes the organization while Paddle makes the change. */
  async function removeDuring(buyer: Buyer, request: (buyer: Buyer) => Promise<unknown>) {
    const isChange = (method: string, path: string) =>
      (method === 'PATCH' && !path.endsWith('/preview')) || path.endsWith('/cancel')
    let isRemoved = false
    interceptPaddle(async ({ method, path }) => {
      if (isRemoved || !isChange(method, path)) return undefined
      isRemoved = true
      return await remove(buyer).then(() => undefined)
    })
    await request(buyer)
    expect(isRemoved).toBe(true)
    vi.restoreAllMocks()
    await worker.deliverWebhooks()
    await worker.run()
  }

  it.each([
    ['an upgrade', upgrade],
    ['an undone cancellation', (buyer: Buyer) => cancel(buyer).then(() => undo(buyer))],
  ])('cancels it although %s is in progress', { tags: 'deep' }, async (_what, request) => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await removeDuring(buyer, request)
    expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: { action: 'cancel' } })
  })

  it('refuses an upgrade afterwards', async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await remove(buyer)
    expect(refusal(await upgrade(buyer))).toEqual([403, 'ORGANIZATION_SUSPENDED'])
    expect(await worker.charges(id)).toHaveLength(1)
  })

  it('refuses an upgrade that waited for another change meanwhile', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    const waiting: ReturnType<typeof upgrade>[] = []
    interceptPaddle(async () => {
      if (waiting.length > 0) return undefined
      waiting.push(upgrade(buyer))
      const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      await expect.poll(() => worker.sql(isWaiting)).toHaveLength(1)
      return await remove(buyer).then(() => undefined)
    })
    await buyer.manage('change', { plan: 'PRO' })
    const [answer] = await Promise.all(waiting)
    vi.restoreAllMocks()
    expect(answer && refusal(answer)).toEqual([403, 'ORGANIZATION_SUSPENDED'])
    expect(await worker.charges(id)).toHaveLength(1)
  })

  it('keeps a cancellation by a member that was in progress', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await removeDuring(buyer, cancel)
    await restore(buyer)
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })

  it('keeps a cancellation by a member whose Worker was killed', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    const intercept = (answer: (send: () => Promise<Response>) => Promise<Response | undefined>) =>
      interceptPaddle(async ({ path }, send) => (path.endsWith('/cancel') ? answer(send) : undefined))
    intercept(async () => paddleError(503, 'unavailable'))
    await remove(buyer)
    vi.restoreAllMocks()
    intercept(async (send) => {
      await send()
      await worker.fault({ service: 'neon' })
      return new Response('', { status: 502 })
    })
    expect((await cancel(buyer)).status).toBe(503)
    vi.restoreAllMocks()
    await worker.clearFaults('neon')
    await worker.deliverWebhooks()
    await restore(buyer)
    await worker.run()
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })

  it('cancels nothing if it is restored while its job runs', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await overlap(
      worker,
      ['update', 'subscriptions', "new.cancel_reason = 'deletion'"],
      () => remove(buyer),
      () => restore(buyer),
    )
    await worker.settle()
    expect(await atPaddle(id)).toMatchObject({ status: 'active', scheduled_change: null })
    expect(await jobOf(id)).toMatchObject({ status: 'completed' })
  })

  it('refunds a checkout that is paid afterwards, also if it is restored', async () => {
    const buyer = await worker.buyer()
    await remove(buyer)
    const { id: transactionId, ...paid } = await buyer.pay()
    const id = subscriptionOf(paid)
    const message = 'Your organization was deleted, so we are refunding this payment.'
    expect((await buyer.verify(transactionId)).body).toEqual({ success: false, message })
    await worker.deliverWebhooks()
    await worker.deliverWebhooks()
    expect(await atPaddle(id)).toMatchObject({ status: 'canceled' })
    await restore(buyer)
    expect(await buyer.state()).toMatchObject({
      tier: 'FREE',
      subscription: { status: 'canceled' },
      transactions: [{ transaction_id: transactionId, status: 'refunded', refunded_amount: '49.00' }],
    })
    expect((await worker.emailsTo(buyer.user.email)).map(({ subject }) => subject)).toContain(
      'We refunded $49.00',
    )
  })

  it('refunds a renewal before which Paddle couldn’t cancel, but no earlier period', {
    tags: 'deep',
  }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.fault({ service: 'paddle' })
    await remove(buyer)
    await worker.clearFaults('paddle')
    await worker.deliverWebhooks(worker.paddle.endPeriod(id))
    await worker.run()
    await worker.deliverWebhooks()
    expect(await atPaddle(id)).toMatchObject({ status: 'canceled' })
    const { transactions } = await buyer.state()
    expect(transactions.map(({ status }) => status)).toEqual(['completed', 'refunded'])
  })

  it('cancels a payment that arrives afterwards', { tags: 'deep' }, async () => {
    const buyer = await worker.buyer()
    const id = subscriptionOf(await buyer.pay())
    await remove(buyer)
    await worker.deliverWebhooks()
    await worker.run()
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })

  it('with the account that owns it cancels the subscription', { tags: 'deep' }, async () => {
    const { buyer, subscriptionId: id } = await worker.subscribe()
    await worker.confirmPassword(buyer)
    const deleted = await buyer.delete('/api/user', { email: buyer.user.email })
    expect(deleted.status).toBe(204)
    await worker.run()
    expect(await atPaddle(id)).toMatchObject({ scheduled_change: { action: 'cancel' } })
  })
})
