import { digit } from './digits.ts'

/**
 * Weighted sum of the digits from `from` up to `to`: the last has weight 2, each before it one more, and after the
 * weight `last` they begin anew with 2.
 */
export function rising(text: string, from: number, to: number, last = to + 2): number {
  let sum = 0
  let weight = 2
  for (let i = to - 1; i >= from; i--) {
    sum += digit(text, i) * weight
    weight = weight === last ? 2 : weight + 1
  }
  return sum
}

/** What is missing to a multiple of eleven; 0 for the 10 that no digit can write. */
export function toEleven(sum: number): number {
  const rest = sum % 11
  return rest > 1 ? 11 - rest : 0
}
