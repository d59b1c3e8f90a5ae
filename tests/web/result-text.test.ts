import { describe, expect, test } from 'vitest'
import { ignoredText, parseRegisterResult } from '#web/dashboard/register-result.ts'
import { additionalRows, infoLabel, infoValue, resultNotes } from '#web/dashboard/result-rows.ts'
import { checkLook, resultTextOf } from '#web/dashboard/result-text.ts'
import { found, noAnswer } from '#worker/registers/answers.ts'
import type { Found, NotFound } from '#worker/registers/register.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import type { ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'
import { at, notAttempted, validation, vatType, yes } from './components/data.ts'

const no: ValidationCheck = { attempted: true, isValid: false, timestamp: at }
const silent: ValidationCheck = { attempted: true, isValid: null, timestamp: at }
const germany = { name: 'Germany', adjective: 'German' }

describe('check values', () => {
  test('distinguishes valid, invalid, no answer and not attempted', () => {
    const words = [yes, no, silent, notAttempted].map((check) => checkLook(check).word)
    expect(words).toEqual(['Valid', 'Invalid', 'No Response', 'Not Attempted'])
  })
})

const sent = { countryCode: 'DE', tin: '136695976' }
const now = new Date(at)
const known = { ...germany, types: [vatType] }
const DAY = 86_400_000

type Looked = {
  answer?: Partial<Found> | NotFound
  age?: number
  isStale?: boolean
  name?: string
  by?: string
}

/** What the Worker answers after this look-up. */
function answered({ answer, age = 0, isStale = false, name, by = 'vies' }: Looked): ValidationResponse {
  const register = registerOf('DE.VAT')
  if (!register) throw new Error('no VIES')
  const held =
    answer &&
    ('kind' in answer && answer.kind === 'not-found'
      ? answer
      : { ...found({ registered: true }), proves: 'vat_registration' as const, ...answer })
  const isFallback = by !== 'vies'
  const isSilent = !held || isStale || isFallback
  const lookUp = {
    cached: held && { register: by, isFallback, answeredAt: now.getTime() - age, answer: held },
    isStale,
    failures: isSilent ? [{ register, failure: noAnswer('TIMEOUT') }] : [],
  }
  return addSourceResult(checkFormat(sent, 'ref', now), {
    identifier: 'DE.VAT',
    lookUp,
    asked: { name },
    now,
  })
}
const textOf = (looked: Looked) => resultTextOf(answered(looked), known)

