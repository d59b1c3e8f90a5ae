// @module-tag deep
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import type { AccountData } from '#tests/fakes/paddle/account.ts'
import type { Subscription, Transaction } from '#tests/fakes/paddle/entities.ts'
import type { SignedWebhook } from '#tests/fakes/paddle/webhooks.ts'
import { compareSubscriptions } from '#worker/jobs/compare-subscriptions.ts'
import { compareTransactions } from '#worker/jobs/compare-transactions.ts'
import { type BillingWorker, type Buyer, openBillingWorker } from './billing-worker.ts'

/** Histories that run at the same time, each with its own organization, and share webhooks, jobs and faults. */
const BATCH = 20

/** Pauses before a change of the cache is repeated (milliseconds). */
const CACHE_RETRIES = new Set([1_500, 3_000, 6_000])

let worker: BillingWorker
beforeAll(() => {
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  const start = globalThis.setTimeout.bind(globalThis)
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => start(work, CACHE_RETRIES.has(ms) ? 5 : ms))
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const which = fc.nat({ max: 1_000 })
const kind = <T extends string>(name: T) => fc.record({ do: fc.constant(name) })
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('pay'), plan: fc.constantFrom('PRO', 'ENTERPRISE') }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('change'),
      change: fc.constantFrom('endPeriod', 'failRenewal', 'pause', 'resume', 'cancel', 'changeCard'),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('adjust'), to: fc.constantFrom('refund', 'chargeback'), which }),
  },
  // Any of the waiting ones, so they are late, swapped and doubled.
  {
    weight: 30,
    arbitrary: fc.record({ do: fc.constant('deliver'), which, times: fc.constantFrom(1, 1, 2) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('lose'), which }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('verify'), which }) },
  { weight: 8, arbitrary: kind('run jobs') },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('fail'),
      service: fc.constantFrom('neon', 'upstash', 'paddle'),
      /** Whether only the answer is lost. */
      after: fc.boolean(),
      times: fc.constantFrom(1, 2, 5),
    }),
  },
  { weight: 4, arbitrary: kind('recover') },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const history = fc.array(step, { minLength: 1, maxLength: 12, size: 'max' })

/** Webhooks on their way. */
let waiting: SignedWebhook[] = []
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

const ofBuyer = <T extends { custom_data: Record<string, unknown> | null }>(
  { organizationId }: Buyer,
  all: Readonly<Record<string, T>>,
): T[] => Object.values(all).filter(({ custom_data: data }) => data?.organizationId === organizationId)

async function play(buyer: Buyer, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    // What Paddle refuses changes nothing, and neither does a call that fails.
    await perform(buyer, one).catch(() => undefined)
    waiting.push(...(await worker.paddle.takeWebhooks()))
  }
}

async function perform(buyer: Buyer, one: Step): Promise<unknown> {
  const { paddle } = worker
  if (one.do === 'pay') return buyer.pay({ plan: one.plan })
  if (one.do === 'change') {
    const subscription = pick(ofBuyer(buyer, (await paddle.account()).subscriptions), one.which)
    return subscription && paddle[one.change](subscription.id)
  }
  if (one.do === 'adjust') {
    const transaction = pick(ofBuyer(buyer, (await paddle.account()).transactions), one.which)
    return transaction && paddle[one.to](transaction.id)
  }
  if (one.do === 'lose') return waiting.splice(one.which % Math.max(1, waiting.length), 1)
  if (one.do === 'deliver') {
    const [webhook] = waiting.splice(one.which % Math.max(1, waiting.length), 1)
    if (!webhook) return
    const statuses = await Promise.all(Array.from({ length: one.times }, () => worker.receive(webhook)))
    // Paddle sends it again.
    if (statuses.some(({ status }) => status !== 200)) waiting.push(webhook)
    return
  }
  if (one.do === 'verify') {
    const transaction = pick(ofBuyer(buyer, (await paddle.account()).transactions), one.which)
    return transaction && buyer.verify(transaction.id)
  }
  if (one.do === 'run jobs') return worker.run()
  if (one.do === 'recover') return worker.fakes.reset(worker.namespace)
  const { service, after, times } = one
  return worker.fault({ service, after, times })
}

