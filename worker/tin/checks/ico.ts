import { allZeros, type Fault, type Form } from '../rule.ts'
import { expectDigit, zeros } from './digits.ts'
import { weighted } from './weighted.ts'

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

/** The number that Czechoslovakia gave to organizations, and that both its successors still give. */
export function ico(n: string): Fault | undefined {
  return zeros(n, 0, 7) ? allZeros : expectDigit(n, 7, (11 - (weighted(n, weights) % 11)) % 10)
}
