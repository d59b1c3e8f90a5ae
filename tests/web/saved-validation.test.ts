import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CountryChoice, choiceAfter, needsDetection } from '#web/dashboard/detect-country.ts'
import { readValidation, saveValidation } from '#web/dashboard/saved-validation.ts'
import { clearDrafts } from '#web/lib/draft.ts'

const form = {
  country: 'BE',
  foundFor: undefined,
  tin: '0403019261',
  tokenId: 7,
  name: 'Acme',
  address: '',
  checksRegister: true,
}

describe('the saved form and result', () => {
  afterEach(() => vi.useRealTimers())

  const owner = { userId: 1, organizationId: 'org_a' }
  const saved = { form, isList: false }

  test('are of one user and organization, and end after 12 hours', () => {
    vi.useFakeTimers()
    saveValidation(owner, saved)
    vi.advanceTimersByTime(12 * 60 * 60 * 1000 - 1)
    expect(readValidation(owner)).toEqual(saved)
    expect(readValidation({ ...owner, userId: 2 })).toBeUndefined()
    expect(readValidation({ ...owner, organizationId: 'org_b' })).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(readValidation(owner)).toBeUndefined()
  })

  test('are deleted by an empty form and by signing out', () => {
    saveValidation(owner, saved)
    saveValidation(owner, { ...saved, form: { ...form, country: undefined, tin: '' } })
    expect(readValidation(owner)).toBeUndefined()
    saveValidation(owner, saved)
    clearDrafts()
    expect(readValidation(owner)).toBeUndefined()
  })
})

describe('the country of a number', () => {
  const none: CountryChoice = { country: undefined, foundFor: undefined }
  const selected: CountryChoice = { country: 'DE', foundFor: undefined }
  const found: CountryChoice = { country: 'DE', foundFor: 'DE136695976' }
  const belgian = { prefixed: 'BE', codes: ['BE'] }
  const several = { prefixed: undefined, codes: ['PT', 'RS'] }

  test('comes from its prefix until the user selects one', () => {
    expect(choiceAfter(none, 'BE0403019261', belgian)).toEqual({ country: 'BE', foundFor: 'BE0403019261' })
    expect(choiceAfter(found, 'BE0403019261', belgian).country).toBe('BE')
    expect(choiceAfter(selected, 'BE0403019261', belgian)).toBe(selected)
    expect(needsDetection(selected, 'BE0403019261')).toBe(false)
  })

  test('stays while the number is typed, and goes if the number cannot be from there', () => {
    expect(choiceAfter(found, 'DE1366', { prefixed: undefined, codes: [] })).toBe(found)
    expect(choiceAfter(found, '136695976', { prefixed: undefined, codes: ['DE', 'RS'] })).toBe(found)
    expect(choiceAfter(found, '12345678', several)).toEqual(none)
  })

  test('is left to the user if several fit', () => {
    expect(choiceAfter(none, '136695976', several)).toEqual(none)
    expect(needsDetection(none, '  ')).toBe(false)
    expect(needsDetection(found, 'DE136695976')).toBe(false)
  })
})
