import type { Fault } from '../rule.ts'
import { expectDigit } from './digits.ts'
import { weighted } from './weighted.ts'

const weights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]

/** GS1 (EAN-13): the thirteenth digit makes the weighted sum a multiple of 10. */
export function ean13(text: string): Fault | undefined {
  return expectDigit(text, 12, (10 - (weighted(text, weights) % 10)) % 10)
}
