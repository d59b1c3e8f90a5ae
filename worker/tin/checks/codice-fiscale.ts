import { type Fault, invalidPart } from '../country-rule.ts'
import { isDate } from './date.ts'
import { base36, digit } from './digits.ts'

// D.M. 23 December 1976 (Gazzetta Ufficiale no. 345): odd places, months, and letters for digits.
const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
const months = 'ABCDEHLMPRST'
const omocodia = 'LMNPQRSTUV'
const wrongDate = invalidPart("Characters 7 to 11 aren't a valid date of birth.")
const digitPlaces = [6, 7, 9, 10, 12, 13, 14]

function veiled(n: string, at: number): number {
  const value = digit(n, at)
  return value < 10 ? value : omocodia.indexOf(n.charAt(at))
}

export type Birth = {
  readonly year: string
  readonly female: boolean
  readonly month: number
  readonly day: number
}

export function birthOf(n: string): Birth {
  const day = veiled(n, 9) * 10 + veiled(n, 10)
  return {
    year: `${veiled(n, 6)}${veiled(n, 7)}`,
    month: months.indexOf(n.charAt(8)) + 1,
    day: day > 40 ? day - 40 : day,
    female: day > 40,
  }
}

export function hasLettersForDigits(n: string): boolean {
  return digitPlaces.some((at) => digit(n, at) > 9)
}

export function codiceFiscale(n: string): Fault | undefined {
  const { year, month, day } = birthOf(n)
  if (!isDate(Number(year), month, day)) return wrongDate
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const code = base36(n, i)
    const value = code < 10 ? code : code - 10
    sum += i % 2 === 0 ? (odd[value] ?? 0) : value
  }
  const expected = String.fromCharCode(65 + (sum % 26))
  return n.charAt(15) === expected ? undefined : { code: 'INVALID_CHECKSUM', at: 15, expected }
}
