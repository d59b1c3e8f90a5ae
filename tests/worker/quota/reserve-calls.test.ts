// @module-tag deep
import { expect, it } from 'vitest'
import { hashToken } from '#worker/lib/hash.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { reserveCalls, returnCalls } from '#worker/quota/reserve-calls.ts'
import { inTransaction } from '#worker/transaction.ts'
import { passTime, SECOND, wait } from './clock.ts'
import { agree, type Customer, openQuotaWorker } from './quota-worker.ts'

const LIMIT = 1_000

const worker = await openQuotaWorker('reserve_calls', 2)

const reserve = ({ organizationId, token, recordedCall }: Customer, spent: number) => {
  const caller = {
    organizationId,
    tokenHash: hashToken(token),
    clientNetwork: 'test',
    permission: 'read',
  } as const
  const ctx = worker.context()
  const row = recordedCall({ spent, outcome: null })
  return passTime(
    authorize(ctx, caller).then((authorization) =>
      inTransaction(ctx, (tx) => reserveCalls(tx, authorization, row)),
    ),
  )
}

const giveBack = ({ organizationId }: Customer, calls: number) => {
  const returned = { organizationId, at: new Date(), calls }
  return passTime(inTransaction(worker.context(), (tx) => returnCalls(tx, returned)))
}

it.each(['answers', 'is down'])(
  'a cost above one is reserved as a whole or not at all, and can be spent again once returned while Redis %s',
  async (redis) => {
    const customer = await worker.customer({ limit: LIMIT })
    expect(await customer.answered(2)).toBe(2)
    const answers = await Promise.all([reserve(customer, 900), reserve(customer, 900)])
    expect(answers.map(({ authorized }) => authorized).sort()).toEqual([false, true])
    const refused = answers.find(({ authorized }) => !authorized)
    expect(refused).toMatchObject({ refusal: 'QUOTA', caller: { usedCount: 902, monthlyLimit: LIMIT } })
    expect(await reserve(customer, 99)).toMatchObject({ refusal: 'QUOTA' })
    expect(await reserve(customer, 98)).toMatchObject({ authorized: true })
    expect(await customer.answered(1)).toBe(0)
    expect(await customer.counts()).toMatchObject({ used: LIMIT })

    if (redis === 'is down') await worker.fault({ service: 'upstash' })
    await giveBack(customer, 30)
    await worker.recover()
    if (redis === 'is down') await worker.minutes(3)
    await wait(5 * SECOND)
    expect(await customer.answered(40)).toBe(30)
    expect(await customer.counts()).toMatchObject({ used: LIMIT })
    await giveBack(customer, LIMIT)
    expect(await customer.counts()).toMatchObject({ used: 0 })
  },
)

it('a cost above one is free if it cannot be recorded, and stays reserved while the quota is quiet', async () => {
  const customer = await worker.customer({ tier: 'PRO', limit: LIMIT })
  await customer.calls(1)
  await worker.settle()
  await worker.fault({ service: 'neon' })
  await expect(reserve(customer, 90)).rejects.toThrow()
  await worker.recover()
  await customer.calls(1)
  expect([await customer.counts(), await customer.counter()]).toEqual([agree(2), 2])
  await reserve(customer, 600)
  await worker.minutes(3)
  expect(await reserve(customer, 600)).toMatchObject({ refusal: 'QUOTA' })
  expect([await customer.counts(), await customer.counter()]).toEqual([{ used: 602, rows: 2 }, 602])
})
