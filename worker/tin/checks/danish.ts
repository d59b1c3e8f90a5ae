import { type Fault, invalidPart, type Warning } from '../country-rule.ts'
import { isDate, isoDate } from './date.ts'
import { digit, number } from './digits.ts'
import { weightedSum } from './weighted-sum.ts'

const cvrWeights = [2, 7, 6, 5, 4, 3, 2]
const cprWeights = [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]
const wrongDate = invalidPart("The first six digits aren't a valid date of birth (day, month, year).")

/** Erhvervsstyrelsen, "Modulus 11 kontrol". Returns 10 if no digit matches. */
export function cvrDigit(n: string): number {
  return (11 - (weightedSum(n, cvrWeights) % 11)) % 11
}

/** CPR-kontoret, "Personnummeret i CPR-systemet": the century follows from the seventh digit and the year. */
function birthYear(n: string): number {
  const [year, mark] = [number(n, 4, 6), digit(n, 6)]
  if (mark < 4) return 1900 + year
  if (mark === 4 || mark === 9) return year < 37 ? 2000 + year : 1900 + year
  return year < 58 ? 2000 + year : 1800 + year
}

export function cpr(n: string): Fault | undefined {
  return isDate(birthYear(n), number(n, 2, 4), number(n, 0, 2)) ? undefined : wrongDate
}

export function cprWarning(n: string): Warning | undefined {
  if (weightedSum(n, cprWeights) % 11 === 0) return undefined
  return {
    code: 'CHECKSUM_NOT_VERIFIABLE',
    message: "The check digit doesn't match. CPR numbers without one have been issued since 2007.",
  }
}

export function cprFacts(n: string) {
  return {
    birthDate: isoDate(birthYear(n), number(n, 2, 4), number(n, 0, 2)),
    sex: digit(n, 9) % 2 === 1 ? 'male' : 'female',
  }
}

export const cprChanges = [
  {
    date: '2007-10-01',
    text: "CPR numbers can be issued even if their check digit doesn't match modulus 11.",
  },
]
