import { describe, expect, it } from 'vitest'
import { GERMAN, refusal } from '#tests/worker/harness.ts'
import { magicNumbersOf } from '#worker/docs/openapi/sandbox-texts.ts'
import { noAnswerReasons } from '#worker/registers/register.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { countries } from '#worker/tin/index.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'
import {
  type RegisterOutcome,
  type SandboxOutcome,
  sandboxOutcomes,
} from '#worker/validation/sandbox/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'
import { type Body, openSandboxCustomer } from './sandbox-customer.ts'

const { customer, member, validate } = await openSandboxCustomer('simulated')

describe('a simulated answer', () => {
  /** A country with VIES, and three with registers of their own. */
  const numbers: [countryCode: string, tin: string][] = [
    ['PT', '501442600'],
    ['NO', '988077917'],
    ['AU', '51824753556'],
    ['CH', 'CHE105909036'],
  ]
  const registered = { source: true, overall: true, name: 'Sandbox Company Ltd', warnings: [], errors: [] }
  const silent = (reason: string) => ({
    source: null,
    overall: true,
    name: null,
    warnings: ['SOURCE_UNAVAILABLE'],
    errors: [`SOURCE_${reason}`],
  })
  const expected: Readonly<Record<Exclude<RegisterOutcome, 'fallback'>, unknown>> = {
    registered,
    changes_tomorrow: registered,
    not_registered: { source: false, overall: false, name: null, warnings: [], errors: ['NOT_REGISTERED'] },
    ended: { ...registered, source: false, overall: false, errors: ['REGISTRATION_ENDED'] },
    name_differs: { ...registered, name: 'Imaginary Bakery Ltd' },
    stale: { ...registered, source: null, warnings: ['SOURCE_STALE'], errors: ['SOURCE_UNAVAILABLE'] },
    unavailable: silent('UNAVAILABLE'),
    webhook_fails: silent('UNAVAILABLE'),
    timeout: silent('TIMEOUT'),
    throttled: silent('THROTTLED'),
    unreachable: silent('UNREACHABLE'),
    blocked: silent('BLOCKED'),
    unreadable: silent('UNREADABLE'),
    wrong_number: silent('WRONG_NUMBER'),
    busy: silent('BUSY'),
    paused: silent('PAUSED'),
    refused: { ...silent('REFUSED'), warnings: [] },
    not_covered: { ...silent('NOT_COVERED'), warnings: [] },
  }
  const summaryOf = ({ validation, entity, warnings, errors }: ValidationResponse) => ({
    source: validation.source.isValid,
    overall: validation.overall.isValid,
    name: entity.name,
    warnings: warnings.map(({ code }) => code).filter((code) => code.startsWith('SOURCE_')),
    errors: errors.map(({ code }) => code),
  })

  const simulate = (input: ValidateRequest): ValidationResponse => {
    const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
    const { answer } = answerInSandbox(input, caller, { requestId: crypto.randomUUID(), now: new Date() })
    if (answer instanceof Error) throw answer
    return answer
  }

  it.each(Object.keys(expected) as (keyof typeof expected)[])('is %s in every country', (sandbox) => {
    for (const [countryCode, tin] of numbers) {
      const answer = simulate({ countryCode, tin, sandbox })
      const { live, validation, additionalInfo } = answer
      expect([live, validation.source.attempted]).toEqual([false, true])
      expect(summaryOf(answer), countryCode).toEqual(expected[sandbox])
      expect(additionalInfo.confidence === 'register').toBe(validation.source.isValid !== null)
    }
  })

  it('comes from a fallback register where there is one', () => {
    const [portuguese, norwegian] = numbers.map(([countryCode, tin]) =>
      simulate({ countryCode, tin, sandbox: 'fallback' }),
    )
    if (!portuguese || !norwegian) throw new Error('no answer')
    expect(summaryOf(portuguese)).toEqual(expected.unavailable)
    expect(summaryOf(norwegian)).toEqual({
      ...silent('UNAVAILABLE'),
      name: 'Sandbox Company Ltd',
      warnings: ['SOURCE_FALLBACK'],
    })
    expect(norwegian.additionalInfo.register).toBe('GLEIF')
  })

  it('proves what the registers prove', () => {
    const proofOf = (type: string, tin: string, sandbox: RegisterOutcome) => {
      const { result, proof } = simulate({ countryCode: type.slice(0, 2), tin, type, sandbox })
      return [result, proof]
    }
    expect(proofOf('TH.TIN', '0107536000269', 'registered')).toEqual(['confirmed', 'vat_registration'])
    expect(proofOf('RO.VAT', '1590082', 'fallback')).toEqual(['confirmed', 'vat_registration'])
    expect(proofOf('TW.UBN', '22099131', 'fallback')).toEqual(['confirmed', 'business'])
    expect(proofOf('FR.TVA', '40303265045', 'fallback')).toEqual(['unconfirmed', 'business'])
  })

  it('has every reason why a register can fail to answer', () => {
    const reasons = Object.keys(noAnswerReasons).map((reason) => reason.toLowerCase())
    expect(reasons.filter((reason) => !(reason in expected))).toEqual([])
  })

  it('is what a live token gets when a register really fails', { tags: 'deep' }, async () => {
    const lasting = ({ result, reason, proof, errors, warnings, validation, additionalInfo }: Body) => ({
      result,
      reason,
      proof,
      errors: errors.map(({ timestamp: _, ...error }) => error),
      warnings,
      validation: JSON.stringify(validation).replace(/"\d{4}-[^"]+"/g, '"<time>"'),
      confidence: additionalInfo.confidence,
    })
    const cases: [sandbox: RegisterOutcome, down: string[]][] = [
      ['fallback', ['brreg']],
      ['unavailable', ['brreg', 'gleif']],
    ]
    for (const [sandbox, down] of cases) {
      for (const register of down) await customer.setMode(register, 'down')
      const norwegian = { countryCode: 'NO', tin: '988077917' }
      const [real, simulated] = [
        await validate(norwegian, customer.token),
        await validate({ ...norwegian, sandbox }),
      ]
      await customer.reset()
      expect(lasting(simulated.body), sandbox).toEqual(lasting(real.body))
    }
  })

  it('says how old a stale answer is', async () => {
    const { body } = await validate({ countryCode: 'BE', tin: '0403019261', sandbox: 'stale' })
    const age = Date.now() - Date.parse(body.validation.source.timestamp ?? '')
    expect(Math.round(age / 86_400_000)).toBe(3)
    expect(body.additionalInfo.registerAge).toBe(String(3 * 86_400))
  })

  it('compares names like the real thing', async () => {
    const nameMatch = async (name: string, sandbox: RegisterOutcome) =>
      (await validate({ ...GERMAN, name, sandbox })).body.additionalInfo.nameMatch
    expect(await nameMatch('SANDBOX COMPANY LIMITED', 'registered')).toBe('exact')
    expect(await nameMatch('Sandbox Company', 'registered')).toBe('close')
    expect(await nameMatch('Acme GmbH', 'registered')).toBe('different')
    for (const name of ['Sandbox Company Ltd', 'Imaginary Bakery Ltd', 'Fictional Shipyard Ltd', 'Acme GmbH'])
      expect(await nameMatch(name, 'name_differs')).toBe('different')
    expect(await nameMatch('Acme GmbH', 'not_registered')).toBeUndefined()
  })

  it('holds a consultation number if a live one would', async () => {
    const consultationNumber = async () =>
      (await validate({ countryCode: 'BE', tin: '0403019261' })).body.additionalInfo.consultationNumber
    expect(await consultationNumber()).toBeUndefined()
    const setVatNumber = (vatNumber: string) =>
      member.patch('/api/organization', { organizationId: member.organization.id, vatNumber })
    expect((await setVatNumber('DE136695976')).status).toBe(200)
    expect(await consultationNumber()).toBe('SANDBOX-0000000000')
    await setVatNumber('')
  })

  it('has no effect where a live call asks no register', async () => {
    for (const body of [
      { ...GERMAN, source: false },
      { countryCode: 'US', tin: '98-7654321' },
    ]) {
      const answer = await validate({ ...body, sandbox: 'not_registered' })
      expect(summaryOf(answer.body)).toMatchObject({ source: null, overall: true, errors: [] })
    }
  })

  it('can be each error with its status, body and headers', async () => {
    const quota = await validate({ ...GERMAN, sandbox: 'quota_exceeded' })
    expect([quota.status, quota.body.code, quota.body.live]).toEqual([429, 'QUOTA_EXCEEDED', false])
    expect(quota.body.message).toMatch(
      /^The monthly quota of this organization is used up\. It resets on \w+ 1, /,
    )
    expect(quota.headers.get('RateLimit')).toMatch(/"month";r=0;t=\d+$/)
    const untilReset = Number(/t=(\d+)$/.exec(quota.headers.get('RateLimit') ?? '')?.[1])
    expect(Math.abs(Number(quota.headers.get('Retry-After')) - untilReset)).toBeLessThanOrEqual(1)
    const hasty = await validate({ ...GERMAN, sandbox: 'rate_limited' })
    expect([hasty.status, hasty.body.code, hasty.body.live]).toEqual([429, 'RATE_LIMITED', false])
    expect([hasty.headers.get('Retry-After'), hasty.headers.get('RateLimit')]).toEqual([
      '1',
      expect.stringMatching(/^"burst";r=0;t=10, "month";r=/),
    ])
    const down = await validate({ ...GERMAN, sandbox: 'error_503' })
    expect([down.status, down.body.code, down.body.live]).toEqual([503, 'SERVICE_UNAVAILABLE', false])
    expect(down.headers.get('Retry-After')).toBe('5')
    const invalid = await validate({ countryCode: 'QQ', tin: '1', sandbox: 'error_503' })
    expect(refusal(invalid)).toEqual([422, 'UNSUPPORTED_COUNTRY'])
  })

  it('must be one of the outcomes, and needs a test token', async () => {
    const unknown = await validate({ ...GERMAN, sandbox: 'anything' })
    expect(unknown.body).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'sandbox' }] })
    const message = 'sandbox works only with a test token, which starts with tp_test_'
    const live = await validate({ ...GERMAN, sandbox: 'registered' }, customer.token)
    expect([live.status, live.body.message, live.body.details]).toEqual([
      422,
      message,
      [{ path: 'sandbox', message }],
    ])
    const session = await member.post('/api/tinproof/validate', { ...GERMAN, sandbox: 'registered' })
    expect([session.status, session.body.message]).toEqual([422, message])
  })
})

