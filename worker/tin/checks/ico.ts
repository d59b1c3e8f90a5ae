import { allZeros, type Fault, type Form } from '../country-rule.ts'
import { expectDigit, isZeros } from './digits.ts'
import { weightedSum } from './weighted-sum.ts'

const weights = [8, 7, 6, 5, 4, 3, 2]
const old = 'An IČO has eight digits, including leading zeros.'

export function icoForms(mask: string): readonly Form[] {
  return [
    { pattern: 'dddddddd', mask },
    { pattern: 'ydddddd', mask, zeros: 1, old },
    { pattern: 'yddddd', mask, zeros: 2, old },
  ]
}

export function ico(n: string): Fault | undefined {
  return isZeros(n, 0, 7) ? allZeros : expectDigit(n, 7, (11 - (weightedSum(n, weights) % 11)) % 10)
}
