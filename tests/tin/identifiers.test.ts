import { describe, expect, it } from 'vitest'
import { countries, validateTin } from '#worker/tin/index.ts'
import { samples } from '#worker/tin/samples.ts'
import { vectors } from './country-vectors.ts'

const identifiers = countries.flatMap((country) => country.identifiers)
const none = new Set(['BM.NONE', 'KY.NONE', 'VG.NONE'])
const issued = identifiers.filter(({ id }) => !none.has(id))

describe.each(issued)('$id', ({ id, check }) => {
  const country = id.slice(0, 2)
  const { valid, invalid } = vectors[id] ?? { valid: [], invalid: [] }

  it('has vectors that stand and vectors that do not, and samples', () => {
    expect(valid).not.toEqual([])
    expect(invalid).not.toEqual([])
    expect(samples.filter((sample) => sample.identifier === id).length).toBeGreaterThanOrEqual(
      check === 'checksum' ? 2 : 1,
    )
  })

  it.each(valid)('accepts %s', (tin) => {
    const verdict = validateTin(country, tin, { type: id })
    expect(verdict).toMatchObject({ valid: true, identifier: { id } })
    expect(validateTin(country, tin).valid).toBe(true)
  })

  it.each(invalid)('refuses %s', (tin) => {
    const verdict = validateTin(country, tin, { type: id })
    expect(verdict).toMatchObject({ valid: false, identifier: { id } })
  })
})

describe('samples', () => {
  it('are at least 300, of which none stands twice', () => {
    expect(new Set(samples.map(({ tin, identifier }) => identifier + tin)).size).toBe(samples.length)
    expect(samples.length).toBeGreaterThanOrEqual(300)
  })

  it.each(samples)(
    '$identifier $tin is valid, written in the customary form',
    ({ country, tin, identifier }) => {
      const verdict = validateTin(country, tin, { type: identifier })
      expect(verdict).toMatchObject({ valid: true, formatted: tin })
      expect(validateTin(country, tin).valid).toBe(true)
    },
  )
})

describe('the table', () => {
  it('knows 175 countries, the 264 identifiers of their table, two of which are two types each, and the NZBN', () => {
    expect(countries.length).toBe(175)
    expect(identifiers.length).toBe(267)
  })

  it.each([...none])('says of %s that no tax ID is issued', (id) => {
    const verdict = validateTin(id.slice(0, 2), '123456789')
    expect(verdict).toMatchObject({ valid: false, failure: { code: 'NO_TIN_ISSUED' } })
  })

  it('gives every identifier an id of its own that begins with its country', () => {
    expect(new Set(identifiers.map(({ id }) => id)).size).toBe(identifiers.length)
    for (const country of countries) {
      for (const { id } of country.identifiers) expect(id.startsWith(`${country.code}.`)).toBe(true)
    }
  })

  it('lists the countries by code', () => {
    const codes = countries.map(({ code }) => code)
    expect(codes).toEqual([...codes].sort())
  })
})
