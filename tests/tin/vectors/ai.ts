import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AI.TIN': {
    valid: ['10001-23456', '2000123456'],
    invalid: ['3000123456', '100012345', '1000000000', 'A000123456'],
  },
}
