// @module-tag deep
import { describe, expect, it } from 'vitest'
import { countries, type TinResult, validateTin } from '#worker/tin/index.ts'
import { type Difference, differences, everywhere } from './differences.ts'
import { numbersOf, seeded } from './numbers.ts'
import { stdnumValidators } from './stdnum-validators.ts'

const identifiers = countries
  .flatMap((country) => country.identifiers.map(({ id }) => id))
  .filter((id) => stdnumValidators(id).length > 0)

type Disagreement = { readonly number: string; readonly result: TinResult; readonly theirs: string }

function theirAnswer(id: string, number: string): { isValid: boolean; said: string } {
  // Compare the rules, not the accepted separators.
  const answers = stdnumValidators(id).flatMap((validator) =>
    [number, number.replace(/[ ./-]/g, '')].map((text) => validator.validate(text)),
  )
  const error = answers.find(({ isValid }) => !isValid)?.error
  return { isValid: answers.some(({ isValid }) => isValid), said: error?.name ?? '' }
}

function disagreements(id: string): Disagreement[] {
  const random = seeded([...id].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7))
  return numbersOf(id, random, 60, 200).flatMap((number) => {
    const result = validateTin(id.slice(0, 2), number, { type: id })
    const { isValid, said } = theirAnswer(id, number)
    return result.valid === isValid ? [] : [{ number, result, theirs: isValid ? 'valid' : said }]
  })
}

function explains(
  { we, where, failure, says, warning }: Difference,
  { result, theirs }: Disagreement,
): boolean {
  if ((we === 'accept') !== result.valid) return false
  if (says !== undefined && (result.valid || !says.test(result.failure.message))) return false
  if (warning !== undefined && result.warnings.every(({ code }) => code !== warning)) return false
  if (where !== undefined && !where.test(result.compact)) return false
  return failure === undefined || failure === (result.valid ? theirs : result.failure.code)
}

describe.each(identifiers)('%s', (id) => {
  const found = disagreements(id)
  const known = differences[id] ?? []

  it('differs from stdnum only in documented cases', () => {
    const unexplained = found.filter(
      (each) => ![...everywhere, ...known].some((difference) => explains(difference, each)),
    )
    const words = unexplained.map(
      ({ number, result, theirs }) =>
        `${number}: we say ${result.valid ? 'valid' : result.failure.message}, stdnum says ${theirs}`,
    )
    expect(words).toEqual([])
  })

  it.each(known)('still differs: $reason', (difference) => {
    expect(found.some((each) => explains(difference, each))).toBe(true)
  })
})

it('documents differences only for identifiers that stdnum supports', () => {
  expect(Object.keys(differences).filter((id) => !identifiers.includes(id))).toEqual([])
})
