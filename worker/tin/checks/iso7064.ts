import { digit } from './digits.ts'

/** ISO/IEC 7064 MOD 11,10: the check digit that follows the digits from `from` up to `to`. */
export function mod11x10(text: string, from: number, to: number): number {
  let carry = 10
  for (let i = from; i < to; i++) {
    const sum = (carry + digit(text, i)) % 10
    carry = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - carry) % 10
}
