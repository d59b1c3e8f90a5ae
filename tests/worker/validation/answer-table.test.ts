import { describe, expect, it } from 'vitest'
import type { CachedAnswer } from '#worker/registers/cached-answer.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import {
  type Found,
  type LookUpRequest,
  type NoAnswerReason,
  noAnswerReasons,
  type Register,
} from '#worker/registers/register.ts'
import { registerOf, sourcesOf } from '#worker/registers/sources.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { toRegisterQuery } from '#worker/validation/check-source.ts'
import { type ValidateRequest, type ValidationResponse, validateSchema } from '#worker/validation/contract.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const DAY = 86_400_000
const NOT_ATTEMPTED = { attempted: false, isValid: null, timestamp: null }

/** One number for every result of the format check. */
const numbers: Record<string, ValidateRequest> = {
  'a valid VAT number': { countryCode: 'FR', tin: '40303265045' },
  'a valid number of a company': { countryCode: 'DK', tin: '13748136' },
  'an invalid number': { countryCode: 'DK', tin: '13748137' },
  'a placeholder': { countryCode: 'PT', tin: '999999990' },
  'a number without a register': { countryCode: 'US', tin: '536-90-4399' },
  'a number of a country without tax IDs': { countryCode: 'BS', tin: '123456789' },
}

const found: Found = {
  kind: 'found',
  registered: true,
  proves: 'vat_registration',
  name: 'Müller GmbH',
  address: 'Ring 1, 1010 Wien',
  status: 'active',
  consultationNumber: 'WAPIAAAAY',
  facts: { legalForm: 'GmbH' },
}
const cached = (answer: CachedAnswer['answer'], more: Partial<CachedAnswer> = {}): CachedAnswer => ({
  register: 'vies',
  isFallback: false,
  answeredAt: NOW.getTime() - 60_000,
  answer,
  ...more,
})
const fallback = { register: 'sirene', isFallback: true } as const
const answers: Record<string, CachedAnswer | undefined> = {
  nothing: undefined,
  found: cached(found),
  'found without a name': cached({ ...found, name: null, address: null, consultationNumber: null }),
  ended: cached({ ...found, registered: false, status: 'deleted' }),
  'not found': cached({ kind: 'not-found' }),
  'a business, by a fallback': cached({ ...found, proves: 'business' }, fallback),
  'a registration, by a fallback': cached(found, fallback),
  'an ended registration, by a fallback': cached(
    { ...found, proves: 'business', registered: false },
    fallback,
  ),
  'not found, by a complete fallback': cached({ kind: 'not-found' }, fallback),
  'a legal entity, by a cross-check': cached(
    { ...found, proves: 'legal_entity' },
    { register: 'gleif', isFallback: true },
  ),
}

const register = (id: string): Register => {
  const one = [
    registerOf('FR.TVA'),
    ...sourcesOf(question('FR.TVA', '40303265045'), {}).map((each) => each.register),
    ...sourcesOf(question('NO.ORGNR', '923609016'), {}).map((each) => each.register),
  ].find((each) => each?.id === id)
  if (!one) throw new Error(`no register ${id}`)
  return one
}
function question(identifier: string, compact: string): LookUpRequest {
  return { identifier, compact, requester: null }
}

const reasons = Object.keys(noAnswerReasons) as NoAnswerReason[]
const failed = (id: string, reason: NoAnswerReason): LookUp['failures'][number] => ({
  register: register(id),
  failure: { kind: 'no-answer', reason },
})

type Case = { what: string; lookUp: LookUp; now?: Date }

