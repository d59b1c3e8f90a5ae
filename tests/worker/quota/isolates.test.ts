// @module-tag deep
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatuses } from '../harness.ts'
import { agree, answered, openQuotaWorker, type QuotaWorker } from './quota-worker.ts'

describe.each([
  [2, 130],
  [20, 300],
])('%i isolates', (count, parallel) => {
  let worker: QuotaWorker
  beforeAll(async () => {
    worker = await openQuotaWorker(`isolates_${count}`, count)
  })
  afterAll(() => worker.close())

  it(`spend exactly the limit of a FREE organization under ${parallel} parallel calls`, async () => {
    const { calls, counts } = await worker.customer()
    const answers = await calls(parallel, { parallel, interval: 0 })
    expect(countStatuses(answers)).toEqual({ 200: 100, 429: parallel - 100 })
    expect(await counts()).toEqual(agree(100))
  })

  it.each(['cold', 'warm'])('pass the limit of PRO by at most one call each, %s', async (cache) => {
    // Half of what is left is spent after the answer, the last tenth of the limit before it.
    const used = 800
    const { calls, counts } = await worker.customer({ tier: 'PRO', used })
    const first = cache === 'warm' ? answered(await calls(count)) : 0
    const total = used + first + answered(await calls(400))
    expect(total).toBeGreaterThanOrEqual(1_000)
    expect(total).toBeLessThanOrEqual(1_000 + count)
    expect(await counts()).toEqual({ used: total, rows: total - used })
  })
})
