import { digit } from './digits.ts'

/** Sum of digit times weight, beginning at `from`; characters are worth their code minus that of 0. */
export function weighted(text: string, weights: readonly number[], from = 0): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += digit(text, from + i) * (weights[i] ?? 0)
  return sum
}
