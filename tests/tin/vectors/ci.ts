import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CI.NCC': {
    valid: ['0123456 A', '9107281Z', '1600123 k'],
    invalid: ['012345 A', '01234567', '0123456AB'],
  },
}
