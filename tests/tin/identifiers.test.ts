import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { samples } from '#worker/tin/contract/samples.ts'
import { describeCountries } from '#worker/tin/describe-countries.ts'
import { examples } from '#worker/tin/examples.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { vectors } from './vectors.ts'

const identifiers = countries.flatMap((country) => country.identifiers)
const none = new Set(['BM.NONE', 'KY.NONE', 'MS.NONE', 'VG.NONE'])
const issued = identifiers.filter(({ id }) => !none.has(id))

/** A type that isn't a tax ID is found only if it is requested. */
const isFoundBy = (id: string, onRequest: boolean, tin: string) => {
  const { valid } = validateTin(id.slice(0, 2), tin, onRequest ? { type: id } : {})
  return valid
}

describe.each(issued)('$id', ({ id, check, onRequest }) => {
  const country = id.slice(0, 2)
  const { valid, invalid } = vectors[id] ?? { valid: [], invalid: [] }

  it('has valid and invalid vectors, and samples', () => {
    expect(valid).not.toEqual([])
    expect(invalid).not.toEqual([])
    expect(samples.filter((sample) => sample.identifier === id).length).toBeGreaterThanOrEqual(
      check === 'checksum' ? 2 : 1,
    )
  })

  it.each(valid)('accepts %s', (tin) => {
    const result = validateTin(country, tin, { type: id })
    expect(result).toMatchObject({ valid: true, identifier: { id } })
    expect(isFoundBy(id, onRequest, tin)).toBe(true)
  })

  it.each(invalid)('refuses %s', (tin) => {
    const result = validateTin(country, tin, { type: id })
    expect(result).toMatchObject({ valid: false, identifier: { id } })
  })
})

const requested = new Set(identifiers.filter(({ onRequest }) => onRequest).map(({ id }) => id))

describe('samples', () => {
  it('are at least 300, without duplicates', () => {
    expect(new Set(samples.map(({ tin, identifier }) => identifier + tin)).size).toBe(samples.length)
    expect(samples.length).toBeGreaterThanOrEqual(300)
  })

  it.each(samples)('$identifier $tin is valid and in the usual format', ({ country, tin, identifier }) => {
    const result = validateTin(country, tin, { type: identifier })
    expect(result).toMatchObject({ valid: true, formatted: tin })
    expect(isFoundBy(identifier, requested.has(identifier), tin)).toBe(true)
  })
})

describe('the examples', () => {
  const described = describeCountries().flatMap((country) => country.identifiers)

  it.each(described.filter(({ length }) => length !== 'none'))(
    'has $id, valid and in a published pattern',
    ({ id, formats }) => {
      const result = validateTin(id.slice(0, 2), examples[id] ?? '', { type: id })
      expect(result.valid).toBe(true)
      expect(formats.some(({ pattern }) => new RegExp(pattern).test(result.compact))).toBe(true)
    },
  )
})

describe('the table', () => {
  it('has 190 countries and 345 identifiers', () => {
    expect(countries.length).toBe(190)
    expect(identifiers.length).toBe(345)
  })

  it.each(['README.md', 'package.json', 'worker/npm-client/package.json'])(
    'has as many countries as %s says',
    (file) => {
      const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
      expect(text).toContain(`${countries.length} countries and territories`)
    },
  )

  it.each([...none])('returns NO_TIN_ISSUED for %s', (id) => {
    const result = validateTin(id.slice(0, 2), '123456789')
    expect(result).toMatchObject({ valid: false, failure: { code: 'NO_TIN_ISSUED' } })
  })

  it('gives every identifier a unique id that begins with its country', () => {
    expect(new Set(identifiers.map(({ id }) => id)).size).toBe(identifiers.length)
    for (const country of countries) {
      for (const { id } of country.identifiers) expect(id.startsWith(`${country.code}.`)).toBe(true)
    }
  })

  it('has labels that a request accepts as its type', () => {
    const isAccepted = ({ label }: { label: string }) => z.safeParse(validateSchema.shape.type, label).success
    expect(identifiers.filter((identifier) => !isAccepted(identifier))).toEqual([])
  })

  it('sorts the countries by code', () => {
    const codes = countries.map(({ code }) => code)
    expect(codes).toEqual([...codes].sort())
  })
})
