// @module-tag deep
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '#worker/context.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { reserveCalls, returnCalls } from '#worker/quota/reserve-calls.ts'
import { inTransaction } from '#worker/transaction.ts'
import { passTime, SECOND, wait } from './clock.ts'
import { agree, answered, type Customer, openQuotaWorker, type QuotaWorker } from './quota-worker.ts'

const LIMIT = 1_000

let worker: QuotaWorker
beforeAll(async () => {
  worker = await openQuotaWorker('reserve_calls', 2)
})
afterEach(() => worker.recover())
afterAll(() => worker.close())

const context = () => createContext(worker.settings, crypto.randomUUID(), () => {})

const reserve = (
  { organizationId, token }: Customer,
  cost: number,
  requestId: string = crypto.randomUUID(),
) =>
  passTime(
    reserveCalls(
      context(),
      { organizationId, tokenHash: hashToken(token), address: 'test', permission: 'read' },
      {
        requestId,
        method: 'POST',
        endpoint: '/api/tinproof/batches',
        statusCode: 201,
        outcome: null,
        responseTime: 1,
        country: null,
        spent: cost,
      },
    ),
  )

const giveBack = ({ organizationId, tokenId }: Customer, calls: number) =>
  passTime(
    inTransaction(context(), (tx) => returnCalls(tx, { organizationId, tokenId, at: new Date(), calls })),
  )

const spentOf = async ({ tokenId }: Customer) =>
  (await worker.sql<{ spent: number }>('select spent from token_months where token_id = $1', [tokenId])).map(
    ({ spent }) => spent,
  )

describe('a cost above one', () => {
  it('is reserved as a whole or not at all, also from what single calls have left', async () => {
    const customer = await worker.customer({ limit: LIMIT })
    expect(answered(await customer.calls(2))).toBe(2)
    const answers = await Promise.all([reserve(customer, 900), reserve(customer, 900)])
    expect(answers.map(({ authorized }) => authorized).sort()).toEqual([false, true])
    const refused = answers.find(({ authorized }) => !authorized)
    expect(refused).toMatchObject({ refusal: 'QUOTA', caller: { usedCount: 902, monthlyLimit: LIMIT } })
    expect(await reserve(customer, 99)).toMatchObject({ refusal: 'QUOTA' })
    expect(await reserve(customer, 98)).toMatchObject({ authorized: true })
    expect(answered(await customer.calls(1))).toBe(0)
    expect(await customer.counts()).toMatchObject({ used: LIMIT })
    expect(await spentOf(customer)).toEqual([LIMIT])
  })

  it('stays reserved although the quota is quiet for minutes', async () => {
    const customer = await worker.customer({ tier: 'PRO', limit: LIMIT })
    await reserve(customer, 600)
    await worker.minutes(3)
    expect(await reserve(customer, 600)).toMatchObject({ refusal: 'QUOTA' })
    expect([await customer.counts(), await customer.counter()]).toMatchObject([{ used: 600 }, 600])
  })

  it('costs nothing if it cannot be recorded', async () => {
    const customer = await worker.customer({ tier: 'PRO', limit: LIMIT })
    await customer.calls(1)
    await worker.settle()
    await worker.fakes.fault({ service: 'neon', mode: 'fail', namespace: worker.namespace })
    await expect(reserve(customer, 90)).rejects.toThrow()
    await worker.recover()
    await customer.calls(1)
    expect([await customer.counts(), await customer.counter()]).toEqual([agree(2), 2])
  })
})

describe('returned calls', () => {
  it.each(['answers', 'is down'])('can be spent again while Redis %s', async (redis) => {
    const customer = await worker.customer({ limit: 100 })
    expect(await reserve(customer, 100)).toMatchObject({ authorized: true })
    expect(answered(await customer.calls(1))).toBe(0)
    if (redis === 'is down')
      await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    await giveBack(customer, 30)
    if (redis === 'is down') {
      await worker.recover()
      await worker.minutes(3)
    }
    await wait(5 * SECOND)
    expect(await spentOf(customer)).toEqual([70])
    expect(answered(await customer.calls(40))).toBe(30)
    expect(await customer.counts()).toMatchObject({ used: 100 })
    await giveBack(customer, 100)
    expect(await spentOf(customer)).toEqual([])
    expect(await customer.counts()).toMatchObject({ used: 0 })
  })
})
