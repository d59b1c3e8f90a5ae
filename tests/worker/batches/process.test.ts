import { afterEach, describe, expect, it, vi } from 'vitest'
import { captureLogs } from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import { numbersOf, take } from '#tests/worker/registers/register-customer.ts'
import { decryptBlob, type LookUpRow } from '#worker/batches/blobs.ts'
import type { Batch, BatchResult } from '#worker/batches/contract.ts'
import { noRows } from '#worker/batches/contract.ts'
import { openBatchWorker } from './batch-worker.ts'

const worker = await openBatchWorker('batch_process')
const customer = await worker.customer({ limit: 100_000 })
afterEach(async () => {
  await worker.fakes.reset(worker.namespace)
  await worker.setRegisters('normal')
  for (const table of ['batches', 'batch_registers']) await worker.sql(`delete from ${table}`)
})

const swissNumbers = numbersOf('CH.UID', { from: 105_000_000 }, (compact) => compact.slice(3))
const danishNumbers = numbersOf('DK.CVR', { from: 40_000_000 }, (compact) => `DK${compact}`)
const swiss = (count: number) => take(swissNumbers, count).map((tin) => ({ countryCode: 'CH', tin }))
const danish = (count: number) => take(danishNumbers, count).map((tin) => ({ countryCode: 'DK', tin }))
/** Too short, so no register is needed. */
const quick = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ countryCode: 'DE', tin: String(10_000 + at) }))

/** Until nothing is due. */
async function work(id: string): Promise<Batch> {
  for (let message = 0; message < 3; message++) await worker.deliver(id)
  return customer.get(id)
}

const withoutTimes = (rows: readonly BatchResult[]) => rows.map((row) => ({ ...row, checkedAt: null }))

