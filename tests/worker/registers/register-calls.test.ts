import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RegisterMode } from '#tests/fakes/registers/index.ts'
import { openWorker, times } from '#tests/worker/harness.ts'
import { readCached } from '#worker/registers/cached-answer.ts'
import { lookUp } from '#worker/registers/look-up.ts'
import type { LookUpRequest } from '#worker/registers/register.ts'
import { vies } from '#worker/registers/registers.ts'
import type { RegisterCaller } from '#worker/registers/shares.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { numbersOf, take } from './register-customer.ts'

/** Numbers that the Swiss register holds. It allows 20 calls a minute. */
const swiss = numbersOf('CH.UID', { from: 105_000_000 }, (compact) => compact.slice(3))

const worker = await openWorker('register_calls')

afterEach(async () => {
  await worker.settle()
  await setMode('normal')
  await worker.fakes.flushRedis(worker.namespace)
  worker.limiters.reset()
})

const setMode = (mode: RegisterMode, ms = 0, register = 'vies') => worker.setRegister(register, mode, { ms })

const tally = (register = 'vies') => worker.fakes.registerTally(worker.namespace, register)

type LookUpOptions = {
  identifier?: string
  oldest?: number
  requester?: LookUpRequest['requester']
  isolate?: object
  caller?: RegisterCaller
  cached?: Promise<undefined>
  /** How much longer than a call to wait. */
  moreMs?: number
}

/** A settings object of its own makes the Worker create new clients, as another isolate does. */
function lookUpNumber(
  compact: string,
  {
    identifier = 'DK.CVR',
    oldest = 0,
    requester = null,
    isolate = worker.settings,
    caller = { organizationId: 'org_a', isPaid: true },
    cached,
    moreMs = 0,
  }: LookUpOptions = {},
) {
  const ctx = worker.contextOf(isolate)
  const question = { identifier, compact, requester }
  const cacheKey = `answer:${identifier}:${compact}`
  const since = Date.now() + moreMs
  const known = cached ?? readCached(ctx, cacheKey)
  return lookUp(ctx, question, { cacheKey, caller, oldest, since, cached: known })
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(20_000_000 + index))

describe('parallel callers', () => {
  /** They have read the cache, so they arrive at the same time. */
  const cached = Promise.resolve(undefined)

  it('of one number in two isolates share one call', async () => {
    await setMode('slow', 300)
    const before = (await tally()).calls
    const isolates = [{ ...worker.settings }, { ...worker.settings }]
    const answers = await times(40, (index) =>
      lookUpNumber('13612870', { isolate: isolates[index % 2] ?? {}, cached }),
    )
    expect((await tally()).calls - before).toBe(1)
    expect(new Set(answers.map(({ cached }) => cached?.answer.kind))).toEqual(new Set(['found']))
  })

  it('of one number each get an answer as recent as they require', async () => {
    await lookUpNumber('13612870')
    await worker.settle()
    const before = (await tally()).calls
    const started = Date.now() + 1
    const [any, fresh] = await Promise.all([
      lookUpNumber('13612870'),
      lookUpNumber('13612870', { oldest: started }),
    ])
    expect((await tally()).calls - before).toBe(1)
    expect(any.cached?.answeredAt).toBeLessThan(started)
    expect(fresh.cached?.answeredAt).toBeGreaterThanOrEqual(started)
  })

  it('of 60 numbers of one member state never make more calls at once than its limit', {
    tags: 'deep',
  }, async () => {
    await setMode('slow', 20)
    const answers = await Promise.all(numbers(60).map((number) => lookUpNumber(number, { moreMs: 60_000 })))
    expect(answers.filter(({ cached }) => cached)).toHaveLength(60)
    expect((await tally()).peak).toBeLessThanOrEqual(4)
  })
})

describe('the requests of one look-up', () => {
  async function fill(limiterKey: string, milliseconds: number): Promise<number> {
    const from = Date.now() + milliseconds
    await worker.limiters.setRate(limiterKey, from)
    return from
  }
  const taken = async (limiterKey: string, from: number) => (await worker.limiters.rateOf(limiterKey)) - from

  it('all count toward the rate limit', async () => {
    const from = await fill('gleif', 10_000)
    // GLEIF, the fallback, is called once per spelling of the number.
    await setMode('down', 0, 'brreg')
    await lookUpNumber('988078200', { identifier: 'NO.ORGNR' })
    await setMode('normal', 0, 'brreg')
    expect(await taken('gleif', from)).toBeCloseTo(2_000)
  })

  it('count when the register refuses the requester and is called again without it', async () => {
    const requester = { country: 'GB', number: '553500001' }
    // Fetches the OAuth token.
    await lookUpNumber('436189915', { identifier: 'GB.VAT' })
    await worker.settle()
    const before = (await tally('hmrc')).calls
    const from = await fill('hmrc', 300)
    const { cached } = await lookUpNumber('553557881', { identifier: 'GB.VAT', requester })
    expect(cached?.answer).toMatchObject({ kind: 'found', facts: { requester: 'refused' } })
    expect((await tally('hmrc')).calls - before).toBe(2)
    expect(await taken('hmrc', from)).toBeGreaterThan(600)
  })

  it('to another host of the register have a separate limit', async () => {
    const from = await fill('receita:minhareceita.org', 10_000)
    await lookUpNumber('12345671000111', { identifier: 'BR.CNPJ' })
    expect(await taken('receita:minhareceita.org', from)).toBeCloseTo(1_000)
  })

  it('stop at the rate limit, which is not a failure of the register', async () => {
    await fill('receita:minhareceita.org', 3_600_000)
    await worker.limiters.setBreaker('receita', { failures: 2 })
    const before = (await tally('receita')).calls
    const { cached, failures } = await lookUpNumber('12345671000111', { identifier: 'BR.CNPJ' })
    expect((await tally('receita')).calls - before).toBe(1)
    expect(cached).toBeUndefined()
    expect(failures[0]).toMatchObject({ register: { id: 'receita' }, failure: { reason: 'BUSY' } })
    await worker.settle()
    expect((await worker.limiters.breakerOf('receita'))?.failures).toBe(2)
  })
})