describe('the text of a result', () => {
  test('names the country and type of a number', () => {
    expect(resultTextOf(validation(), germany)).toEqual({
      title: 'Valid format: German VAT number (USt-IdNr.)',
      advice: "We didn't check the official register.",
      seal: {
        label: 'Check digit verified',
        text: "A typo is very unlikely. We can't tell whether the number was issued.",
      },
    })
  })

  test('uses sentence case, except for proper names', () => {
    const named = (name: string) =>
      resultTextOf(validation({ tinInfo: { label: null, name, formattedTin: null } }), germany).title
    expect(named('Personal tax number')).toBe('Valid format: German personal tax number')
    expect(named('Australian Business Number')).toBe('Valid format: German Australian Business Number')
    expect(named('VAT number')).toBe('Valid format: German VAT number')
    expect(named('Enterprise and VAT number')).toBe('Valid format: German enterprise and VAT number')
    expect(named('German Business Number')).toBe('Valid format: German Business Number')
  })

  test('uses the country code until the countries load', () => {
    const tinInfo = { label: null, name: null, formattedTin: null }
    expect(resultTextOf(validation({ countryCode: 'ZZ', tinInfo })).title).toBe('Valid format: tax ID of ZZ')
  })

  test('has no seal for an invalid number, or one of a country without tax IDs', () => {
    const invalid = checkFormat({ countryCode: 'DE', tin: 'DE136695967' }, 'ref', now)
    expect(resultTextOf(invalid, germany)).toMatchObject({
      title: 'Not a valid German VAT identification number (USt-IdNr.)',
      seal: undefined,
    })
    const none = checkFormat({ countryCode: 'BM', tin: '1' }, 'ref', now)
    expect(resultTextOf(none, { name: 'Bermuda', adjective: 'Bermudian' })).toEqual({
      title: "This Bermudian tax ID wasn't checked",
      advice: undefined,
      seal: undefined,
    })
  })

  test('names the holder and the register', () => {
    expect(textOf({ answer: { name: 'EXAMPLE LTD' } })).toEqual({
      title: 'Valid German VAT identification number, registered to EXAMPLE LTD',
      advice: undefined,
      seal: undefined,
    })
    expect(textOf({ answer: {} }).title).toBe(
      'Valid German VAT identification number, registered (name not disclosed)',
    )
  })

  test('leaves a very long name out of the title', () => {
    const { title } = textOf({ answer: { name: 'A'.repeat(500) } })
    expect(title).toHaveLength('Valid German VAT identification number, registered to '.length + 91)
    expect(title.endsWith('A…')).toBe(true)
  })

  test('distinguishes a missing registration from an ended one', () => {
    expect(textOf({ answer: { kind: 'not-found' } })).toMatchObject({
      title: 'Not registered (VIES)',
      advice: expect.stringContaining('registered for trade between EU countries'),
      seal: undefined,
    })
    const ended = (answer: Partial<Found>) => textOf({ answer: { ...answer, registered: false } }).title
    expect(ended({ status: 'deleted' })).toBe(
      'German VAT identification number, no longer registered (deleted)',
    )
    expect(ended({})).toBe('German VAT identification number, no longer registered')
    const never = { facts: { vatRegistered: 'false' }, status: 'not in the VAT register' }
    expect(ended(never)).toBe('German VAT identification number, not registered for VAT')
    expect(ended({ ...never, facts: { ...never.facts, endedOn: '2020-01-02' } })).toContain(
      'no longer registered',
    )
  })

  test('asks to try again while a register is down', () => {
    expect(textOf({})).toMatchObject({
      title: 'German VAT identification number, not confirmed',
      advice: 'Try again later to confirm it.',
      seal: { label: 'Check digit verified' },
    })
  })

  test('says when the register last answered', () => {
    const looked = { answer: { name: 'EXAMPLE LTD' }, age: 3 * DAY }
    const old = { ...looked, isStale: true }
    expect(textOf(old)).toMatchObject({
      title: 'German VAT identification number, not confirmed',
      seal: { label: 'Last confirmed 3 days ago', text: 'As EXAMPLE LTD.' },
    })
    expect(textOf({ ...old, answer: { registered: false } }).seal?.label).toBe(
      'Last listed as not registered 3 days ago',
    )
    expect(parseRegisterResult(answered(old), known)).toMatchObject({ isOld: true, age: '3 days ago' })
    expect(parseRegisterResult(answered(looked), known)).toMatchObject({ isOld: false, isNew: false })
    expect(parseRegisterResult(answered({ ...looked, age: 2_000 }), known)).toMatchObject({
      isNew: true,
      age: 'just now',
    })
  })

  test('names a fallback register', () => {
    const partial = { answer: { proves: 'business' }, by: 'ares' } as const
    expect(parseRegisterResult(answered(partial), known)).toMatchObject({ register: 'ARES' })
    expect(textOf(partial)).toMatchObject({
      title: 'German VAT identification number, not confirmed',
      seal: { label: 'Check digit verified' },
    })
  })

  test('explains why no register was asked', () => {
    const unasked = validation({ additionalInfo: { type: 'DE.VAT', confidence: 'checksum' } })
    const adviceWith = (register: typeof vatType.register) =>
      resultTextOf(unasked, { ...germany, types: [{ ...vatType, register }] }).advice
    expect(adviceWith(vatType.register)).toBe("We didn't check the official register.")
    expect(adviceWith({ name: 'VIES', state: 'off' })).toBe("We aren't connected to its register (VIES).")
    expect(adviceWith(null)).toBe('No public register lists this type of number.')
  })

  test('warns about a different name', () => {
    const looked = { answer: { name: 'EXAMPLE LTD' }, name: 'Somebody Else' }
    expect(answered(looked).nameComparison).toMatchObject({ match: 'different' })
    expect(textOf(looked)).toMatchObject({
      title: 'Valid number, registered to a different name',
      advice: 'Confirm the name with your customer before you rely on this number.',
    })
  })
})

describe('warnings and errors', () => {
  const failure = { code: 'SOURCE_TIMEOUT', message: "VIES didn't respond in time." }
  const warning = { code: 'SOURCE_UNAVAILABLE', message: 'Only the number itself was checked.' }
  const down = validation({ warnings: [warning], errors: [{ ...failure, timestamp: at, retryable: true }] })

  test('says once that a register is down', () => {
    expect(resultNotes({ ...down, reason: `The check digit is correct. ${failure.message}` })).toEqual({
      warnings: [],
      errors: [{ code: failure.code, message: undefined, isRetryable: true }],
    })
  })

  test('keeps what the reason does not say', () => {
    expect(resultNotes(down)).toMatchObject({ errors: [{ message: failure.message }] })
    const alone = validation({ warnings: [warning, { code: 'NORMALIZED', message: 'Replaced.' }] })
    expect(resultNotes(alone).warnings.map(({ code }) => code)).toEqual(['SOURCE_UNAVAILABLE', 'NORMALIZED'])
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
    expect(infoValue('holder', 'any')).toBe('Company or person')
    expect(infoValue('check', 'none')).toBe('None published')
    expect(infoValue('basis', 'secondary')).toBe('Other public pages')
    expect(infoValue('region', 'Bayern')).toBe('Bayern')
  })

  test('labels what a register adds', () => {
    expect(infoLabel('vatRegistered')).toBe('VAT registered')
    expect(infoValue('vatRegistered', 'true')).toBe('Yes')
  })
})

test('says which differences between names were ignored, and on which side', () => {
  const comparison = { match: 'close' as const, score: 89, requested: 'acme', registered: 'acme berlin' }
  const ignored = [
    { kind: 'legal_form' as const, requested: 'GmbH', registered: 'AG' },
    { kind: 'extra' as const, requested: null, registered: 'Berlin' },
    { kind: 'initial' as const, requested: 'J.', registered: null },
    { kind: 'case' as const, requested: 'ACME', registered: 'Acme' },
  ]
  expect(ignoredText({ ...comparison, ignored })).toBe(
    'legal form GmbH / AG, extra words Berlin (register only), initial J. (yours only), case',
  )
})
