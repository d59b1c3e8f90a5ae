import { describe, expect, it } from 'vitest'
import { countries, validateTin } from '#worker/tin/index.ts'
import { samples } from '#worker/tin/samples.ts'
import { vectors } from './vectors.ts'

const identifiers = countries.flatMap((country) => country.identifiers)

describe.each(identifiers.map(({ id }) => id))('%s', (id) => {
  const country = id.slice(0, 2)
  const { valid, invalid } = vectors[id] ?? { valid: [], invalid: [] }

  it('has vectors that stand and vectors that do not, and two samples', () => {
    expect(valid).not.toEqual([])
    expect(invalid).not.toEqual([])
    expect(samples.filter((sample) => sample.identifier === id).length).toBeGreaterThanOrEqual(2)
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
  it('are at least 120, of which none stands twice', () => {
    expect(new Set(samples.map(({ tin, identifier }) => identifier + tin)).size).toBe(samples.length)
    expect(samples.length).toBeGreaterThanOrEqual(120)
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
