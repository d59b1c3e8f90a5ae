import { describe, expect, test } from 'vitest'
import { checkVerdict, humanise, infoValue, verdictOf } from '#web/dashboard/verdict.ts'
import type { ValidationCheck, ValidationResponse } from '#worker/validation/contract.ts'

const at = '2026-11-20T12:00:00.000Z'
const yes: ValidationCheck = { attempted: true, isValid: true, timestamp: at }
const no: ValidationCheck = { attempted: true, isValid: false, timestamp: at }
const noAnswer: ValidationCheck = { attempted: true, isValid: null, timestamp: at }
const notAttempted: ValidationCheck = { attempted: false, isValid: null, timestamp: null }

const germany = { name: 'Germany', adjective: 'German' }

const answer = (changes: Partial<ValidationResponse> = {}): ValidationResponse => ({
  referenceId: 'ref',
  countryCode: 'DE',
  tin: '136695976',
  requestDate: at,
  validation: { format: yes, source: notAttempted, overall: yes },
  tinInfo: { label: 'USt-IdNr.', name: 'VAT number', formattedTin: 'DE 136 695 976' },
  entity: { name: null, address: null },
  warnings: [],
  errors: [],
  additionalInfo: { confidence: 'checksum' },
  ...changes,
})

describe('the three values of a check', () => {
  test('tells valid, invalid, no answer and not attempted apart', () => {
    expect([yes, no, noAnswer, notAttempted].map(checkVerdict)).toEqual([
      'valid',
      'invalid',
      'no-answer',
      'not-attempted',
    ])
  })
})

describe('the verdict in words', () => {
  test('names country and type of a valid number', () => {
    const verdict = verdictOf(answer(), germany)
    expect(verdict.title).toBe('Valid German VAT number (USt-IdNr.)')
    expect(verdict.verdict).toBe('valid')
    expect(verdict.reason).toBe('The format is right. The official register was not asked.')
    expect(verdict.confidence?.label).toBe('Check digit verified')
  })

  test('puts a name of plain words in sentence case and leaves proper names alone', () => {
    const named = (name: string) =>
      verdictOf(answer({ tinInfo: { label: null, name, formattedTin: null } }), germany).title
    expect(named('Personal tax number')).toBe('Valid German personal tax number')
    expect(named('Australian Business Number')).toBe('Valid German Australian Business Number')
    expect(named('VAT number')).toBe('Valid German VAT number')
    expect(named('Enterprise and VAT number')).toBe('Valid German enterprise and VAT number')
    expect(named('German Business Number')).toBe('Valid German Business Number')
  })

  test('names the country by its code while the countries are not there', () => {
    const verdict = verdictOf(
      answer({ countryCode: 'ZZ', tinInfo: { label: null, name: null, formattedTin: null } }),
    )
    expect(verdict.title).toBe('Valid tax ID of ZZ')
  })

  test('says to whom a number is registered', () => {
    const verdict = verdictOf(
      answer({
        validation: { format: yes, source: yes, overall: yes },
        entity: { name: 'Example GmbH', address: null },
        additionalInfo: { confidence: 'register' },
      }),
    )
    expect(verdict.reason).toBe('Registered to Example GmbH.')
  })

  test('says what is wrong with an invalid number', () => {
    const verdict = verdictOf(
      answer({
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
    })
  })

  test('says that nothing was checked where no tax ID is issued', () => {
    const message = 'Bermuda gives out no tax IDs.'
    const verdict = verdictOf(
      answer({
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
      title: 'This Bermudian tax ID was not checked',
      reason: message,
    })
  })

  test('never tells a silent register as invalid', () => {
    const verdict = verdictOf(answer({ validation: { format: yes, source: noAnswer, overall: yes } }))
    expect(verdict.verdict).toBe('valid')
    expect(verdict.reason).toContain('did not answer')
    const silent = verdictOf(
      answer({ validation: { format: noAnswer, source: noAnswer, overall: noAnswer } }),
    )
    expect(silent.verdict).toBe('no-answer')
    expect(silent.confidence).toBeUndefined()
  })
})

describe('additional information in words', () => {
  test('turns keys into labels and codes into words', () => {
    expect(humanise('birthDate')).toBe('Birth date')
    expect(humanise('tax_office')).toBe('Tax office')
    expect(infoValue('confidence', 'structure')).toBe('Structure')
    expect(infoValue('holder', 'any')).toBe('Company or person')
    expect(infoValue('check', 'none')).toBe('None published')
    expect(infoValue('basis', 'secondary')).toBe('Other public pages')
    expect(infoValue('region', 'Bayern')).toBe('Bayern')
  })
})
