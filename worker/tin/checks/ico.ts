import { allZeros, type Fault, type Form } from '../country-rule.ts'
import { expectDigit, isZeros } from './digits.ts'
import { weightedSum } from './weighted-sum.ts'

const weights = [8, 7, 6, 5, 4, 3, 2]
const padded = (text: string) => text.padStart(8, '0')
const old = 'An IČO has eight digits, including leading zeros.'

export function icoForms(mask: string): readonly Form[] {
  return [
    { pattern: 'dddddddd', mask },
    { pattern: 'ddddddd', mask, canonical: padded, old },
    { pattern: 'dddddd', mask, canonical: padded, old },
  ]
}

export function ico(n: string): Fault | undefined {
  return isZeros(n, 0, 7) ? allZeros : expectDigit(n, 7, (11 - (weightedSum(n, weights) % 11)) % 10)
}