/** Every result of a look-up: source, age and earlier failures. */
const lookUps: Case[] = [
  ...Object.entries(answers).flatMap(([what, answer]): Case[] => {
    if (!answer)
      return [
        ...reasons.map((reason) => ({
          what: `no answer, ${reason}`,
          lookUp: { cached: undefined, isStale: false, failures: [failed('vies', reason)] },
        })),
        ...reasons.map((reason) => ({
          what: `no answer, and ${reason} from the fallback`,
          lookUp: {
            cached: undefined,
            isStale: false,
            failures: [failed('vies', 'TIMEOUT'), failed('sirene', reason), failed('gleif', 'NOT_COVERED')],
          },
        })),
      ]
    const failures = answer.isFallback ? [failed('vies', 'UNAVAILABLE')] : []
    return [
      { what, lookUp: { cached: answer, isStale: false, failures } },
      {
        what: `${what}, long ago`,
        lookUp: {
          cached: { ...answer, answeredAt: NOW.getTime() - 20 * DAY },
          isStale: true,
          failures: [failed('vies', 'TIMEOUT')],
        },
      },
      {
        what: `${what}, from a clock that is ahead`,
        lookUp: { cached: { ...answer, answeredAt: NOW.getTime() + 2_000 }, isStale: false, failures },
      },
    ]
  }),
]

const names = [undefined, '', ' - ', 'Mueller', 'Müller AG', 'Somebody Else', '株式会社']

const codesOf = (notes: readonly { code: string }[]) => notes.map(({ code }) => code)
const isOfSource = (code: string) => code.startsWith('SOURCE_')

/** Rules for every result. */
function expectConsistent(answer: ValidationResponse) {
  const { result, reason, proof, validation, entity, warnings, errors, additionalInfo } = answer
  const { format, source, overall } = validation
  const refuted = errors.filter(({ code }) => ['NOT_REGISTERED', 'REGISTRATION_ENDED'].includes(code))
  expect(overall.isValid).toBe(source.isValid === false ? false : format.isValid)
  expect(overall.attempted).toBe(format.attempted)
  for (const check of [format, source, overall]) {
    if (!check.attempted) expect(check).toEqual(NOT_ATTEMPTED)
    if (check.isValid !== null) expect([check.attempted, check.timestamp]).toEqual([true, expect.any(String)])
  }
  expect(additionalInfo.confidence === 'register').toBe(source.isValid !== null)
  expect('confidence' in additionalInfo).toBe(format.attempted)
  expect(refuted).toHaveLength(source.isValid === false ? 1 : 0)
  expect('register' in additionalInfo).toBe(source.timestamp !== null)
  if (!source.attempted) {
    expect([entity.name, entity.address]).toEqual([null, null])
    expect([...warnings, ...errors].filter(({ code }) => isOfSource(code))).toEqual([])
    for (const key of ['registerAge', 'consultationNumber', 'nameMatch'])
      expect(additionalInfo).not.toHaveProperty(key)
  }
  for (const { code, retryable } of errors) {
    const reason = reasons.find((each) => code === `SOURCE_${each}`)
    expect(retryable).toBe(reason !== undefined && noAnswerReasons[reason].retryable)
  }
  const mayHelp = errors.some(({ retryable }) => retryable)
  expect(codesOf(warnings).includes('SOURCE_UNAVAILABLE')).toBe(mayHelp && source.timestamp === null)
  for (const { message } of [...warnings, ...errors])
    expect(message).toMatch(/^[\p{Lu}\p{N}](?!.*(undefined|null|NaN|Invalid Date)).*[.]$/u)
  expect(Object.values(additionalInfo).every((value) => typeof value === 'string')).toBe(true)
  expect(result === 'invalid').toBe(overall.isValid === false)
  expect(result === 'unsupported').toBe(overall.isValid === null)
  if (result === 'confirmed') expect([source.isValid, proof]).toEqual([true, expect.any(String)])
  if (result === 'different_name')
    expect([proof, additionalInfo.nameMatch]).toEqual([expect.any(String), 'different'])
  if (result === 'format_only')
    expect([source.isValid, source.timestamp, mayHelp]).toEqual([null, null, false])
  expect(reason).toMatch(/^[\p{Lu}\p{N}](?!.*(undefined|null|NaN|Invalid Date| {2})).*[.]$/u)
}

