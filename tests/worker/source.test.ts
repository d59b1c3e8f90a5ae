import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { REGISTER_MODES } from '#tests/fakes/registers/index.ts'
import {
  danish,
  firstOf,
  norwegian,
  numbersOf,
  openRegisterCustomer,
  type RegisterCustomer,
} from './register-customer.ts'

const HELD = '13748136'
const MISSING = firstOf(danish({ isHeld: false }))

let customer: RegisterCustomer
beforeAll(async () => {
  customer = await openRegisterCustomer('source')
})

afterEach(() => customer.reset())

const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

/** The call and what it wrote, with everything that follows its answer. */
async function outcomeOf(countryCode: string, tin: string, type?: string) {
  const { worker, member, ask } = customer
  const { body } = await ask(countryCode, tin, { type })
  await worker.settle()
  const [row] = await worker.sql<{ outcome: string; spent: number }>(
    'select outcome, spent from api_activities where organization_id = $1 order by id desc limit 1',
    [member.organization.id],
  )
  return { body, row }
}

describe('what the register says', () => {
  it('that it holds the number: to whom it belongs, when it said so, and what that proves', async () => {
    const before = Date.now()
    const { body, row } = await outcomeOf('DK', HELD)
    expect(body.validation).toMatchObject({
      format: { attempted: true, isValid: true },
      source: { attempted: true, isValid: true, timestamp: instant },
      overall: { isValid: true },
    })
    expect(Date.parse(body.validation.source.timestamp ?? '')).toBeGreaterThanOrEqual(before)
    expect(body.entity).toEqual({
      name: expect.stringMatching(/ LTD$/),
      address: expect.stringMatching(/^\w.*, ?\d{5} |^\w.* \d{5} \w+$/),
    })
    expect([body.warnings, body.errors]).toEqual([[], []])
    expect(body.additionalInfo).toMatchObject({
      identifier: 'DK.CVR',
      register: 'VIES',
      registerAge: '0',
      proven: 'It is registered for VAT or sales tax.',
      confidence: 'register',
    })
    expect(row).toEqual({ outcome: 'valid', spent: 1 })
  })

  it('that it does not hold it: the whole is not valid, and is recorded so', async () => {
    const { body, row } = await outcomeOf('DK', MISSING)
    expect(body.validation).toMatchObject({
      format: { isValid: true },
      source: { attempted: true, isValid: false, timestamp: instant },
      overall: { isValid: false },
    })
    expect(body.errors).toMatchObject([{ code: 'NOT_REGISTERED', retryable: false }])
    expect(body.entity).toEqual({ name: null, address: null })
    expect(row).toEqual({ outcome: 'invalid', spent: 1 })
  })

  it('that the registration has ended', async () => {
    const { body, row } = await outcomeOf('NO', firstOf(norwegian({ ends: '25' })))
    expect([body.validation.source.isValid, body.validation.overall.isValid]).toEqual([false, false])
    expect(codes(body.errors)).toEqual(['REGISTRATION_ENDED'])
    expect(body.additionalInfo).toMatchObject({ registerStatus: 'deleted', deletedOn: '2024-03-31' })
    expect(row?.outcome).toBe('invalid')
  })

  it('of a name that it does not disclose', async () => {
    const { body } = await customer.ask('DE', '136695976', { name: 'Any Name' })
    expect(body.validation.source.isValid).toBe(true)
    expect(body.entity).toEqual({ name: null, address: null })
    expect(body.additionalInfo.nameMatch).toBe('not disclosed')
  })

  it('of a name that the caller believes, tolerant of case and legal form', async () => {
    const { ask } = customer
    const registered = (await ask('DK', HELD)).body.entity.name ?? ''
    const match = async (name: string) => (await ask('DK', HELD, { name })).body.additionalInfo
    expect(await match(registered.toLowerCase())).toMatchObject({
      nameMatch: 'exact',
      nameMatchPercent: '100',
    })
    expect(await match(registered.replace(/ LTD$/, ' Limited'))).toMatchObject({ nameMatch: 'exact' })
    expect(await match('Completely Unrelated Zebra')).toMatchObject({ nameMatch: 'different' })
    expect(await match('x'.repeat(200))).toMatchObject({ nameMatch: 'different' })
    expect((await ask('DK', HELD)).body.additionalInfo.nameMatch).toBeUndefined()
  })
})

