import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samples } from '#worker/tin/contract/samples.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { normalize } from '#worker/tin/normalize.ts'
import { vectors } from './vectors.ts'

const unissued = new Set(['BM', 'KY', 'MS', 'VG'])
const codes = countries.map(({ code }) => code)
const identifiers = countries.flatMap((country) => country.identifiers)

/** A sample with up to three edits. */
const nearMiss = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(30), fc.constantFrom('', '0', '7', 'O', 'I', 'X', 'É', '@', '12')), {
      maxLength: 3,
    }),
  )
  .map(([{ country, tin }, edits]) => {
    let text = tin
    for (const [at, put] of edits)
      text = text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1)
    return { country, tin: text }
  })

const anything = fc.record({
  country: fc.constantFrom(...codes),
  tin: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.stringMatching(/^[0-9A-ZÑ& .-]{0,24}$/),
    fc.array(fc.nat(0xffff), { maxLength: 24 }).map((units) => String.fromCharCode(...units)),
  ),
})

function expectConsistent({ country, tin }: { country: string; tin: string }): void {
  const result = validateTin(country, tin)
  if (result.valid) {
    const again = validateTin(country, result.formatted, { type: result.identifier.id })
    expect(again).toMatchObject({ valid: true, compact: result.compact, formatted: result.formatted })
  } else {
    expect(result.failure.message).toMatch(/^[A-Z“].*[.?\w]$/)
    if (!result.unsupported && result.suggestion !== undefined) {
      const { tin, country: elsewhere = country } = result.suggestion
      expect(validateTin(elsewhere, tin).valid).toBe(true)
    }
  }
  const messages = [...result.warnings, ...(result.valid ? [] : [result.failure])].map(
    ({ message }) => message,
  )
  if (result.compact.length > 5) expect(messages.join(' ')).not.toContain(result.compact)
}

describe('the engine', { tags: 'deep' }, () => {
  it('validates any string without throwing', () => {
    fc.assert(fc.property(anything, expectConsistent), { numRuns: 3000 })
  })

  it('gives consistent answers for numbers that are almost valid', () => {
    fc.assert(fc.property(nearMiss, expectConsistent), { numRuns: 3000 })
  })

  it('accepts any country and type without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (country, type) => {
        expect(validateTin(country, '1').valid).toBe(false)
        validateTin('DE', '136695976', { type })
      }),
    )
  })

  it.each([10_000, 1_000_000])('rejects a text of %d characters', (length) => {
    for (const code of codes) {
      for (const char of ['1', ' ', 'é', '\ud800', '٣', '\u0000']) {
        expect(validateTin(code, char.repeat(length))).toMatchObject({
          valid: false,
          failure: { code: unissued.has(code) ? 'NO_TIN_ISSUED' : 'INVALID_LENGTH' },
        })
      }
    }
  })
})

describe('normalizing', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anything, ({ tin }) => {
        const { text } = normalize(tin)
        expect(normalize(text)).toEqual({ text, altered: false })
      }),
      { numRuns: 3000 },
    )
  })

  it('reads the digits of every script', () => {
    for (let code = 0x80; code <= 0x10ffff; code++) {
      if (code === 0xd800) code = 0xe000
      const char = String.fromCodePoint(code)
      if (/\p{Nd}/u.test(char)) expect(normalize(char).text, code.toString(16)).toMatch(/^[0-9]$/)
    }
    expect(normalize('٠١٢٣٤٥٦٧٨٩०१२३४५६७८९𝟎𝟏𝟐𝟑𝟒').text).toBe('0123456789012345678901234')
  })

  it('removes every kind of dash, space and invisible character', () => {
    const marks =
      '\u00a0\u2000\u2009\u202f\u3000\u1680\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d\u00ad\u200b\u200d\u2060\ufeff\ufe0f\u30fc\uff70\u2500\u0640./\\,:;_\'"()'
    expect(normalize(`12${marks}34`).text).toBe('1234')
  })

  it('converts Cyrillic and Greek letters that look Latin', () => {
    expect(normalize('авекмнорстух').text).toBe('ABEKMHOPCTYX')
    expect(normalize('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ').text).toBe('ABEZHIKMNOPTYX')
  })
})

describe('a single wrong digit', { tags: 'deep' }, () => {
  const checked = identifiers.filter(({ check }) => check === 'checksum')

  it.each(checked.map(({ id }) => id))('is detected in %s at the rate of its rule', (id) => {
    let tried = 0
    let passed = 0
    for (const { country, tin, identifier } of samples) {
      const result = validateTin(country, tin, { type: identifier })
      if (identifier !== id || !result.valid) continue
      const number = result.compact
      for (let at = 0; at < number.length; at++) {
        if (!/\d/.test(number.charAt(at))) continue
        for (const digit of '0123456789') {
          if (digit === number.charAt(at)) continue
          tried++
          const wrong = number.slice(0, at) + digit + number.slice(at + 1)
          if (validateTin(country, wrong, { type: id }).valid) passed++
        }
      }
    }
    expect(tried).toBeGreaterThan(0)
    expect(passed / tried).toBeLessThanOrEqual(vectors[id]?.undetected?.share ?? 0)
  })
})
