import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GI.TIN': {
    valid: ['123456', '12345'],
    invalid: ['1234', '1234567', '00000', '12345A'],
  },
}
