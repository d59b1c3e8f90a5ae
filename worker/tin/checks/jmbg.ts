import { type Fault, invalidPart } from '../country-rule.ts'
import { isDate, isoDate } from './date.ts'
import { expectDigit, number } from './digits.ts'
import { weightedSum } from './weighted-sum.ts'

const weights = [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
const wrongBirth = invalidPart(
  "The first seven digits aren't a valid date of birth (day, month, last three digits of the year).",
)

// Digit 8: the issuing republic of former Yugoslavia.
const regions: Readonly<Record<number, string>> = {
  1: 'Bosnia and Herzegovina',
  2: 'Montenegro',
  3: 'Croatia',
  4: 'North Macedonia',
  5: 'Slovenia',
  7: 'Serbia',
  8: 'Serbia (Vojvodina)',
  9: 'Kosovo',
}

/** Also for business numbers with the same structure. 10 and 11 are written as 0. */
export function jmbgDigit(n: string): number {
  const check = 11 - (weightedSum(n, weights) % 11)
  return check > 9 ? 0 : check
}

function yearOf(n: string): number {
  const year = number(n, 4, 7)
  return year < 800 ? 2000 + year : 1000 + year
}

function hasBirthDate(n: string): boolean {
  const year = yearOf(n)
  return year < 2100 && isDate(year, number(n, 2, 4), number(n, 0, 2))
}

/** Yugoslav law on the unique citizen number (JMBG, Sl. list SFRJ 58/76) and those that followed it. */
export function jmbg(n: string): Fault | undefined {
  return hasBirthDate(n) ? expectDigit(n, 12, jmbgDigit(n)) : wrongBirth
}

export function jmbgFacts(n: string): Readonly<Record<string, string>> {
  const region = regions[number(n, 7, 8)]
  return {
    kind: 'person',
    birthDate: isoDate(yearOf(n), number(n, 2, 4), number(n, 0, 2)),
    sex: number(n, 9, 12) < 500 ? 'male' : 'female',
    ...(region !== undefined && { region }),
  }
}
