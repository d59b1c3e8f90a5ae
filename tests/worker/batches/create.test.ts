import { beforeAll, describe, expect, it } from 'vitest'
import { type BatchWorker, type Customer, openBatchWorker } from './batch-worker.ts'

let worker: BatchWorker
let customer: Customer
beforeAll(async () => {
  worker = await openBatchWorker('batch_create')
  customer = await worker.customer()
})

const GOOD = { countryCode: 'DE', tin: '136695976' }
const BAD = { countryCode: 'DE', tin: '136695977' }

describe('a batch', () => {
  it('has a result for each row, in its order', async () => {
    const batch = await customer.run(
      [{ ...GOOD, customId: 'a' }, BAD, { countryCode: 'ZZ', tin: '1' }, { ...GOOD, customId: 'd' }],
      { source: false, name: 'Suppliers' },
    )
    expect(batch).toMatchObject({
      name: 'Suppliers',
      state: 'completed',
      rows: 4,
      pending: 0,
      counts: { valid: 2, invalid: 1, unknown: 0, unreadable: 1 },
      duplicates: 1,
      cost: { reserved: 2, returned: 0 },
    })
    expect(await customer.results(batch.id)).toMatchObject([
      { line: 1, customId: 'a', verdict: 'valid', isValid: true },
      { line: 2, customId: null, verdict: 'invalid', isValid: false },
      { line: 3, verdict: 'unreadable', isValid: null, errors: [{ code: 'UNSUPPORTED_COUNTRY' }] },
      { line: 4, customId: 'd', verdict: 'valid' },
    ])
    expect(await customer.quota()).toBe(2)
  })
})
