import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'UG.TIN': {
    valid: ['1000123456', '1012 345 678'],
    invalid: ['2000123456', '100012345', '10001234567'],
  },
}
