import { afterEach, describe, expect, it } from 'vitest'
import {
  danish,
  firstOf,
  norwegian,
  numbersOf,
  openRegisterCustomer,
} from '#tests/worker/registers/register-customer.ts'

const HELD = '13748136'
const MISSING = firstOf(danish({ isHeld: false }))

const customer = await openRegisterCustomer('source')

afterEach(() => customer.reset())

const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code)
const messages = (notes: readonly { message: string }[]) => notes.map(({ message }) => message)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

/** The response and the recorded call. */
async function outcomeOf(countryCode: string, tin: string, type?: string) {
  const { worker, member, validate } = customer
  const { body } = await validate(countryCode, tin, { type })
  await worker.settle()
  const [row] = await worker.sql<{ outcome: string; spent: number }>`select outcome, spent from api_activities
    where organization_id = ${member.organization.id} order by id desc limit 1`
  return { body, row }
}

describe("a register's answer", () => {
  it('includes the name, the address, its time and the proof if the number is found', async () => {
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
      type: 'DK.CVR',
      register: 'VIES',
      registerAge: '0',
      confidence: 'register',
    })
    expect(body).toMatchObject({
      result: 'confirmed',
      reason: 'VIES lists this number as registered for VAT or sales tax.',
      proof: 'vat_registration',
    })
    expect(row).toEqual({ outcome: 'confirmed', spent: 1 })
  })

  it('makes the number invalid if it is not found', async () => {
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

  it.each([
    ['BG', '831902088', 'BG.EIK'],
    ['ES', 'A58818501', 'ES.CIF'],
  ])('only confirms the number of a company, because not all have VAT: %s', async (country, tin, type) => {
    const listed = await customer.validate(country, tin)
    expect(listed.body).toMatchObject({
      result: 'confirmed',
      proof: 'vat_registration',
      additionalInfo: { type },
    })
    await customer.setMode('vies', 'denies')
    const other = await customer.validate(country, tin, { fresh: true })
    expect(other.body).toMatchObject({ result: 'format_only', errors: [] })
    expect(other.body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
  })

  it('looks up no number of a Bulgarian branch, which is too long for VIES', async () => {
    const { body } = await customer.validate('BG', '1216992020019')
    expect(body).toMatchObject({ result: 'format_only', additionalInfo: { type: 'BG.EIK' }, errors: [] })
    expect(body.validation.source.attempted).toBe(false)
  })

  it('makes the number invalid if the registration has ended', async () => {
    const { body, row } = await outcomeOf('NO', firstOf(norwegian({ ends: '25' })))
    expect([body.validation.source.isValid, body.validation.overall.isValid]).toEqual([false, false])
    expect(codes(body.errors)).toEqual(['REGISTRATION_ENDED'])
    expect(body.additionalInfo).toMatchObject({ registerStatus: 'deleted', deletedOn: '2024-03-31' })
    expect(row?.outcome).toBe('invalid')
  })

  it('reports an undisclosed name', async () => {
    const { body } = await customer.validate('DE', '136695976', { name: 'Any Name' })
    expect(body.validation.source.isValid).toBe(true)
    expect(body.entity).toEqual({ name: null, address: null })
    expect(body.additionalInfo.nameMatch).toBe('not_disclosed')
    expect([body.result, body.reason]).toEqual([
      'confirmed',
      'VIES lists this number as registered for VAT or sales tax. It discloses no name to compare.',
    ])
  })

  it('compares names regardless of case and legal form', async () => {
    const { validate } = customer
    const registered = (await validate('DK', HELD)).body.entity.name ?? ''
    const match = async (name: string) => (await validate('DK', HELD, { name })).body.additionalInfo
    expect(await match(registered.toLowerCase())).toMatchObject({
      nameMatch: 'exact',
      nameMatchPercent: '100',
    })
    expect(await match(registered.replace(/ LTD$/, ' Limited'))).toMatchObject({ nameMatch: 'exact' })
    expect(await match('Completely Unrelated Zebra')).toMatchObject({ nameMatch: 'different' })
    expect(await match('x'.repeat(200))).toMatchObject({ nameMatch: 'different' })
    expect((await validate('DK', HELD)).body.additionalInfo.nameMatch).toBeUndefined()
  })

  it('compares the name in Chinese that a register has beside the English one', async () => {
    const { body } = await customer.validate('HK', '12345000', { name: '光明有限公司' })
    expect(body).toMatchObject({ result: 'confirmed', entity: { name: 'BRIGHT TOOLS LIMITED' } })
    expect(body.nameComparison).toMatchObject({ match: 'close', ignored: [{ kind: 'other_name' }] })
    const other = await customer.validate('HK', '12345000', { name: '東方有限公司' })
    expect(other.body.additionalInfo.nameMatch).toBe('not_disclosed')
  })

  it('ends with one period after a name that has one', async () => {
    const { body } = await customer.validate('CO', '890.903.938-8', { name: 'Unrelated Zebra' })
    expect(body.reason).toMatch(/^RUES lists this number under another name: [^.]+ S\.A\.S\.$/)
  })
})

describe('a register outage', () => {
  it('leaves the number valid and is retryable', async () => {
    await customer.setMode('vies', 'down')
    const { body, row } = await outcomeOf('DK', HELD)
    expect(body.validation).toMatchObject({
      source: { attempted: true, isValid: null, timestamp: null },
      overall: { isValid: true },
    })
    expect(codes(body.warnings)).toEqual(['SOURCE_UNAVAILABLE'])
    expect(body.errors).toMatchObject([{ code: 'SOURCE_UNAVAILABLE', retryable: true }])
    expect(body.additionalInfo.confidence).toBe('checksum')
    expect([body.result, body.proof]).toEqual(['unconfirmed', null])
    expect(row).toEqual({ outcome: 'unconfirmed', spent: 1 })
  })

  it('returns the last result with its age and time', async () => {
    const { worker, validate, setMode, keyOf, age } = customer
    await validate('DK', HELD)
    await worker.settle()
    const answeredAt = await age(await keyOf('DK.CVR', HELD), 3 * 86_400_000)
    await setMode('vies', 'down')
    const { body } = await validate('DK', HELD)
    const timestamp = new Date(answeredAt).toISOString()
    expect(body.validation.source).toEqual({ attempted: true, isValid: null, timestamp })
    expect(body).toMatchObject({
      result: 'unconfirmed',
      reason: `VIES is currently unavailable. It last confirmed this number on ${timestamp.slice(0, 10)}.`,
      proof: null,
    })
    expect(body.entity.name).toMatch(/ LTD$/)
    expect(codes(body.warnings)).toEqual(['SOURCE_STALE'])
    expect(codes(body.errors)).toEqual(['SOURCE_UNAVAILABLE'])
    expect(Number(body.additionalInfo.registerAge)).toBeGreaterThanOrEqual(3 * 86_400)
  })
})

describe('a register that lists only some of the numbers', () => {
  it('confirms a number no longer once it lists it no more', async () => {
    expect((await outcomeOf('HK', '12345000')).row?.outcome).toBe('confirmed')
    await customer.age(await customer.keyOf('HK.BRN', '12345000'), 2 * 86_400_000)
    await customer.setMode('hkcr', 'denies')
    const { body } = await customer.validate('HK', '12345000')
    expect(body).toMatchObject({ result: 'format_only', entity: { name: null }, warnings: [] })
    expect(codes(body.errors)).toEqual(['SOURCE_NOT_COVERED'])
  })
})

describe('a national register as a fallback for VIES', () => {
  it.each([
    ['CZ.DIC', '25123891', true, 'ADIS'],
    ['RO.VAT', '1590082', true, 'ANAF'],
    ['FR.TVA', '40303265045', null, 'Sirene'],
  ] as const)('confirms %s %s as %s with %s', async (type, tin, isValid, name) => {
    await customer.setMode('vies', 'down')
    const { body, row } = await outcomeOf(type.slice(0, 2), tin, type)
    expect(body.validation).toMatchObject({
      source: { attempted: true, isValid, timestamp: instant },
      overall: { isValid: true },
    })
    expect(codes(body.warnings)).toEqual(['SOURCE_FALLBACK'])
    expect(body.warnings[0]?.message).toBe(`VIES didn't respond, so we used ${name} instead.`)
    expect(body.additionalInfo).toMatchObject({
      register: name,
      confidence: isValid ? 'register' : 'checksum',
    })
    expect(body.entity.name).toBeTruthy()
    expect([body.result, body.proof]).toEqual(
      isValid ? ['confirmed', 'vat_registration'] : ['unconfirmed', 'business'],
    )
    expect(row?.outcome).toBe(body.result)
  })

  it('refutes a number that it does not hold if it holds all', async () => {
    await customer.setMode('vies', 'down')
    const missing = firstOf(numbersOf('CZ.DIC', { from: 25_500_000, isHeld: false }))
    const { body } = await customer.validate('CZ', missing, { type: 'CZ.DIC' })
    expect(body.validation).toMatchObject({ source: { isValid: false }, overall: { isValid: false } })
    expect(body.additionalInfo.register).toBe('ADIS')
  })

  it('does not refute a number that it does not hold if it does not hold all', async () => {
    await customer.setMode('vies', 'down')
    await customer.setMode('adis', 'down')
    const missing = firstOf(numbersOf('CZ.DIC', { from: 25_500_000, isHeld: false }))
    const { body } = await customer.validate('CZ', missing, { type: 'CZ.DIC' })
    expect(body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
    expect(codes(body.errors)).toEqual(['SOURCE_UNAVAILABLE', 'SOURCE_UNAVAILABLE', 'SOURCE_NOT_COVERED'])
  })

  it('is replaced by VIES once VIES answers', async () => {
    const { setMode, validate, worker } = customer
    await setMode('vies', 'down')
    expect((await validate('FR', '40303265045')).body.additionalInfo.register).toBe('Sirene')
    await worker.settle()
    await setMode('vies', 'normal')
    expect((await validate('FR', '40303265045')).body).toMatchObject({
      validation: { source: { isValid: true } },
      additionalInfo: { register: 'VIES' },
      warnings: [],
    })
  })

  it('is replaced by an earlier VIES result while both are down', async () => {
    const { setMode, validate, worker, keyOf, age } = customer
    await validate('FR', '40303265045')
    await worker.settle()
    const key = await keyOf('FR.TVA', '40303265045')
    const answeredAt = await age(key, 2 * 86_400_000)
    await setMode('vies', 'down')
    await validate('FR', '40303265045')
    await worker.settle()
    expect(await worker.redis('GET', `${key}:sirene`)).toContain('"found"')
    await setMode('sirene', 'down')
    const { body } = await validate('FR', '40303265045', { fresh: true })
    expect(body.validation.source).toMatchObject({
      isValid: null,
      timestamp: new Date(answeredAt).toISOString(),
    })
    expect(body.additionalInfo.register).toBe('VIES')
    expect(codes(body.warnings)).toEqual(['SOURCE_STALE'])
  })
})

it.each([
  ['TW.UBN', '09', 'GCIS', 'FIA tax register'],
  ['SK.ICO', '33', 'The Register of financial statements', 'Register of legal entities'],
])(
  "a fallback that proves as much confirms a number of %s that ends with %s, which the register doesn't cover",
  async (type, ends, register, name) => {
    const number = firstOf(numbersOf(type, { from: 31_400_000, ends }))
    const { body } = await outcomeOf(type.slice(0, 2), number, type)
    expect(body).toMatchObject({
      result: 'confirmed',
      reason: `The ${name} lists this number as a registered business.`,
      proof: 'business',
      additionalInfo: { register: name, confidence: 'register' },
    })
    expect(messages(body.warnings)).toEqual([
      `${register} doesn't cover this number, so we used the ${name} instead.`,
    ])
  },
)

describe('Peppol as a cross-check', () => {
  it("doesn't prove another name, because no authority confirms its names", async () => {
    await customer.setMode('vies', 'down')
    const { body } = await customer.validate('BE', '0403019261', { name: 'Unrelated Zebra' })
    expect(body).toMatchObject({
      result: 'unconfirmed',
      reason:
        'VIES is currently unavailable. Peppol lists this number as a registered business, which proves less.',
      proof: 'business',
      entity: { name: 'Harbour Trading Ltd' },
      nameComparison: { match: 'different' },
    })
  })
})

describe('GLEIF as a cross-check', () => {
  const NUMBER = firstOf(norwegian())

  it('returns name and address, but confirms no registration', async () => {
    await customer.setMode('brreg', 'down')
    const { body } = await customer.validate('NO', NUMBER, { type: 'NO.ORGNR' })
    expect(body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
    expect(body.entity.name).toBeTruthy()
    expect(body.additionalInfo).toMatchObject({ register: 'GLEIF', confidence: 'checksum' })
    expect([body.result, body.proof]).toEqual(['unconfirmed', 'legal_entity'])
    expect(codes(body.errors)).toEqual(['SOURCE_UNAVAILABLE'])
  })
})
