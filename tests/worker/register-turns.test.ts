import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '#worker/context.ts'
import { lookUp } from '#worker/registers/look-up.ts'
import type { LookupRequest } from '#worker/registers/register.ts'
import { openWorker, type TestWorker } from './harness.ts'

let worker: TestWorker
let afterwards: Promise<unknown>[] = []

beforeAll(async () => {
  worker = await openWorker('register_turns')
})

afterEach(async () => {
  await Promise.allSettled(afterwards)
  afterwards = []
  await turn('normal')
  await worker.fakes.flushRedis(worker.namespace)
})

const turn = (
  mode: Parameters<TestWorker['fakes']['switchRegister']>[0]['mode'],
  ms = 0,
  register = 'vies',
) => worker.fakes.switchRegister({ namespace: worker.namespace, register, mode, ms })

const tally = (register = 'vies') => worker.fakes.registerTally(worker.namespace, register)

type Asked = { identifier?: string; oldest?: number; requester?: LookupRequest['requester'] }

function ask(compact: string, { identifier = 'DK.CVR', oldest = 0, requester = null }: Asked = {}) {
  const ctx = createContext(worker.settings, crypto.randomUUID(), (work) => void afterwards.push(work))
  const question = { identifier, compact, requester }
  return lookUp(ctx, question, { cacheKey: `answer:${identifier}:${compact}`, oldest })
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(20_000_000 + index))

describe('callers at the same time', () => {
  it('of one number, 200 of them, make one call', async () => {
    await turn('slow', 300)
    const before = (await tally()).calls
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('13612870')))
    expect((await tally()).calls - before).toBe(1)
    expect(new Set(answers.map(({ cached }) => cached?.answer.kind))).toEqual(new Set(['found']))
  })

  it('of one number that nobody answers for share the silence', async () => {
    await turn('down')
    const before = (await tally()).calls
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('13612870')))
    expect((await tally()).calls - before).toBe(1)
    expect(new Set(answers.map(({ failures }) => failures[0]?.failure.reason))).toEqual(
      new Set(['UNAVAILABLE']),
    )
  })

  it('of 200 numbers of one member state never call more at once than the limiter allows', async () => {
    await turn('slow', 20)
    const answers = await Promise.all(numbers(200).map((number) => ask(number)))
    expect(answers.filter(({ cached }) => cached).length).toBeGreaterThan(20)
    expect((await tally()).peak).toBeLessThanOrEqual(4)
  })
})

describe('the calls of one look-up', () => {
  /** Takes so much of the window, and tells since when it is free again: each call moves that. */
  async function fill(rate: string, milliseconds: number): Promise<number> {
    const from = Date.now() + milliseconds
    await worker.redis('SET', `register:rate:${rate}`, String(from))
    return from
  }
  const taken = async (rate: string, from: number) =>
    Number(await worker.redis('GET', `register:rate:${rate}`)) - from

  it('all count in the window, and not the first alone', async () => {
    const from = await fill('gleif', 10_000)
    // The register of companies does not answer, and GLEIF is asked in two spellings.
    await turn('down', 0, 'brreg')
    await ask('988078200', { identifier: 'NO.ORGNR' })
    await turn('normal', 0, 'brreg')
    expect(await taken('gleif', from)).toBe(2_000)
  })

  it('count in the window when a requester is refused and nobody’s name is asked in', async () => {
    const requester = { country: 'GB', number: '553500001' }
    // So that the token is there.
    await ask('436189915', { identifier: 'GB.VAT' })
    await Promise.allSettled(afterwards)
    const before = (await tally('hmrc')).calls
    const from = await fill('hmrc', 300)
    const { cached } = await ask('553557881', { identifier: 'GB.VAT', requester })
    expect(cached?.answer).toMatchObject({ kind: 'found', facts: { requester: 'refused' } })
    expect((await tally('hmrc')).calls - before).toBe(2)
    expect(await taken('hmrc', from)).toBeGreaterThan(600)
  })

  it('count apart for another host of the register', async () => {
    const from = await fill('receita:minhareceita.org', 10_000)
    await ask('12345671000111', { identifier: 'BR.CNPJ' })
    expect(await taken('receita:minhareceita.org', from)).toBe(1_000)
  })

  it('are not made beyond the window, and no answer is told', async () => {
    await fill('receita:minhareceita.org', 3_600_000)
    await worker.redis('HSET', 'register:breaker:receita', 'failures', '2')
    const before = (await tally('receita')).calls
    const { cached, failures } = await ask('12345671000111', { identifier: 'BR.CNPJ' })
    expect((await tally('receita')).calls - before).toBe(1)
    expect(cached).toBeUndefined()
    expect(failures[0]).toMatchObject({ register: { id: 'receita' }, failure: { reason: 'BUSY' } })
    await Promise.allSettled(afterwards)
    expect(await worker.redis('HGET', 'register:breaker:receita', 'failures')).toBe('2')
  })
})

