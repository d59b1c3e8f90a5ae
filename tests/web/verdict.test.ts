import { describe, expect, test } from 'vitest'
import { infoLabel, infoValue } from '#web/dashboard/additional-info.ts'
import { nameMatchOf, parseRegisterResult } from '#web/dashboard/register-result.ts'
import { additionalRows, resultNotes } from '#web/dashboard/result-notes.ts'
import { checkVerdict, verdictOf } from '#web/dashboard/verdict.ts'
import type { ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'
import { at, notAttempted, validation, yes } from './components/data.ts'

const no: ValidationCheck = { attempted: true, isValid: false, timestamp: at }
const noAnswer: ValidationCheck = { attempted: true, isValid: null, timestamp: at }
const germany = { name: 'Germany', adjective: 'German' }

describe('check values', () => {
  test('distinguishes valid, invalid, no answer and not attempted', () => {
    expect([yes, no, noAnswer, notAttempted].map(checkVerdict)).toEqual([
      'valid',
      'invalid',
      'no-answer',
      'not-attempted',
    ])
  })
})

describe('verdict text', () => {
  test('names the country and type of a valid number', () => {
    const verdict = verdictOf(validation(), germany)
    expect(verdict.title).toBe('Valid German VAT number (USt-IdNr.)')
    expect(verdict.verdict).toBe('valid')
    expect(verdict.reason).toBe("The format is correct. We didn't check the official register.")
    expect(verdict.confidence?.label).toBe('Check digit verified')
  })

  test('uses sentence case, except for proper names', () => {
    const named = (name: string) =>
      verdictOf(validation({ tinInfo: { label: null, name, formattedTin: null } }), germany).title
    expect(named('Personal tax number')).toBe('Valid German personal tax number')
    expect(named('Australian Business Number')).toBe('Valid German Australian Business Number')
    expect(named('VAT number')).toBe('Valid German VAT number')
    expect(named('Enterprise and VAT number')).toBe('Valid German enterprise and VAT number')
    expect(named('German Business Number')).toBe('Valid German Business Number')
  })

  test('uses the country code until the countries load', () => {
    const verdict = verdictOf(
      validation({ countryCode: 'ZZ', tinInfo: { label: null, name: null, formattedTin: null } }),
    )
    expect(verdict.title).toBe('Valid tax ID of ZZ')
  })

  test('explains an invalid number', () => {
    const verdict = verdictOf(
      validation({
        validation: { format: no, source: notAttempted, overall: no },
        errors: [
          { code: 'INVALID_CHECKSUM', message: 'The check digit is wrong.', timestamp: at, retryable: false },
        ],
      }),
      germany,
    )
    expect(verdict).toMatchObject({
      verdict: 'invalid',
      title: 'Not a valid German VAT number (USt-IdNr.)',
      reason: 'The check digit is wrong.',
      // The reason says it.
      confidence: undefined,
    })
  })

  test('says that nothing was checked for a country without tax IDs', () => {
    const message = "Bermuda doesn't issue tax IDs."
    const verdict = verdictOf(
      validation({
        countryCode: 'BM',
        validation: { format: notAttempted, source: notAttempted, overall: notAttempted },
        tinInfo: { label: null, name: null, formattedTin: null },
        errors: [{ code: 'NO_TIN_ISSUED', message, timestamp: at, retryable: false }],
        additionalInfo: {},
      }),
      { name: 'Bermuda', adjective: 'Bermudian' },
    )
    expect(verdict).toMatchObject({
      verdict: 'not-attempted',
      title: "This Bermudian tax ID wasn't checked",
      reason: message,
    })
  })
})

describe('register result text', () => {
  const vies = [
    {
      id: 'DE.VAT',
      label: 'USt-IdNr.',
      name: 'VAT number',
      holder: 'any',
      kind: 'vat',
      kinds: ['vat'],
      onRequest: false,
      check: 'checksum',
      basis: 'published',
      length: '9 digits',
      prefixes: ['DE'],
      formats: [],
      changes: [],
      example: null,
      register: { name: 'VIES', state: 'on' },
    },
  ] as const
  const known = { ...germany, identifiers: vies }
  const problem = (code: string, message: string, retryable = false) => ({
    code,
    message,
    timestamp: at,
    retryable,
  })
  const withSource = (changes: Partial<ValidationResponse>, secondsAgo = 0) => {
    const timestamp = new Date(Date.parse(at) - secondsAgo * 1000).toISOString()
    const isValid = !changes.errors?.length
    return validation({
      validation: {
        format: yes,
        source: { attempted: true, isValid, timestamp },
        overall: isValid ? yes : no,
      },
      ...changes,
      additionalInfo: {
        identifier: 'DE.VAT',
        confidence: 'register',
        register: 'VIES',
        registerAge: String(secondsAgo),
        proven: 'It is registered for VAT or sales tax.',
        ...changes.additionalInfo,
      },
    })
  }
  const silent = (errors: ValidationResponse['errors']) =>
    validation({
      validation: { format: yes, source: { attempted: true, isValid: null, timestamp: null }, overall: yes },
      errors,
      additionalInfo: { identifier: 'DE.VAT', confidence: 'checksum' },
    })

  test('names the holder and the register', () => {
    const verdict = verdictOf(withSource({ entity: { name: 'EXAMPLE LTD', address: null } }), known)
    expect(verdict).toEqual({
      verdict: 'valid',
      title: 'Valid German VAT number, registered to EXAMPLE LTD',
      reason: undefined,
      confidence: { label: 'Confirmed by VIES', text: 'It is registered for VAT or sales tax.' },
    })
  })

  test('says that the register does not disclose the name', () => {
    expect(verdictOf(withSource({}), known).title).toBe(
      'Valid German VAT number, registered; the register discloses no name',
    )
  })

  test('leaves a very long name out of the title', () => {
    const title = verdictOf(withSource({ entity: { name: 'A'.repeat(500), address: null } }), known).title
    expect(title).toHaveLength('Valid German VAT number, registered to '.length + 91)
    expect(title.endsWith('A…')).toBe(true)
  })

  test('says that the register does not have the number', () => {
    const verdict = verdictOf(
      withSource({ errors: [problem('NOT_REGISTERED', 'VIES has no record of this number.')] }),
      known,
    )
    expect(verdict.verdict).toBe('invalid')
    expect(verdict.title).toBe("Not registered: VIES doesn't have this number")
    expect(verdict.reason).toContain('registered for trade between EU countries')
    expect(verdict.confidence?.label).toBe('Ruled out by VIES')
  })

  test('distinguishes an ended registration from a missing one', () => {
    const ended = (info: Record<string, string>) =>
      verdictOf(
        withSource({
          errors: [problem('REGISTRATION_ENDED', 'It is not registered.')],
          additionalInfo: info,
        }),
        known,
      )
    expect(ended({ registerStatus: 'deleted' })).toMatchObject({
      verdict: 'invalid',
      title: 'German VAT number, no longer registered (deleted)',
    })
    expect(ended({}).title).toBe('German VAT number, no longer registered')
    const never = { vatRegistered: 'false', registerStatus: 'not in the VAT register' }
    expect(ended(never).title).toBe('German VAT number, not registered for VAT')
    expect(ended({ ...never, endedOn: '2020-01-02' }).title).toContain('no longer registered')
  })

  test('shows a register without an answer neither as invalid nor as valid', () => {
    const verdict = verdictOf(
      silent([problem('SOURCE_TIMEOUT', "VIES didn't respond in time.", true)]),
      known,
    )
    expect(verdict).toMatchObject({
      verdict: 'no-answer',
      title: 'Valid German VAT number, not confirmed',
      reason: "VIES didn't respond in time. The number is well formed. Try again later to confirm it.",
      confidence: { label: 'Check digit verified' },
    })
    expect(verdictOf(silent([])).title).toBe('Valid VAT number of DE, not confirmed')
    const unsure = validation({ validation: { format: noAnswer, source: noAnswer, overall: noAnswer } })
    expect(verdictOf(unsure)).toMatchObject({ verdict: 'no-answer', confidence: undefined })
  })

  test('offers a retry only if it can help', () => {
    const cannot = silent([problem('SOURCE_NOT_COVERED', 'ACRA does not hold all numbers of this type.')])
    expect(parseRegisterResult(cannot, known)).toMatchObject({ kind: 'no-answer', isRetryable: false })
    expect(verdictOf(cannot, known).reason).toBe(
      'ACRA does not hold all numbers of this type. The number is well formed.',
    )
  })

  test('shows the age of an earlier answer while the register is down', () => {
    const old = withSource(
      {
        entity: { name: 'EXAMPLE LTD', address: null },
        warnings: [{ code: 'SOURCE_STALE', message: 'VIES has no answer now.' }],
      },
      3 * 86_400,
    )
    expect(parseRegisterResult(old, known)).toMatchObject({
      kind: 'found',
      isOld: true,
      isNew: false,
      age: '3 days ago',
    })
    expect(verdictOf(old, known)).toMatchObject({
      title: 'Valid German VAT number, registered to EXAMPLE LTD when last checked',
      reason: "VIES didn't respond. This is its response from 3 days ago.",
    })
    expect(parseRegisterResult(withSource({}, 3 * 3600), known)).toMatchObject({
      isOld: false,
      age: '3 hours ago',
    })
    expect(parseRegisterResult(withSource({}, 2), known)).toMatchObject({ isNew: true, age: 'just now' })
  })

  test('names a fallback source and what it cannot confirm', () => {
    const warnings = [{ code: 'SOURCE_STAND_IN', message: 'ARES was asked in its place.' }]
    const full = withSource({ warnings, additionalInfo: { register: 'ARES' } })
    expect(parseRegisterResult(full, known)).toMatchObject({ register: 'ARES', fallbackFor: 'VIES' })
    expect(verdictOf(full, known).reason).toBe("VIES didn't respond, so we checked ARES instead.")
    const partial = withSource({
      warnings,
      validation: { format: yes, source: noAnswer, overall: yes },
      entity: { name: 'EXAMPLE LTD', address: null },
      additionalInfo: { register: 'GLEIF', confidence: 'checksum' },
    })
    expect(verdictOf(partial, known)).toMatchObject({
      verdict: 'no-answer',
      title: 'Valid German VAT number, not confirmed',
    })
    expect(verdictOf(partial, known).reason).toContain(
      "VIES didn't respond. GLEIF lists the number as EXAMPLE LTD",
    )
  })

  test('explains why no register was asked', () => {
    const unasked = validation({ additionalInfo: { identifier: 'DE.VAT', confidence: 'checksum' } })
    const reasonWith = (register: (typeof vies)[0]['register'] | { name: string; state: 'off' } | null) =>
      verdictOf(unasked, { ...germany, identifiers: [{ ...vies[0], register }] }).reason
    expect(reasonWith(vies[0].register)).toBe("The format is correct. We didn't check the official register.")
    expect(reasonWith({ name: 'VIES', state: 'off' })).toContain("We aren't connected to its register, VIES.")
    expect(reasonWith(null)).toContain('No public register lists this type of number.')
  })

  test('describes the name match', () => {
    const compared = (nameMatch: string) =>
      withSource({
        entity: { name: 'EXAMPLE LTD', address: null },
        additionalInfo: { nameMatch, nameMatchPercent: '41' },
      })
    expect(nameMatchOf(compared('close'))).toEqual({ match: 'close', percent: '41' })
    expect(nameMatchOf(withSource({}))).toBeUndefined()
    expect(verdictOf(compared('close'), known).verdict).toBe('valid')
  })

  test('shows a different name as a warning, not as a success', () => {
    const different = { nameMatch: 'different', nameMatchPercent: '12' }
    const entity = { name: 'EXAMPLE LTD', address: null }
    expect(verdictOf(withSource({ entity, additionalInfo: different }), known)).toMatchObject({
      verdict: 'different-name',
      title: 'Valid number, registered to a different name',
      reason: 'Confirm the name with your customer before you rely on this number.',
    })
    const ended = withSource({
      entity,
      additionalInfo: different,
      errors: [problem('REGISTRATION_ENDED', 'It is not registered.')],
    })
    expect(verdictOf(ended, known).verdict).toBe('invalid')
  })
})

describe('warnings and errors', () => {
  const failure = { code: 'SOURCE_TIMEOUT', message: "VIES didn't respond in time." }
  const warning = { code: 'SOURCE_UNAVAILABLE', message: 'Only the number itself was checked.' }
  const down = validation({ warnings: [warning], errors: [{ ...failure, timestamp: at, retryable: true }] })

  test('says once that a register is down', () => {
    expect(resultNotes(down, `${failure.message} Try again later.`)).toEqual({
      warnings: [],
      errors: [{ code: failure.code, message: undefined, isRetryable: true }],
    })
  })

  test('keeps what the verdict does not say', () => {
    expect(resultNotes(down)).toMatchObject({ errors: [{ message: failure.message }] })
    const alone = validation({ warnings: [warning, { code: 'NORMALISED', message: 'Replaced.' }] })
    expect(resultNotes(alone).warnings.map(({ code }) => code)).toEqual(['SOURCE_UNAVAILABLE', 'NORMALISED'])
  })

  test('shows no information twice', () => {
    const additionalInfo = { register: 'VIES', compact: '136695976', localName: 'VAT number', region: '' }
    expect(additionalRows(validation({ additionalInfo }))).toEqual([['compact', '136695976']])
  })
})

describe('additional information', () => {
  test('turns keys and codes into labels', () => {
    expect(infoLabel('birthDate')).toBe('Birth date')
    expect(infoLabel('tax_office')).toBe('Tax office')
    expect(infoValue('confidence', 'structure')).toBe('Structure')
    expect(infoValue('holder', 'any')).toBe('Company or person')
    expect(infoValue('check', 'none')).toBe('None published')
    expect(infoValue('basis', 'secondary')).toBe('Other public pages')
    expect(infoValue('region', 'Bayern')).toBe('Bayern')
  })

  test('labels what a register adds', () => {
    expect(infoLabel('vatRegistered')).toBe('VAT registered')
    expect(infoLabel('receipt')).toBe('Consultation number')
    expect(infoValue('vatRegistered', 'true')).toBe('Yes')
    expect(infoValue('registerAge', '10800')).toBe('3 hours ago')
    expect(infoValue('registerAge', '4')).toBe('just now')
    expect(infoValue('nameMatchPercent', '87')).toBe('87%')
    expect(infoValue('nameMatch', 'not disclosed')).toBe('Not disclosed')
  })
})
