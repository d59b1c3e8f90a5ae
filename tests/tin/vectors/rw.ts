import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'RW.TIN': {
    valid: ['101234567', '103 456 789'],
    invalid: ['10123456', '1012345678', '10123456O'],
  },
}
