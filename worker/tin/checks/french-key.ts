import { modulo } from './modulo.ts'

/** The key of digits before a SIREN: 12 and three times the SIREN, modulo 97 (Code général des impôts, annexe II). */
export function frenchKey(n: string): string {
  return String((12 + 3 * modulo(n, 2, 11, 97)) % 97).padStart(2, '0')
}
