import { base36, digit } from './digits.ts'

/** ISO/IEC 7812-1. */
export function luhnDigit(text: string, from: number, to: number): number {
  let sum = 0
  let double = true
  for (let i = to - 1; i >= from; i--) {
    const value = digit(text, i)
    sum += double ? (value > 4 ? value * 2 - 9 : value * 2) : value
    double = !double
  }
  return (10 - (sum % 10)) % 10
}

export function luhn36(text: string, length: number): number {
  let sum = 0
  let factor = 2
  for (let i = length - 1; i >= 0; i--) {
    const product = base36(text, i) * factor
    sum += Math.floor(product / 36) + (product % 36)
    factor = 3 - factor
  }
  return (36 - (sum % 36)) % 36
}
