import type { Fault } from '../country-rule.ts'
import { digit, expectDigit } from './digits.ts'

/** Characters other than digits count as their ASCII code minus 48. */
export function weightedSum(text: string, weights: readonly number[], from = 0): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += digit(text, from + i) * (weights[i] ?? 0)
  return sum
}

/** Modulo 11, with the second weights if the first give 10. */
export function twoRounds(
  text: string,
  first: readonly number[],
  second: readonly number[],
  from = 0,
): number {
  const rest = weightedSum(text, first, from) % 11
  return rest < 10 ? rest : weightedSum(text, second, from) % 11
}

/** From the right, weights rise from 2 to `last` and then start again. */
export function risingSum(text: string, from: number, to: number, last = to + 2): number {
  let sum = 0
  let weight = 2
  for (let i = to - 1; i >= from; i--) {
    sum += digit(text, i) * weight
    weight = weight === last ? 2 : weight + 1
  }
  return sum
}

export function complementTo11(sum: number): number {
  const rest = sum % 11
  return rest > 1 ? 11 - rest : 0
}

const eanWeights = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]

/** GS1 (EAN-13): the thirteenth digit makes the weighted sum a multiple of 10. */
export function ean13(text: string): Fault | undefined {
  return expectDigit(text, 12, (10 - (weightedSum(text, eanWeights) % 10)) % 10)
}