describe('a register that hangs', () => {
  it('is given up, then not asked for a while, and then asked again', async () => {
    await turn('hang')
    const first = await Promise.all(numbers(4).map((number) => ask(number)))
    expect(new Set(first.map(({ cached }) => cached))).toEqual(new Set([undefined]))
    await Promise.allSettled(afterwards)
    const before = (await tally()).calls
    const next = await Promise.all(['30000001', '30000002'].map((number) => ask(number)))
    expect(next.map(({ failures }) => failures[0]?.failure.reason)).toEqual(['PAUSED', 'PAUSED'])
    expect((await tally()).calls).toBe(before)

    await turn('normal')
    await worker.redis('HSET', 'register:breaker:vies:DK', 'until', String(Date.now() - 1))
    expect((await ask('13612870')).cached?.answer.kind).toBe('found')
    await Promise.allSettled(afterwards)
    expect(await worker.redis('EXISTS', 'register:breaker:vies:DK')).toBe(0)
  })

  it('is tried by one call alone once its pause is over', async () => {
    await turn('down')
    await worker.redis('HSET', 'register:breaker:vies:DK', 'failures', '3', 'until', String(Date.now() - 1))
    const before = (await tally()).calls
    await Promise.all(numbers(20).map((number) => ask(number)))
    expect((await tally()).calls - before).toBe(1)
  })

  it('of one member state does not hold up another', async () => {
    await worker.redis(
      'HSET',
      'register:breaker:vies:DK',
      'failures',
      '9',
      'until',
      String(Date.now() + 60_000),
    )
    expect((await ask('123456789B01', { identifier: 'NL.BTW' })).failures).toEqual([])
  })
})

describe('an answer', () => {
  it('is kept: the next caller makes no call', async () => {
    await ask('13612870')
    await Promise.allSettled(afterwards)
    const before = (await tally()).calls
    const again = await ask('13612870')
    expect([again.cached?.answer.kind, again.isStale, (await tally()).calls - before]).toEqual([
      'found',
      false,
      0,
    ])
  })

  it('is asked for anew where the caller wants none that old', async () => {
    await ask('13612870')
    await Promise.allSettled(afterwards)
    const before = (await tally()).calls
    await ask('13612870', { oldest: Date.now() + 1 })
    expect((await tally()).calls - before).toBe(1)
  })

  it('is given though it is old, when the register has none now', async () => {
    const old = {
      register: 'vies',
      isFallback: false,
      answer: {
        kind: 'found',
        registered: true,
        proves: 'vat-registration',
        name: 'Old Ltd',
        address: null,
        status: null,
        receipt: null,
        facts: {},
      },
    }
    const answeredAt = Date.now() - 3 * 86_400_000
    await worker.redis(
      'SET',
      'answer:DK.CVR:13612870',
      `${answeredAt} ${answeredAt + 86_400_000} ${JSON.stringify(old)}`,
    )
    await turn('down')
    const answer = await ask('13612870')
    expect([answer.cached?.answeredAt, answer.isStale, answer.failures[0]?.failure.reason]).toEqual([
      answeredAt,
      true,
      'UNAVAILABLE',
    ])
  })

  it('that is none is not kept', async () => {
    await turn('down')
    await ask('13612870')
    await Promise.allSettled(afterwards)
    expect(await worker.redis('EXISTS', 'answer:DK.CVR:13612870')).toBe(0)
    await turn('normal')
    expect((await ask('13612870')).cached?.answer.kind).toBe('found')
  })

  it('comes without Redis too', async () => {
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    const answers = await Promise.all([ask('13612870'), ask('20000001')])
    await worker.fakes.clearFaults('upstash', worker.namespace)
    expect(answers.every(({ failures }) => failures.length === 0)).toBe(true)
    await worker.redisAnswers()
  })
})
