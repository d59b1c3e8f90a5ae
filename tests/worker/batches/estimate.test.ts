import { beforeAll, describe, expect, it } from 'vitest'
import { numbersOf, take } from '#tests/worker/registers/register-customer.ts'
import type { BatchEstimate } from '#worker/batches/contract.ts'
import { secondsFor } from '#worker/batches/estimate.ts'
import { metricsKeys } from '#worker/registers/metrics.ts'
import type { ErrorBody } from '../harness.ts'
import { type BatchWorker, type Customer, openBatchWorker } from './batch-worker.ts'

const noQueue = { own: [], others: [] }
const perSecond = { rowsPerCall: 1, callsPerSecond: 1 }

describe('the time for rows of a register', () => {
  it('is their number, divided by its rate', () => {
    expect(secondsFor(60, noQueue, { rowsPerCall: 1, callsPerSecond: 0.5 })).toBe(120)
    expect(secondsFor(0, noQueue, perSecond)).toBe(0)
  })

  it('counts calls, if one answers several numbers', () => {
    expect(secondsFor(100, noQueue, { rowsPerCall: 100, callsPerSecond: 0.5 })).toBe(2)
    expect(secondsFor(101, noQueue, { rowsPerCall: 100, callsPerSecond: 0.5 })).toBe(4)
  })

  it('grows by as many calls of each other organization as its own has, at most', () => {
    expect(secondsFor(10, { own: [], others: [1_000] }, perSecond)).toBe(20)
    expect(secondsFor(10, { own: [], others: [3, 1_000] }, perSecond)).toBe(23)
    expect(secondsFor(10, { own: [4, 50], others: [] }, perSecond)).toBe(24)
    expect(secondsFor(10, { own: [10], others: [50] }, perSecond)).toBe(40)
  })
})

describe('an estimate before the upload', () => {
  let worker: BatchWorker
  let customer: Customer
  let other: Customer
  beforeAll(async () => {
    worker = await openBatchWorker('batch_estimate')
    const now = Date.now()
    for (const [at, key, seconds] of [
      [now - 23 * 3_600_000, 'vies:DE', 0.5],
      [now - 23 * 3_600_000, 'vies:AT', 0.5],
      [now, 'vies:AT', 0.25],
    ] as const) {
      const [hour, slot] = metricsKeys(at)
      for (const name of [hour, slot])
        await worker.redis('HSET', name, `${key} answered`, '8', `${key} milliseconds`, `${seconds * 8_000}`)
    }
    customer = await worker.customer()
    other = await worker.customer()
  })

  const estimate = (items: readonly object[], options: object = {}, by = customer) =>
    by.post<BatchEstimate & ErrorBody>('/estimate', { items, ...options })
  const swissNumbers = numbersOf('CH.UID', { from: 105_000_000 }, (compact) => compact.slice(3))
  const swiss = () => ({ countryCode: 'CH', tin: take(swissNumbers, 1)[0] })

  it('has each register with its rows, rate, end, and rows that would miss the deadline', async () => {
    const items = [
      { ...swiss(), rows: 10_000 },
      { ...swiss(), rows: 800 },
      { countryCode: 'DE', tin: '136695976', rows: 300 },
      { countryCode: 'DE', tin: '123', rows: 40 },
      { countryCode: 'US', tin: '12-3456789' },
    ]
    const { status, body } = await estimate(items, { deadlineHours: 12 })
    expect(status).toBe(200)
    const { rows, rowsWithoutRegister, registers } = body
    expect({ rows, rowsWithoutRegister }).toEqual({ rows: 11_141, rowsWithoutRegister: 41 })
    // Batches have 10 of 20 calls a minute, and 2 of 4 calls at once, which take half a second.
    expect(registers).toMatchObject([
      { id: 'uid', name: 'UID register', rows: 10_800, rowsPerMinute: 10, seconds: 64_800, waiting: 0 },
      { id: 'vies:DE', name: 'VIES DE', rows: 300, rowsPerMinute: 240, seconds: 75, rowsAfterDeadline: 0 },
    ])
    expect(registers[0]?.rowsAfterDeadline).toBe(3_600)
    expect(body.seconds).toBe(64_800)
    const hours = (Date.parse(body.estimatedEndAt) - Date.parse(body.deadlineAt)) / 3_600_000
    expect(hours).toBe(6)
  })

  it('takes the duration of a call from the last hour, the last day, its register, or else a second', async () => {
    const { body } = await estimate([
      { countryCode: 'AT', tin: 'U99999993' },
      { countryCode: 'FR', tin: '40303265045' },
      { countryCode: 'NO', tin: '923609016' },
    ])
    const rates = Object.fromEntries(body.registers.map(({ id, rowsPerMinute }) => [id, rowsPerMinute]))
    const ofVies = 8 + 8 + 8
    expect(rates).toEqual({
      'vies:AT': 2 * (60 / 0.25),
      'vies:FR': Math.round(2 * 60 * (ofVies / (8 * 0.5 + 8 * 0.5 + 8 * 0.25)) * 10) / 10,
      brreg: 3 * 60,
    })
  })

  it('counts what waits already, and is the same as that of the batch itself', async () => {
    const { body: created } = await other.send({ items: [swiss(), swiss(), swiss()] })
    await worker.deliver(created.id)
    const waiting = (await other.get(created.id)).pendingRows
    expect(waiting).toBeGreaterThan(0)
    const before = await estimate([{ ...swiss(), rows: 6 }])
    expect(before.body.registers).toMatchObject([{ waiting, seconds: (6 + waiting) * 6 }])
    const own = await customer.send({ items: Array.from({ length: 6 }, swiss) })
    // On a slow machine, the register has a free turn by now.
    await worker.deliver(own.body.id)
    const { pendingRows } = await other.get(created.id)
    const [wait] = (await customer.get(own.body.id)).registers
    const seconds = (Date.parse(wait?.estimatedEndAt ?? '') - Date.parse(wait?.nextAt ?? '')) / 1_000
    expect(wait?.waiting).toBeGreaterThanOrEqual(5)
    expect(seconds).toBe((Number(wait?.waiting) + pendingRows) * 6)
  })

  it('knows no register for a token that may not use them', async () => {
    const reader = await worker.customer({ validation: false })
    const { body } = await estimate([swiss()], {}, reader)
    expect(body).toMatchObject({ rows: 1, rowsWithoutRegister: 1, registers: [] })
  })

  it('refuses too many items, and what is no item', async () => {
    for (const items of [Array.from({ length: 501 }, swiss), [{ countryCode: 'DE' }]])
      expect(await estimate(items)).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } })
    expect(await estimate([{ ...swiss(), rows: 0 }])).toMatchObject({ status: 422 })
  })
})
