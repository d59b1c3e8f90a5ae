import { type Fault, type Form, invalidPart, neverIssued, type Warning } from '../country-rule.ts'
import { isDate, isoDate } from './date.ts'
import { digit, expectDigit, number } from './digits.ts'
import { modulo } from './modulo.ts'

const wrongDate = invalidPart(
  "The first six digits aren't a valid date of birth (year, month, day; 50 is added to the month for women).",
)
const noSerial = neverIssued("The three digits after the date can't be 000.")
const tooNew = invalidPart(
  'Numbers with nine digits are for births until 1953. The last digit of this number seems to be missing.',
)

export const birthNumberForms: readonly Form[] = [
  { pattern: 'dddddddddd', mask: '######/####' },
  { pattern: 'ddddddddd', mask: '######/###' },
]

/** The month is 50 higher for women, and 20 higher since 2004 if a day's numbers run out. */
function monthOf(n: string): number {
  const month = number(n, 2, 4) % 50
  return n.length === 10 && month > 20 ? month - 20 : month
}

/** Czech Act 133/2000 Sb., § 13, and Slovak Act 301/1995 Z. z., § 2. A remainder of 10 used to be written as 0. */
export function birthNumber(n: string): Fault | undefined {
  const [year, month, day] = [number(n, 0, 2), monthOf(n), number(n, 4, 6)]
  if (n.length === 9) {
    if (year > 53 && year < 80) return tooNew
    if (number(n, 6, 9) === 0) return noSerial
    return isDate(year + (year > 53 ? 1800 : 1900), month, day) ? undefined : wrongDate
  }
  if (!isDate(year, month, day)) return wrongDate
  const rest = modulo(n, 0, 9, 11)
  return rest === 10 && digit(n, 9) === 0 ? undefined : expectDigit(n, 9, rest)
}

export function birthNumberWarning(n: string): Warning | undefined {
  if (n.length === 9) {
    const message = 'Numbers of people born before 1954 have no check digit.'
    return { code: 'CHECKSUM_NOT_VERIFIABLE', message }
  }
  if (modulo(n, 0, 9, 11) !== 10) return undefined
  const message = "The number isn't divisible by 11; about a thousand such numbers were issued until 1985."
  return { code: 'CHECKSUM_MISMATCH_TOLERATED', message }
}

/** Births until 1953 have nine digits, so ten digits with a year up to 53 are of this century. */
export function birthNumberFacts(n: string): Readonly<Record<string, string>> {
  const year = number(n, 0, 2) + (n.length === 9 ? 1800 : 1900) + (number(n, 0, 2) > 53 ? 0 : 100)
  return {
    birthDate: isoDate(year, monthOf(n), number(n, 4, 6)),
    sex: digit(n, 2) > 4 ? 'female' : 'male',
  }
}
