// @module-tag deep
import { afterEach, describe, expect, it } from 'vitest'
import { numbersOf, take } from '#tests/worker/registers/register-customer.ts'
import { noRows } from '#worker/batches/contract.ts'
import { openBatchWorker } from './batch-worker.ts'

const worker = await openBatchWorker('batch_many')
const customer = await worker.customer({ limit: 100_000 })
afterEach(async () => {
  await worker.setRegisters('normal')
  for (const table of ['batches', 'batch_registers']) await worker.sql(`delete from ${table}`)
})

const callsTo = async (register: string) =>
  (await worker.fakes.registerTally(worker.namespace, register)).calls

const koreanNumbers = numbersOf('KR.BRN', { from: 1_248_100_000 })
/** Without the endings that mean something to the fake register. */
const korean = (count: number) =>
  Array.from({ length: count }, () => {
    for (;;) {
      const [tin = ''] = take(koreanNumbers, 1)
      if (/[678]\d\d$/.test(tin)) return { countryCode: 'KR', tin }
    }
  })
const endingWith = (ends: string) => ({
  countryCode: 'KR',
  tin: take(numbersOf('KR.BRN', { from: 1_249_000_000, ends }), 1)[0] ?? '',
})

describe('a register that takes several numbers at once', () => {
  it('answers 230 rows in 3 calls, and single validations from the cache, which expires', async () => {
    const items = korean(230)
    const before = await callsTo('nts')
    const batch = await customer.run([...items, ...items.slice(0, 5)])
    expect(batch.counts).toEqual({ ...noRows, confirmed: 235 })
    expect(await callsTo('nts')).toBe(before + 3)
    for (const item of [items[0], items[99], items[229]]) {
      const { body } = await worker.validate<{ additionalInfo: { register: string } }>(customer.token, item)
      expect(body.additionalInfo.register).toBe('National Tax Service')
    }
    await customer.run(items)
    expect(await callsTo('nts')).toBe(before + 3)
    const keys = (await worker.redis('KEYS', 'answer:*')) as string[]
    expect(keys).toHaveLength(230)
    const lives = await Promise.all(keys.map((key) => worker.redis('PTTL', key)))
    expect(Math.min(...lives.map(Number))).toBeGreaterThan(0)
  })

  it('is called again for all rows of a call that failed', async () => {
    const before = await callsTo('nts')
    await worker.setRegister('nts', 'down', { times: 1 })
    const batch = await customer.run(korean(60))
    expect(batch.counts).toMatchObject({ confirmed: 60, unconfirmed: 0 })
    // 60 rows at once, then at most 25.
    expect(await callsTo('nts')).toBe(before + 1 + 3)
  })

  it('refuses one number, and answers the others of its call', async () => {
    const refused = endingWith('0400')
    const batch = await customer.run([...korean(30), refused, ...korean(30)])
    const rows = await customer.results(batch.id)
    expect(rows).toHaveLength(61)
    for (const { line, isSourceValid, errors } of rows)
      expect({ line, isSourceValid, errors }).toEqual(
        line === 31
          ? { line, isSourceValid: null, errors: [expect.objectContaining({ code: 'SOURCE_REFUSED' })] }
          : { line, isSourceValid: true, errors: [] },
      )
  })

  const lookUp = async (id: string, times: number) => {
    for (let message = 0; message < times; message++) {
      worker.limiters.reset()
      await worker.deliver(id)
      await worker.makeDue(id)
    }
  }

  it('leaves out one number, which is given up once all others are answered', async () => {
    const id = await customer.start([endingWith('290'), ...korean(3)])
    await lookUp(id, 10)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 1, counts: { confirmed: 3 } })
    await lookUp(id, 10)
    expect(await customer.get(id)).toMatchObject({ state: 'completed', retryableRows: 1 })
    const [row] = await customer.results(id, '&result=unconfirmed')
    expect(row).toMatchObject({ line: 1, errors: [{ code: 'SOURCE_UNREADABLE' }] })
  })

  it('leaves out a number whose validation waits for it until its deadline', async () => {
    const input = { ...endingWith('290'), async: 'until_confirmed' }
    const { body } = await worker.validate<{ validationId: string }>(customer.token, input)
    await lookUp(body.validationId, 25)
    expect(await worker.stateOf(body.validationId)).toBe('processing')
  })

  it('holds up no later rows with one number that it leaves out', async () => {
    const id = await customer.start([endingWith('290'), ...korean(600)])
    await lookUp(id, 10)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 1, counts: { confirmed: 600 } })
  })

  it('has no number given up in an outage, or because of one', async () => {
    const id = await customer.start([...korean(3), endingWith('290')])
    await worker.setRegister('nts', 'down')
    await lookUp(id, 25)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 4 })
    await worker.setRegister('nts', 'normal')
    await lookUp(id, 1)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 1, counts: { confirmed: 3 } })
  })

  it('has a number that it never answers given up after 300 failures', async () => {
    const id = await customer.start(korean(1))
    await worker.setRegister('nts', 'down')
    await lookUp(id, 299)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 1 })
    await lookUp(id, 1)
    expect(await customer.get(id)).toMatchObject({ state: 'completed', retryableRows: 1 })
  })

  it('answers instead of VIES in one call for many rows', async () => {
    const czech = take(numbersOf('CZ.DIC', { from: 25_026_000 }), 90)
      .filter((tin) => !/[23][1-5]$/.test(tin))
      .slice(0, 60)
      .map((tin) => ({ countryCode: 'CZ', tin: `CZ${tin}` }))
    await worker.setRegister('vies', 'down')
    const before = await callsTo('adis')
    const batch = await customer.run(czech)
    expect(batch.counts.confirmed + batch.counts.invalid).toBe(60)
    expect((await customer.results(batch.id))[59]?.additionalInfo.register).toBe('ADIS')
    // Some rows fail at VIES before the circuit opens, then all others are asked together.
    expect((await callsTo('adis')) - before).toBeLessThan(10)
  })
})