describe('a magic number', () => {
  it('exists for each country with a register and each outcome', () => {
    const published = Object.keys(magicNumbers)
    const missing = countries.filter(
      ({ identifiers }) =>
        identifiers.some(({ id }) => registerOf(id)) && !identifiers.some(({ id }) => published.includes(id)),
    )
    expect(missing.map(({ code }) => code)).toEqual([])
    for (const [type, numbers] of Object.entries(magicNumbers)) {
      expect(new Set(numbers).size, type).toBe(sandboxOutcomes.length)
      expect(registerOf(type), type).toBeDefined()
    }
  })

  it('is valid as the docs show it and gives its outcome', () => {
    const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
    const call = { requestId: crypto.randomUUID(), now: new Date() }
    const types = new Set<string>()
    for (const { code: countryCode } of countries) {
      for (const { type, tin, outcome } of magicNumbersOf(countryCode)) {
        const input = { countryCode, tin, name: 'Acme GmbH' }
        const magic = answerInSandbox(input, caller, call)
        const told = answerInSandbox({ ...input, sandbox: outcome }, caller, call)
        expect(magic, `${type} ${outcome}`).toEqual(told)
        types.add(type)
        if (magic.answer instanceof Error) continue
        const { validation, additionalInfo } = magic.answer
        expect([additionalInfo.type, validation.format.isValid, validation.source.attempted]).toEqual([
          type,
          true,
          true,
        ])
      }
    }
    expect([...types].sort()).toEqual(Object.keys(magicNumbers).sort())
  })

  it('works over the API, unless the call says what to simulate', async () => {
    const numberOf = (outcome: SandboxOutcome) => ({
      countryCode: 'DE',
      tin: magicNumbers['DE.VAT']?.[sandboxOutcomes.indexOf(outcome)],
    })
    const ended = await validate(numberOf('ended'))
    expect(ended.body.errors.map(({ code }) => code)).toEqual(['REGISTRATION_ENDED'])
    expect((await validate(numberOf('quota_exceeded'))).body.code).toBe('QUOTA_EXCEEDED')
    const told = await validate({ ...numberOf('quota_exceeded'), sandbox: 'registered' })
    expect([told.status, told.body.errors]).toEqual([200, []])
  })

  it('means nothing with a live token', async () => {
    const codes = new Set<string>()
    for (const tin of magicNumbers['NO.ORGNR'] ?? []) {
      const { status, body } = await validate({ countryCode: 'NO', tin }, customer.token)
      expect([status, body.live, body.entity.name === 'Sandbox Company Ltd']).toEqual([200, true, false])
      for (const { code } of [...body.errors, ...body.warnings]) codes.add(code)
    }
    expect([...codes].filter((code) => code !== 'NOT_REGISTERED')).toEqual([])
  })
})
