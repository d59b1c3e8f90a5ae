import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'JE.TIN': {
    valid: ['1234567890', 'JY 123456 A', 'jy123456d'],
    invalid: ['123456789', 'JY123456E', 'GY123456A', '0000000000'],
  },
}