describe('the result without a register', () => {
  it.each(Object.entries(numbers))('is consistent for %s', (_what, input) => {
    expectConsistent(checkFormat(input, 'id', NOW))
  })

  it.each(Object.entries(numbers))(
    'for %s queries a register only if it covers the number',
    (what, input) => {
      for (const source of [undefined, true, false]) {
        const query = toRegisterQuery({ ...input, source }, checkFormat(input, 'id', NOW), {}, NOW.getTime())
        expect(query !== undefined).toBe(source !== false && what.startsWith('a valid'))
      }
    },
  )
})

describe.each(lookUps)('a register that answers: $what', ({ lookUp }) => {
  const inputs = Object.entries(numbers).filter(([what]) => what.startsWith('a valid'))

  it.each(inputs)('gives a consistent answer for %s with any name', (_what, input) => {
    const before = checkFormat(input, 'id', NOW)
    const identifier = before.additionalInfo.type ?? ''
    for (const name of names) {
      const answer = addSourceResult(before, { identifier, lookUp, asked: { name }, now: NOW })
      const { validation, entity, warnings, errors, additionalInfo: info } = answer
      const { cached: said } = lookUp
      const holds = said?.answer.kind === 'found' ? said.answer : undefined
      expectConsistent(answer)
      expect(validation.source.attempted).toBe(true)
      expect(validation.source.timestamp).toBe(said ? new Date(said.answeredAt).toISOString() : null)
      expect(validation.format).toEqual(before.validation.format)
      expect(entity).toEqual({ name: holds?.name ?? null, address: holds?.address ?? null })
      expect(info.consultationNumber).toBe(holds?.consultationNumber ?? undefined)
      expect(answer.proof).toBe(holds?.registered && !lookUp.isStale ? holds.proves : null)
      if (lookUp.isStale) expect(answer.result).toBe('unconfirmed')
      expect('nameMatch' in info).toBe(holds !== undefined && /\p{L}/u.test(name ?? ''))
      expect('nameMatchPercent' in info).toBe('nameMatch' in info && info.nameMatch !== 'not_disclosed')
      expect(Number(info.registerAge ?? 0)).toBeGreaterThanOrEqual(0)
      expect(codesOf(warnings).includes('SOURCE_STALE')).toBe(lookUp.isStale)
      expect(codesOf(warnings).includes('SOURCE_FALLBACK')).toBe(said?.isFallback === true)
      expect(codesOf(errors).filter(isOfSource)).toHaveLength(
        lookUp.failures.filter(({ register: { isCrossCheck } }) => !isCrossCheck).length,
      )
      // A business found by a fallback does not confirm the registration.
      const isTrue = holds?.registered && (!said?.isFallback || holds.proves === 'vat_registration')
      const isFalse = said && !holds?.registered
      expect(validation.source.isValid).toBe(lookUp.isStale ? null : isTrue ? true : isFalse ? false : null)
    }
  })
})

it('names the fallback of a stale answer', () => {
  const old = answers['a business, by a fallback']
  const lookUp = { cached: old, isStale: true, failures: [failed('vies', 'TIMEOUT')] }
  const before = checkFormat({ countryCode: 'FR', tin: '40303265045' }, 'id', NOW)
  const { warnings } = addSourceResult(before, { identifier: 'FR.TVA', lookUp, asked: {}, now: NOW })
  expect(warnings.find(({ code }) => code === 'SOURCE_STALE')?.message).toBe(
    "VIES didn't respond. This result is from Sirene, dated 2026-03-10.",
  )
})