/** What a day's cron jobs do. */
async function recover(): Promise<void> {
  await worker.fakes.reset(worker.namespace)
  await worker.settle()
  for (let day = 0; day < 2; day++) {
    await worker.run(compareSubscriptions)
    await worker.run(compareTransactions)
    await worker.runFailed()
    for (let minute = 0; minute < 20; minute++) {
      const { hasMore } = await worker.run()
      await worker.settle()
      if (!hasMore) break
    }
  }
  waiting = []
  await worker.paddle.takeWebhooks()
}

const LIVE = ['active', 'trialing', 'past_due', 'paused']

function check(
  buyer: Buyer,
  state: Awaited<ReturnType<Buyer['state']>>,
  account: AccountData,
  steps: unknown,
) {
  const what = JSON.stringify({ steps, state })
  const subscriptions = ofBuyer(buyer, account.subscriptions)
  const live = subscriptions.filter(({ status }) => LIVE.includes(status))
  expect(live.length, what).toBeLessThanOrEqual(1)
  expect(state.tier, what).toBe(tierOf(live[0]))
  expect(state.limit, what).toBe({ FREE: 100, PRO: 1_000, ENTERPRISE: 10_000 }[tierOf(live[0])])
  if (live[0]) {
    const { id, status } = live[0]
    expect(state.subscription, what).toMatchObject({ subscription_id: id, status, plan_id: planOf(live[0]) })
  } else if (state.subscription)
    expect(state.subscription, what).toMatchObject({ status: 'canceled', tier: 'FREE' })
  const paid = ofBuyer(buyer, account.transactions).filter(({ status }) =>
    ['completed', 'past_due'].includes(status),
  )
  const expected = paid.map((transaction) => [transaction.id, statusOf(account, transaction)]).toSorted()
  const counted = state.transactions.map((row) => [row.transaction_id, row.status]).toSorted()
  expect(counted, what).toEqual(expected)
}

const planOf = ({ items }: Subscription) =>
  items[0]?.price.unit_price.amount === '4900' ? ('PRO' as const) : ('ENTERPRISE' as const)

const tierOf = (live: Subscription | undefined) =>
  live && live.status !== 'paused' ? planOf(live) : ('FREE' as const)

function statusOf({ adjustments }: AccountData, { id, status, details }: Transaction): string {
  if (status !== 'completed') return 'failed'
  const refunded = Object.values(adjustments)
    .filter((one) => one.transaction_id === id && one.status === 'approved')
    .reduce((sum, { totals }) => sum + Number(totals.total), 0)
  return refunded > 0 && refunded >= Number(details.totals.grand_total) ? 'refunded' : 'completed'
}

let batches = 0
async function playTogether(histories: readonly Step[][]): Promise<void> {
  worker = await openBillingWorker(`payment_histories_${batches++}`)
  const buyers = await Promise.all(histories.map(() => worker.buyer()))
  await Promise.all(histories.map((steps, index) => (buyers[index] ? play(buyers[index], steps) : undefined)))
  await recover()
  const account = await worker.paddle.account()
  expect(await worker.jobs()).toEqual((await worker.jobs()).map((job) => ({ ...job, status: 'completed' })))
  for (const [index, buyer] of buyers.entries()) check(buyer, await buyer.state(), account, histories[index])
}

it('ends with what Paddle says, each payment counted once, in every history', {
  timeout: 86_400_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(history, { minLength: 1, maxLength: BATCH, size: 'max' }),
    playTogether,
  )
  await fc.assert(property, { numRuns: Math.ceil(inject('paymentHistories') / BATCH), endOnFailure: true })
})
