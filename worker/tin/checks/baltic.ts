import { invalidPart } from '../country-rule.ts'
import { isDate, isoDate } from './date.ts'
import { digit, number } from './digits.ts'
import { twoRounds } from './weighted-sum.ts'

const weights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4]

/** Estonian standard EVS 585, also used in Lithuania. */
export function balticDigit(text: string, length: number): number {
  return twoRounds(text, weights.slice(0, length), weights.slice(2, length + 2)) % 10
}

export const wrongBirth = invalidPart(
  "The first digit (1 to 8, for century and sex) and the six after it aren't a valid date of birth.",
)

const centuries = [18, 18, 19, 19, 20, 20, 21, 21]

/** The first digit is the century and sex: 1 and 2 for men and women born in the 1800s, and so on. */
function birthYear(n: string): string {
  return `${centuries[digit(n, 0) - 1] ?? ''}${n.slice(1, 3)}`
}

export function hasBirthDate(n: string): boolean {
  const year = birthYear(n)
  return year.length === 4 && isDate(Number(year), number(n, 3, 5), number(n, 5, 7))
}

export function balticBirth(n: string) {
  return {
    birthDate: isoDate(birthYear(n), number(n, 3, 5), number(n, 5, 7)),
    sex: digit(n, 0) % 2 === 1 ? 'male' : 'female',
  }
}