describe('the end of a VAT registration', () => {
  const ended = { ...found, registered: false, status: 'not valid today' }
  const resultFor = (register: string, answer: Found, kind: 'vat' | 'tin' | undefined) => {
    const input = { countryCode: 'ES', tin: 'A13585625', type: 'ES.NIF', kind }
    const lookUp = {
      cached: cached(answer, { register, isFallback: true }),
      isStale: false,
      failures: [failed('vies', 'UNAVAILABLE')],
    }
    const asked = { kind, name: 'Somebody Else' }
    const before = checkFormat(input, 'id', NOW)
    return addSourceResult(before, { identifier: 'ES.NIF', lookUp, asked, now: NOW })
  }

  it.each(['evatr', 'adis', 'whitelist', 'aade'])('by %s refutes a VAT number, but no tax ID', (id) => {
    for (const kind of ['vat', undefined] as const)
      expect(codesOf(resultFor(id, ended, kind).errors)).toContain('REGISTRATION_ENDED')
    const result = resultFor(id, ended, 'tin')
    expectConsistent(result)
    expect(result).toMatchObject({
      result: 'unconfirmed',
      reason: 'The check digit is correct. VIES is currently unavailable.',
      validation: { source: { isValid: null }, overall: { isValid: true } },
    })
  })

  it.each(['anaf', 'ares'])('by %s, which lists all businesses, refutes both', (id) => {
    for (const kind of ['vat', 'tin'] as const) expect(resultFor(id, ended, kind).result).toBe('invalid')
  })

  it('differs from a deactivated Greek number', () => {
    expect(resultFor('aade', { ...ended, proves: 'business' }, 'tin').result).toBe('invalid')
  })
})

it.each([
  ['BE', '0400378485', 'BE.VAT', 'Colruyt Group', 'NV Colruyt Group'],
  ['GR', '094259216', 'GR.AFM', 'Γεώργιος Παππάς', 'ΓΕΩΡΓΙΟΣ ΠΑΠΠΑΣ ΤΟΥ ΝΙΚΟΛΑΟΥ'],
  ['EL', '094259216', 'GR.AFM', 'Γεώργιος Παππάς', 'ΓΕΩΡΓΙΟΣ ΠΑΠΠΑΣ ΤΟΥ ΝΙΚΟΛΑΟΥ'],
])('compares names as in %s', (countryCode, tin, identifier, name, registered) => {
  const before = checkFormat({ countryCode, tin }, 'id', NOW)
  const lookUp = { cached: cached({ ...found, name: registered }), isStale: false, failures: [] }
  const { result } = addSourceResult(before, { identifier, lookUp, asked: { name }, now: NOW })
  expect(result).toBe('confirmed')
})

describe('the input', () => {
  const base = { countryCode: 'DK', tin: '13748136' }
  it.each([
    [{ countryCode: ' dk ' }, { countryCode: 'DK' }],
    [{ countryCode: 'el' }, { countryCode: 'EL' }],
    [
      { fresh: true, maxAge: 60 },
      { fresh: true, maxAge: 60 },
    ],
    [{ tin: '１３７４８１３６' }, { tin: '１３７４８１３６' }],
  ])('%j is parsed as %j', (more, taken) => {
    expect(validateSchema.parse({ ...base, ...more })).toEqual({ ...base, ...taken })
  })

  it.each([
    { adress: 'Garden Row 52' },
    { countryCode: 'ß' },
    { countryCode: 'ﬁ' },
    { countryCode: 'D\u212a' },
    { countryCode: 'D' },
    { countryCode: 'Ｄｋ' },
    { maxAge: '60' },
    { maxAge: 1e300 },
    { maxAge: null },
    { maxAge: Number.POSITIVE_INFINITY },
    { name: ['Example GmbH'] },
    { name: '\ud800' },
    { name: 'a\u0000' },
    { tin: '1'.repeat(10_000) },
    { tin: '\udfff' },
    { tin: '1\u0000' },
    { tin: ['13748136'] },
    { tin: '  ' },
    { type: 5 },
  ])('%j is refused', (more) => {
    expect(validateSchema.safeParse({ ...base, ...more }).success).toBe(false)
  })
})
