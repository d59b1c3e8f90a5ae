import { allZeros, type Fault } from '../rule.ts'
import { expectDigit, zeros } from './digits.ts'
import { weighted } from './weighted.ts'

const weights = [5, 4, 3, 2, 7, 6, 5, 4]

/** Federal Statistical Office, "Unternehmens-Identifikationsnummer": modulus 11 of the digits after CHE. */
export function swissUid(n: string): Fault | undefined {
  return zeros(n, 3, 11) ? allZeros : expectDigit(n, 11, (11 - (weighted(n, weights, 3) % 11)) % 11)
}
