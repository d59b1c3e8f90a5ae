import { base36, digit } from './digits.ts'

/** Remainder of the number that the digits from `from` up to `to` write, after a first remainder `start`. */
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