describe('a register without an answer', () => {
  const faults = REGISTER_MODES.filter((mode) => !['normal', 'slow', 'hang'].includes(mode))

  it.each(faults)(
    'that is %s leaves the number as it is, and says that another try may help',
    async (mode) => {
      await customer.turn('vies', mode)
      const { body, row } = await outcomeOf('DK', HELD)
      expect(body.validation).toMatchObject({
        source: { attempted: true, isValid: null, timestamp: null },
        overall: { isValid: true },
      })
      expect(codes(body.warnings)).toEqual(['SOURCE_UNAVAILABLE'])
      expect(body.errors).toMatchObject([
        { code: expect.stringMatching(/^SOURCE_[A-Z_]+$/), retryable: true },
      ])
      expect(body.additionalInfo.confidence).toBe('checksum')
      expect(row).toEqual({ outcome: 'valid', spent: 1 })
    },
  )

  it('that is slow is waited for', async () => {
    await customer.turn('vies', 'slow', 600)
    const { body } = await customer.ask('DK', HELD)
    expect(body.validation.source.isValid).toBe(true)
    await customer.worker.settle()
    const [row] = await customer.worker.sql<{ took: number }>(
      'select response_time as took from api_activities order by id desc limit 1',
    )
    expect(row?.took).toBeGreaterThanOrEqual(600)
  })

  it('says what it said three days ago, how old that is, and since when', async () => {
    const answeredAt = Date.now() - 3 * 86_400_000
    const { worker, ask, turn } = customer
    await ask('DK', HELD)
    await worker.settle()
    const key = customer.keyOf('DK.CVR', HELD)
    const [, json = ''] = /^\d+ \d+ (.*)$/.exec(String(await worker.redis('GET', key))) ?? []
    await worker.redis('SET', key, `${answeredAt} ${answeredAt + 86_400_000} ${json}`)
    await turn('vies', 'down')
    const { body } = await ask('DK', HELD)
    expect(body.validation.source).toEqual({
      attempted: true,
      isValid: true,
      timestamp: new Date(answeredAt).toISOString(),
    })
    expect(body.entity.name).toMatch(/ LTD$/)
    expect(codes(body.warnings)).toEqual(['SOURCE_STALE'])
    expect(codes(body.errors)).toEqual(['SOURCE_UNAVAILABLE'])
    expect(Number(body.additionalInfo.registerAge)).toBeGreaterThanOrEqual(3 * 86_400)
  })
})

describe('a national register that stands in for VIES', () => {
  it.each([
    ['CZ.DIC', '25123891', true, 'ARES'],
    ['RO.VAT', '1590082', true, 'ANAF'],
    ['FR.TVA', '40303265045', null, 'Sirene'],
  ] as const)('%s %s: %s by %s', async (type, tin, isValid, name) => {
    await customer.turn('vies', 'down')
    const { body, row } = await outcomeOf(type.slice(0, 2), tin, type)
    expect(body.validation).toMatchObject({
      source: { attempted: true, isValid, timestamp: instant },
      overall: { isValid: true },
    })
    expect(codes(body.warnings)).toEqual(['SOURCE_STAND_IN'])
    expect(body.warnings[0]?.message).toBe(`VIES did not answer, so we used ${name} instead.`)
    expect(body.additionalInfo).toMatchObject({
      register: name,
      proven: isValid ? 'It is registered for VAT or sales tax.' : 'The business is registered.',
      confidence: isValid ? 'register' : 'checksum',
    })
    expect(body.entity.name).toBeTruthy()
    expect(row?.outcome).toBe('valid')
  })

  it('does not refute what it does not hold', async () => {
    await customer.turn('vies', 'down')
    const missing = firstOf(numbersOf('CZ.DIC', { from: 25_500_000, isHeld: false }))
    const { body } = await customer.ask('CZ', missing, { type: 'CZ.DIC' })
    expect(body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
    expect(codes(body.errors)).toEqual(['SOURCE_UNAVAILABLE', 'SOURCE_NOT_COVERED'])
  })

  it('gives way to VIES once that answers', async () => {
    const { turn, ask, worker } = customer
    await turn('vies', 'down')
    expect((await ask('FR', '40303265045')).body.additionalInfo.register).toBe('Sirene')
    await worker.settle()
    await turn('vies', 'normal')
    expect((await ask('FR', '40303265045')).body).toMatchObject({
      validation: { source: { isValid: true } },
      additionalInfo: { register: 'VIES' },
      warnings: [],
    })
  })

  it('gives way to what VIES itself said earlier when both are down', async () => {
    const { turn, ask, worker, keyOf } = customer
    await ask('FR', '40303265045')
    await worker.settle()
    const key = keyOf('FR.TVA', '40303265045')
    const answeredAt = Date.now() - 2 * 86_400_000
    const [, json = ''] = /^\d+ \d+ (.*)$/.exec(String(await worker.redis('GET', key))) ?? []
    await worker.redis('SET', key, `${answeredAt} ${answeredAt + 86_400_000} ${json}`)
    await turn('vies', 'down')
    await ask('FR', '40303265045')
    await worker.settle()
    expect(await worker.redis('GET', `${key}:sirene`)).toContain('"found"')
    await turn('sirene', 'down')
    const { body } = await ask('FR', '40303265045', { fresh: true })
    expect(body.validation.source).toMatchObject({
      isValid: true,
      timestamp: new Date(answeredAt).toISOString(),
    })
    expect(body.additionalInfo.register).toBe('VIES')
    expect(codes(body.warnings)).toEqual(['SOURCE_STALE'])
  })
})

describe('GLEIF, where a register does not answer', () => {
  const NUMBER = firstOf(norwegian())

  it('tells name and address, and proves no registration', async () => {
    await customer.turn('brreg', 'down')
    const { body } = await customer.ask('NO', NUMBER, { type: 'NO.ORGNR' })
    expect(body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
    expect(body.entity.name).toBeTruthy()
    expect(body.additionalInfo).toMatchObject({
      register: 'GLEIF',
      proven: 'A legal entity of this number exists.',
      confidence: 'checksum',
    })
    expect(codes(body.errors)).toEqual(['SOURCE_UNAVAILABLE'])
  })

  it('is no failure itself when it has no answer either', async () => {
    await customer.turn('brreg', 'down')
    await customer.turn('gleif', 'down')
    const { body } = await customer.ask('NO', NUMBER, { type: 'NO.ORGNR' })
    expect(body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
    expect(codes(body.warnings)).toEqual(['SOURCE_UNAVAILABLE'])
    expect(body.errors).toMatchObject([
      { code: 'SOURCE_UNAVAILABLE', message: expect.stringContaining('Brønnøysund'), retryable: true },
    ])
  })
})
