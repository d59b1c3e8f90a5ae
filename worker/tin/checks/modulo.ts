import { base36, digit } from './digits.ts'

export function modulo(text: string, from: number, to: number, modulus: number, start = 0): number {
  let rest = start
  for (let i = from; i < to; i++) rest = (rest * 10 + digit(text, i)) % modulus
  return rest
}

/** ISO/IEC 7064 MOD 97-10 over digits and letters, where A is 10 and Z is 35. */
export function mod97(text: string, start = 0): number {
  let rest = start
  for (let i = 0; i < text.length; i++) {
    const value = base36(text, i)
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97
  }
  return rest
}

/** ISO/IEC 7064 MOD 11,10. */
export function mod11x10(text: string, from: number, to: number): number {
  let carry = 10
  for (let i = from; i < to; i++) {
    const sum = (carry + digit(text, i)) % 10
    carry = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - carry) % 10
}