it('is not paused by another member state of VIES', { tags: 'deep' }, async () => {
  await worker.limiters.setBreaker('vies:DK', { failures: 9, pausedUntil: Date.now() + 60_000 })
  expect((await lookUpNumber('123456789B01', { identifier: 'NL.BTW' })).failures).toEqual([])
})

it('is not paused by a bug of ours, which is logged', async () => {
  const client = vi.spyOn(vies, 'lookUp').mockRejectedValue(new TypeError('undefined is not a function'))
  const log = vi.spyOn(console, 'error')
  for (const number of numbers(4)) {
    const { failures } = await lookUpNumber(number)
    expect(failures[0]?.failure).toMatchObject({ reason: 'UNREADABLE' })
    await worker.settle()
  }
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toEqual(Array(4).fill(expect.objectContaining({ level: 'error', error: 'TypeError' })))
  client.mockRestore()
  log.mockRestore()
  expect((await lookUpNumber('13612870')).cached?.answer.kind).toBe('found')
})

it('is not paused by a status that we do not know', async () => {
  for (let call = 0; call < 3; call++) {
    const { failures } = await lookUpNumber('CHE105000291', { identifier: 'CH.UID' })
    expect(failures[0]?.failure.reason).toBe('UNREADABLE')
    await worker.settle()
  }
  expect((await lookUpNumber('CHE105829940', { identifier: 'CH.UID' })).failures).toEqual([])
})

it('is called for each tier as its share allows', { tags: 'deep' }, async () => {
  const calls = async (tier: 'FREE' | 'PRO', tins: readonly string[]) => {
    const { organization, createToken } = await worker.signUp(`customer-${tier.toLowerCase()}`)
    if (tier !== 'FREE') await worker.updateOrganization(organization.id, { tier })
    const { token } = await createToken({ permissions: { read: true, validation: true } })
    const answers = await Promise.all(
      tins.map((tin) => worker.validate<ValidationResponse>(token, { countryCode: 'CH', tin, fresh: true })),
    )
    return answers.filter(({ body }) => body.additionalInfo.register === 'UID register').length
  }
  expect(await calls('FREE', take(swiss, 2))).toBe(1)
  expect(await calls('PRO', take(swiss, 2))).toBe(2)
})

it('is called for one organization about a number whose look-up was refused to another', async () => {
  const [used = '', refused = '', wanted = ''] = take(swiss, 3)
  const attacker = { organizationId: 'org_attacker', isPaid: false }
  const isFresh = { identifier: 'CH.UID', oldest: Date.now(), caller: attacker }
  await lookUpNumber(used, isFresh)
  expect((await lookUpNumber(refused, isFresh)).failures[0]?.failure.reason).toBe('BUSY')
  const ofBoth = [lookUpNumber(wanted, isFresh), lookUpNumber(wanted, { identifier: 'CH.UID' })]
  const [, answered] = await Promise.all(ofBoth)
  expect(answered?.cached?.register).toBe('uid')
})

describe('a limiter that cannot be reached', () => {
  const unreachable = () => {
    const fail = () => Promise.reject(new Error('Network connection lost.'))
    const limiter = { acquire: fail, release: fail, takeRate: fail, isFailing: fail }
    return { ...worker.settings, REGISTER_LIMITERS: { getByName: () => limiter } }
  }

  it('leaves the limit of calls in flight to each isolate', async () => {
    await setMode('slow', 20)
    const isolate = unreachable()
    const before = await tally()
    const answers = await Promise.all(numbers(12).map((number) => lookUpNumber(number, { isolate })))
    expect(answers.every(({ failures }) => failures.length === 0)).toBe(true)
    expect((await tally()).calls - before.calls).toBe(12)
    expect((await tally()).peak).toBeLessThanOrEqual(4)
  })

  it('does not stop answers from being cached, nor further requests of a call', async () => {
    const lookUp = () => lookUpNumber('12345671000111', { identifier: 'BR.CNPJ', isolate: unreachable() })
    const first = await lookUp()
    await worker.settle()
    expect(first.cached?.register).toBe('receita')
    expect((await lookUp()).cached?.answeredAt).toBe(first.cached?.answeredAt)
  })

  it('does not delay an answer beyond its deadline when it hangs', { tags: 'deep' }, async () => {
    const getByName = () => ({
      ...worker.limiters.getByName('vies:DK'),
      acquire: () => new Promise(() => {}),
    })
    const isolate = { ...worker.settings, REGISTER_LIMITERS: { getByName } }
    expect((await lookUpNumber('13612870', { isolate })).failures[0]?.failure.reason).toBe('BUSY')
  })
})