describe('a batch', () => {
  const takenDanish = danish(6)
  let expected: BatchResult[] | undefined
  it.each([true, false])(
    'goes on after faults at each step, done before them: %s, without a lost or doubled row',
    { tags: 'deep' },
    async (after) => {
      const items = [...quick(510), ...takenDanish, ...quick(5)]
      expected ??= withoutTimes(await customer.results((await customer.run(items)).id))
      const before = await customer.quota()
      const id = await customer.start(items, { fresh: true })
      const { namespace } = worker
      for (let step = 0; step < 10; step++) {
        if (step > 0)
          await worker.fakes.fault({ service: 'neon', mode: 'slow', ms: 0, times: step, namespace })
        await worker.fakes.fault({ service: 'neon', mode: 'fail', after, times: 1, namespace })
        await worker.deliver(id)
        await worker.fakes.reset(namespace)
        await worker.makeDue(id)
      }
      await worker.finish(id)
      expect(withoutTimes(await customer.results(id))).toEqual(expected)
      const { counts, pendingRows } = await customer.get(id)
      expect({ counts, pendingRows }).toEqual({
        counts: { ...noRows, confirmed: 6, invalid: 515 },
        pendingRows: 0,
      })
      // The last five repeat earlier rows.
      expect(await customer.quota()).toBe((before ?? 0) + 516)
    },
  )

  it('is done once by messages that are delivered twice and at once', { tags: 'deep' }, async () => {
    const id = await customer.start([...quick(1_600), ...danish(8)])
    await Promise.all(Array.from({ length: 4 }, () => worker.deliver(id)))
    await worker.finish(id)
    const { counts } = await customer.get(id)
    expect(counts).toEqual({ ...noRows, confirmed: 8, invalid: 1_600 })
    const lines = (await customer.text(id, 'ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).line)).toEqual(
      Array.from({ length: 1_608 }, (_, at) => at + 1),
    )
    expect(await worker.deliver(id)).toBe(true)
    expect((await customer.get(id)).counts).toEqual(counts)
  })

  it('goes on with the next cron job if its message or that of a register is lost', {
    tags: 'deep',
  }, async () => {
    const [tin] = take(numbersOf('CH.UID', { from: 107_000_000 }), 1)
    const batchId = await customer.start([...quick(3), { countryCode: 'CH', tin }])
    const findLost = async () => {
      worker.queue.messages.length = 0
      await worker.runJob('continue-batches')
      return worker.queue.messages
    }
    expect(await findLost()).toEqual([{ batchId, delaySeconds: 0 }])
    await worker.deliverMessage({ batchId })
    expect(await findLost()).toEqual([{ register: 'uid', delaySeconds: 0 }])
  })

  it('logs a message that it can’t read, without its content', async () => {
    const lines = captureLogs()
    expect(await worker.deliverMessage(JSON.parse('{"batch":"secret"}'))).toBe(true)
    vi.restoreAllMocks()
    expect(lines.join()).toContain('unreadable message')
    expect(lines.join()).not.toContain('secret')
  })

  it('has the same results for the same rows', { tags: 'deep' }, async () => {
    const items = [...quick(3), ...danish(1)]
    const texts = []
    for (let run = 0; run < 2; run++)
      texts.push(await customer.text((await customer.run(items, { source: false })).id, 'csv'))
    expect(texts[0]).toBe(texts[1])
  })
})

describe('registers', () => {
  it('hold up only their own rows, and say why and when they continue', async () => {
    for (const register of ['uid', 'gleif']) await worker.setRegister(register, 'down')
    const id = await customer.start([...quick(2), ...swiss(5), ...danish(2)])
    const batch = await work(id)
    expect(batch).toMatchObject({
      state: 'processing',
      pendingRows: 5,
      counts: { confirmed: 2, invalid: 2 },
      registers: [{ id: 'uid', name: 'UID register', waiting: 5, reason: 'UNAVAILABLE' }],
    })
    const [wait] = batch.registers
    expect(Date.parse(wait?.nextAt ?? '')).toBeGreaterThan(Date.now())
    expect([wait?.estimatedEndAt, batch.estimatedEndAt]).toEqual([null, null])
    expect(await customer.results(id)).toHaveLength(4)
  })

  it('that answer nothing by the deadline leave rows unconfirmed, which a retry looks up for free', {
    tags: 'deep',
  }, async () => {
    await worker.setRegisters('down')
    const id = await customer.start([...quick(1), ...swiss(3)])
    await work(id)
    await worker.reachDeadline(id)
    const ended = await customer.get(id)
    expect(ended).toMatchObject({
      state: 'completed',
      counts: { confirmed: 0, invalid: 1, unconfirmed: 3 },
      retryableRows: 3,
      cost: { reserved: 4, returned: 0 },
    })
    const unconfirmed = await customer.results(id, '&result=unconfirmed')
    expect(unconfirmed).toHaveLength(3)
    for (const row of unconfirmed)
      expect(row).toMatchObject({
        result: 'unconfirmed',
        errors: [{ code: 'SOURCE_UNAVAILABLE', retryable: true }],
      })

    const counted = async () => [
      await customer.quota(),
      (await customer.member.call<object>('/api/activity/days')).body,
    ]
    const before = await counted()
    await worker.setRegisters('normal')
    expect(await customer.post(`/${id}/retry`)).toMatchObject({ status: 200 })
    await worker.finish(id)
    expect(await customer.get(id)).toMatchObject({
      state: 'completed',
      counts: { unconfirmed: 0 },
      retryableRows: 0,
    })
    expect(await counted()).toEqual(before)
    expect(await customer.post(`/${id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_RETRY' },
    })
  })

  it('are not called again for numbers in the cache, unless they must be fresh', {
    tags: 'deep',
  }, async () => {
    const calls = async () => (await worker.fakes.registerTally(worker.namespace, 'vies')).calls
    const items = danish(2)
    await customer.run(items)
    const first = await calls()
    await customer.run(items)
    expect(await calls()).toBe(first)
    await customer.run(items, { fresh: true })
    expect(await calls()).toBe(first + 2)
  })

  it('are not called for a token without the permission', async () => {
    const reader = await worker.customer({ validation: false })
    const before = await worker.fakes.registerTally(worker.namespace, 'vies')
    const batch = await reader.run(danish(2))
    expect(batch).toMatchObject({ source: false, counts: { format_only: 2 } })
    expect(await worker.fakes.registerTally(worker.namespace, 'vies')).toEqual(before)
  })

  it('answer one organization after the other, whichever message comes', { tags: 'deep' }, async () => {
    const others = [await worker.customer(), await worker.customer()]
    const ids = [await customer.start(swiss(8))]
    for (const other of others) ids.push((await other.send({ items: swiss(2) })).body.id)
    // Chunks first, then slices of one call each.
    for (const batchId of ids) await worker.deliverMessage({ batchId })
    const [big = ''] = ids
    const pendingAfter = async (slices: number) => {
      for (let slice = 0; slice < slices; slice++) {
        await worker.deliverMessage({ register: 'uid' })
        await worker.makeDue(big)
      }
      const rows = await worker.sql<{ pending: number }>`select pending_count as pending from batches
        order by created_at`
      return rows.map(({ pending }) => pending)
    }
    expect(await pendingAfter(3)).toEqual([7, 1, 1])
    expect(await pendingAfter(3)).toEqual([6, 0, 0])
    expect(await worker.stateOf(ids[1] ?? '')).toBe('completed')
    expect(await pendingAfter(2)).toEqual([4, 0, 0])
  })

  it('wait for a killed Worker only as long as its lease', { tags: 'deep' }, async () => {
    const id = await customer.start(swiss(1))
    await worker.deliverMessage({ batchId: id })
    await worker.sql`update batch_registers set lease_until = now() + interval '20 seconds', turn = turn + 1`
    await worker.deliver(id)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 1 })
    await worker.sql`update batch_registers set lease_until = now() - interval '1 second'`
    await worker.deliver(id)
    expect(await customer.get(id)).toMatchObject({ pendingRows: 0 })
  })

  it('answer a batch with at most half of their limit', { tags: 'deep' }, async () => {
    const id = await customer.start(swiss(20))
    await work(id)
    await worker.makeDue(id)
    await work(id)
    const { counts, registers } = await customer.get(id)
    const answered = counts.confirmed + counts.invalid
    expect(answered).toBeGreaterThan(0)
    // 20 a minute are allowed, so 10 at once.
    expect(answered).toBeLessThanOrEqual(10)
    expect(registers).toMatchObject([{ waiting: 20 - answered, reason: 'RATE' }])
    const single = await worker.validate<{ validation: { source: { timestamp: string } } }>(
      customer.token,
      swiss(1)[0],
    )
    expect(single.body.validation.source.timestamp).not.toBeNull()
  })

  it('have as much time for each retry as for the first lookups', { tags: 'deep' }, async () => {
    await worker.setRegisters('down')
    const id = await customer.start(swiss(1), { deadlineHours: 6 })
    await work(id)
    for (let retry = 0; retry < 3; retry++) {
      await worker.reachDeadline(id)
      const { status, body } = await customer.post<Batch>(`/${id}/retry`)
      expect(status).toBe(200)
      expect((Date.parse(body.deadlineAt) - Date.now()) / 3_600_000).toBeCloseTo(6, 1)
    }
  })

  const cancel = (id: string) => customer.post(`/${id}/cancel`)
  const overdue = async (id: string) => {
    await worker.sql`update batches set processing_at = processing_at - interval '3 days',
        deadline_at = deadline_at - interval '3 days' where id = ${id}`
    await worker.runJob('continue-batches')
  }
  it.each([
    ['canceled', cancel],
    ['failed', overdue],
  ] as const)(
    'leave rows whose retry is %s their results and free retries',
    { tags: 'deep' },
    async (state, end) => {
      await worker.setRegisters('down')
      const id = await customer.start([...quick(1), ...swiss(3)])
      await work(id)
      await worker.reachDeadline(id)
      const { counts, cost, retryUntil } = await customer.get(id)
      const results = await customer.results(id)
      expect(await customer.post(`/${id}/retry`)).toMatchObject({ status: 200 })
      expect(await customer.results(id)).toEqual(results)
      await end(id)
      const ended = { state, counts, cost, pendingRows: 0, retryableRows: 3, retryUntil }
      expect(await customer.get(id)).toMatchObject(ended)
      expect(await customer.results(id)).toEqual(results)
      await worker.setRegisters('normal')
      const retried = { canceledAt: null, failedAt: null, failure: null, registers: [{ waiting: 3 }] }
      expect(await customer.post(`/${id}/retry`)).toMatchObject({ status: 200, body: retried })
      await worker.finish(id)
      expect(await customer.get(id)).toMatchObject({ state: 'completed', counts: { unconfirmed: 0 }, cost })
    },
  )

  it('leave the results of rows that were given up before the batch is canceled', {
    tags: 'deep',
  }, async () => {
    await worker.setRegisters('down')
    const id = await customer.start([...swiss(3), ...danish(2)])
    await work(id)
    await worker.sql`update batches set deadline_at = now() where id = ${id}`
    await worker.makeDue(id)
    await worker.deliverMessage({ register: 'uid' })
    await cancel(id)
    expect(await customer.get(id)).toMatchObject({
      state: 'canceled',
      counts: { ...noRows, unconfirmed: 3 },
      cost: { reserved: 5, returned: 2 },
    })
    expect(await customer.results(id)).toHaveLength(3)
  })

  it('of a canceled retry change nothing in the next one', { tags: 'deep' }, async () => {
    await worker.setRegisters('down')
    const id = await customer.start(swiss(3))
    await work(id)
    await worker.reachDeadline(id)
    const retry = () => customer.post(`/${id}/retry`)
    await retry()
    await worker.setRegisters('normal')
    await worker.setRegister('uid', 'slow', { ms: 500 })
    const slice = worker.deliverMessage({ register: 'uid' })
    const isLookedUp = `select from batch_registers where lease_until > now()`
    await expect.poll(() => worker.sql(isLookedUp)).toHaveLength(1)
    expect(await cancel(id)).toMatchObject({ body: { state: 'canceled' } })
    const retried = { pendingRows: 3, counts: noRows }
    expect(await retry()).toMatchObject({ status: 200, body: retried })
    expect(await slice).toBe(true)
    expect(await customer.get(id)).toMatchObject(retried)
    await worker.finish(id)
    expect(await customer.get(id)).toMatchObject({ state: 'completed', counts: { ...noRows, confirmed: 3 } })
  })

  it.each([
    ['canceled', cancel],
    ['failed', overdue],
  ] as const)('leave no row without a result in a batch that is %s', { tags: 'deep' }, async (state, end) => {
    const id = await customer.start([...quick(1), ...swiss(13)])
    await work(id)
    const results = await customer.results(id)
    await end(id)
    expect(await customer.get(id)).toMatchObject({ state, pendingRows: 0 })
    const stored = await worker.sql<{ part: string; rows: string; pending: number }>`
      select format('lookups %s %s', register, chunk) as part, rows, pending from batch_lookups where batch_id = ${id}`
    const [{ part, rows, pending } = { part: '', rows: '', pending: 1 }] = stored
    const kept = await decryptBlob<LookUpRow[]>(worker.context(), { batchId: id, part }, rows)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBe(results.length - 1)
    expect([stored.length, pending, kept.filter(({ result }) => !result)]).toEqual([1, 0, []])
    expect(await customer.results(id)).toEqual(results)
    expect((await customer.text(id, 'ndjson')).trimEnd().split('\n')).toHaveLength(results.length)
  })

  it('answer others while an overdue batch can’t be read, and give up its rows once it can', {
    tags: 'deep',
  }, async () => {
    const id = await customer.start(swiss(2))
    await worker.deliverMessage({ batchId: id })
    const [before] = await worker.sql<{ rows: string }>`select rows from batch_lookups where batch_id = ${id}`
    await worker.sql`update batch_lookups set rows = 'k0.' || rows where batch_id = ${id}`
    await worker.sql`update batches set deadline_at = now() where id = ${id}`
    const other = await worker.customer()
    const { body } = await other.send({ items: swiss(2) })
    for (let message = 0; message < 4; message++) {
      await worker.deliver(body.id)
      await worker.makeDue(body.id)
    }
    expect(await worker.stateOf(body.id)).toBe('completed')
    expect(await customer.get(id)).toMatchObject({ state: 'processing', pendingRows: 2 })
    await worker.sql`update batch_lookups set rows = ${before?.rows ?? ''} where batch_id = ${id}`
    await worker.makeDue(id)
    await worker.deliver(id)
    expect(await customer.get(id)).toMatchObject({ state: 'completed', retryableRows: 2 })
  })

  it('are awaited until the deadline at most', async () => {
    await worker.setRegisters('down')
    const id = await customer.start(swiss(1))
    await worker.sql`update batches set deadline_at = now() + interval '5 seconds' where id = ${id}`
    await work(id)
    const [pause] = await worker.sql<{ seconds: number }>`
      select extract(epoch from deadline_at - next_at)::float as seconds
        from batch_partitions join batches on id = batch_id where id = ${id}`
    expect(pause?.seconds).toBeCloseTo(0, 2)
  })

  it('leave a batch that can’t be read its rows, and let it be canceled', { tags: 'deep' }, async () => {
    const id = await customer.start(swiss(13))
    await work(id)
    const read = () => worker.sql<{ rows: string }>`select rows from batch_lookups where batch_id = ${id}`
    const [before] = await read()
    await worker.sql`update batch_lookups set rows = 'k0.' || rows where batch_id = ${id}`
    expect(await cancel(id)).toMatchObject({ status: 200, body: { state: 'canceled' } })
    expect(await read()).toEqual([{ rows: `k0.${before?.rows}` }])
  })

  it('have no answer once the batch is canceled, also while calls of its organization are being written', {
    tags: 'deep',
  }, async () => {
    const id = await customer.start(swiss(13))
    await worker.deliverMessage({ batchId: id })
    await worker.validate(customer.token, swiss(1)[0])
    await worker.setRegister('uid', 'slow', { ms: 500 })
    const lastSlice = async () => {
      const slice = worker.deliverMessage({ register: 'uid' })
      const isLookedUp = `select from batch_registers where lease_until > now()`
      await expect.poll(() => worker.sql(isLookedUp)).toHaveLength(1)
      expect(await cancel(id)).toMatchObject({ body: { state: 'canceled' } })
      return await slice
    }
    const [, isAcknowledged] = await overlap(worker, ['insert', 'api_activities'], worker.settle, lastSlice)
    expect(isAcknowledged).toBe(true)
    expect(await worker.stateOf(id)).toBe('canceled')
    expect(worker.callQueue.waiting()).toBe(0)
  })
})
