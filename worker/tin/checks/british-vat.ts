import { allZeros, type Fault, type Form, invalidPart, type Warning } from '../country-rule.ts'
import { digit, expectText, isZeros, number } from './digits.ts'
import { weightedSum } from './weighted-sum.ts'

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 1]
const department = invalidPart('Numbers of government departments run from GD000 to GD499.')
const health = invalidPart('Numbers of health authorities run from HA500 to HA999.')

const branch = invalidPart(
  'The last three digits of a 12-digit VAT number are a branch, which is never 000. This looks like an EORI number.',
)

export function britishVatForms(prefix: string): readonly Form[] {
  return [
    { pattern: 'ddddddddd', mask: `${prefix} ### #### ##` },
    { pattern: 'dddddddddddd', mask: `${prefix} ### #### ## ###` },
    { pattern: 'GDddd', mask: `${prefix} #####` },
    { pattern: 'HAddd', mask: `${prefix} #####` },
    { pattern: 'GD8888ddddd', mask: `${prefix} ###########`, unlisted: true },
    { pattern: 'HA8888ddddd', mask: `${prefix} ###########`, unlisted: true },
  ]
}

const isPublicBody = (n: string) => digit(n, 0) > 9

/** In the European form, 8888 precedes the three digits, and their remainder modulo 97 follows. */
function publicBody(n: string): Fault | undefined {
  const at = n.length - (n.length > 5 ? 5 : 3)
  const serial = number(n, at, at + 3)
  if (n.startsWith('GD') !== serial < 500) return n.startsWith('GD') ? department : health
  return n.length > 5 ? expectText(n, 9, String(serial % 97).padStart(2, '0')) : undefined
}

/**
 * HMRC: 97 less the weighted sum of seven digits, or 55 less than that ("9755", since 2009, from 100).
 */
export function britishVat(n: string): Fault | undefined {
  if (isPublicBody(n)) return publicBody(n)
  if (isZeros(n, 0, 9)) return allZeros
  if (n.length === 12 && isZeros(n, 9, 12)) return branch
  const rest = weightedSum(n, weights) % 97
  const mayBe9755 = number(n, 0, 3) >= 100
  if (rest === 0 || (rest === 42 && mayBe9755)) return undefined
  const pair = digit(n, 7) * 10 + digit(n, 8)
  const old = (pair - rest + 194) % 97
  const expected = (mayBe9755 ? [old, (old + 42) % 97] : [old]).map((value) => String(value).padStart(2, '0'))
  return { code: 'INVALID_CHECKSUM', at: 7, expected: expected.join(' or ') }
}

/** Without the 9755, seven digits from 0100000 to 0999999, from 9490001 to 9700000 and above 9990000 are unused. */
export function britishVatWarning(n: string): Warning | undefined {
  if (n.length === 5) {
    return {
      code: 'CHECKSUM_NOT_VERIFIABLE',
      message: 'Numbers of government departments and health authorities have no check digit.',
    }
  }
  if (isPublicBody(n) || weightedSum(n, weights) % 97 !== 0) return undefined
  const serial = number(n, 0, 7)
  const isUsed =
    (serial < 100_000 || serial > 999_999) && (serial < 9_490_001 || serial > 9_700_000) && serial < 9_990_001
  if (isUsed) return undefined
  return {
    code: 'CHECKSUM_NOT_VERIFIABLE',
    message: 'No VAT numbers are known in this range, though the check digits match. Check the number again.',
  }
}
