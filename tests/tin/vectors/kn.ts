import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KN.TIN': {
    valid: ['123456', '1234567', '123456789'],
    invalid: ['12345', '1234567890', '12345A', '000000'],
  },
}
