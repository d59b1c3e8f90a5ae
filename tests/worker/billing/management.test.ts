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
const requestsOf = ({ organizationId }: Buyer) =>
  worker.sql`select actor_email from audit_entries
    where organization_id = ${organizationId} and event = 'subscription.change_requested'`
const isChange = ({ method, path }: { method: string; path: string }) =>
  method === 'PATCH' && !path.endsWith('/preview')

it('charges no more than the screen showed, but for rounding in the smallest unit of the currency', async () => {
  const { buyer } = await worker.subscribe('PRO')
  interceptPaddle(async ({ path }, send) =>
    path.endsWith('/preview')
      ? new Response((await (await send()).text()).replaceAll('USD', 'JPY'))
      : undefined,
  )
  const { amount } = (await preview(buyer, 'ENTERPRISE')).due
  const pay = (most: number) =>
    buyer.manage('change', { plan: 'ENTERPRISE', maxDue: (Number(amount) + most).toFixed(2) })
  expect(refusal(await pay(-10))).toEqual([409, 'PRICE_CHANGED'])
  expect((await pay(-2)).status).toBe(200)
})

describe('changing the plan', { tags: 'deep' }, () => {
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
    expect(body.subscription).toMatchObject({ plan: 'ENTERPRISE', state: { kind: 'active' } })
    // Before its webhooks.
    expect(body.invoices).toMatchObject([
      { amount: '100.00', plan: 'ENTERPRISE' },
      { amount: '49.00', plan: 'PRO' },
    ])
    expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000, used: 1_000 })
    expect((await worker.validate(token)).status).toBe(200)
    expect(await worker.charges(subscriptionId)).toHaveLength(2)
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

  it('is refused after 8 seconds while another change is in progress', async () => {
    const { buyer } = await worker.subscribe('PRO')
    const { promise: isChanging, resolve: startChange } = Promise.withResolvers<void>()
    const { promise: isRefused, resolve: goOn } = Promise.withResolvers<void>()
    interceptPaddle(async (call) => {
      if (!isChange(call)) return undefined
      startChange()
      return await isRefused.then(() => undefined)
    })
    const first = change(buyer, 'ENTERPRISE')
    await isChanging
    expect(refusal(await buyer.manage('cancel'))).toEqual([409, 'SUBSCRIPTION_BUSY'])
    goOn()
    expect((await first).body.subscription).toMatchObject({
      plan: 'ENTERPRISE',
      state: { kind: 'active' },
    })
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

  it('changes nothing if the card is declined', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.paddle.spoilCard(subscriptionId)
    expect(refusal(await change(buyer, 'ENTERPRISE'))).toEqual([409, 'PAYMENT_DECLINED'])
    await worker.deliverWebhooks()
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000 })
    expect(await worker.charges(subscriptionId)).toHaveLength(1)
  })

  it.each([
    ['PostgreSQL', ''],
    ['the commit', 'commit'],
  ])(
    'is in the audit trail, and charged once, although %s failed after Paddle made it',
    async (_, content) => {
      const { buyer, subscriptionId } = await worker.subscribe('PRO')
      interceptPaddle(async (call, send) => {
        if (isChange(call)) await send().then(() => worker.fault({ service: 'neon', content }))
        return undefined
      })
      expect((await change(buyer, 'ENTERPRISE')).status).toBe(503)
      vi.restoreAllMocks()
      await worker.clearFaults('neon')
      expect(await requestsOf(buyer)).toEqual([{ actor_email: buyer.user.email }])
      expect((await change(buyer, 'ENTERPRISE')).status).toBe(200)
      expect(await buyer.state()).toMatchObject({ tier: 'ENTERPRISE', limit: 10_000 })
      expect(await worker.charges(subscriptionId)).toHaveLength(2)
    },
  )

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

describe('canceling', { tags: 'deep' }, () => {
  it('keeps the plan until the end of the period, then moves to FREE', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const { status, body } = await buyer.manage('cancel')
    expect(status).toBe(200)
    const state = { kind: 'canceling', at: body.subscription?.currentPeriodEnd }
    expect(body.subscription).toMatchObject({ plan: 'PRO', state, nextCharge: null })
    await worker.deliverWebhooks()
    expect((await buyer.billing()).subscription?.state).toEqual(state)
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
    const subscription = { state: { kind: 'active' }, nextCharge: { amount: '49.00' } }
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

describe('resuming', { tags: 'deep' }, () => {
  it('removes a pause that was scheduled, and shows the next charge again', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const pause = { action: 'pause', effective_at: new Date().toISOString(), resume_at: null } as const
    await worker.deliverWebhooks(worker.paddle.change(subscriptionId, { scheduled_change: pause }))
    const { subscription } = await buyer.billing()
    expect(subscription).toMatchObject({ state: { kind: 'pausing' }, nextCharge: null })
    const { body } = await buyer.manage('resume')
    expect(body.subscription).toMatchObject({ state: { kind: 'active' }, nextCharge: { amount: '49.00' } })
  })

  it('continues the paid period without a second charge', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    expect(await buyer.state()).toMatchObject({ tier: 'FREE' })
    expect((await buyer.billing()).subscription?.state).toEqual({ kind: 'paused' })
    const answers = await Promise.all([1, 2, 3].map(() => buyer.manage('resume')))
    expect(countStatuses(answers)).toEqual({ 200: 3 })
    expect(await buyer.state()).toMatchObject({ tier: 'PRO', limit: 1_000 })
    expect(await worker.charges(subscriptionId)).toHaveLength(1)
  })
})

describe('when Paddle fails', { tags: 'deep' }, () => {
  it.each(['fail', 'garbage', 'reset', 'hang'] as const)('changes nothing and says so: %s', async (mode) => {
    const { buyer } = await worker.subscribe('PRO')
    await worker.fault({ service: 'paddle', mode })
    for (const answer of await Promise.all([change(buyer, 'ENTERPRISE'), buyer.manage('cancel')]))
      expect(refusal(answer)).toEqual([503, 'PAYMENTS_UNAVAILABLE'])
    await worker.clearFaults('paddle')
    expect(await buyer.state()).toMatchObject({ tier: 'PRO' })
    expect((await buyer.billing()).subscription?.state).toEqual({ kind: 'active' })
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
    [400, 'subscription_locked_pending_changes', 'CHANGE_REFUSED', 'Reload the page, and undo that first.'],
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
