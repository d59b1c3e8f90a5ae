import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'ZW.TIN': {
    valid: ['2000123456', '0200123456', '220123456'],
    invalid: ['200012345', '20001234567', '0000000000'],
  },
}
