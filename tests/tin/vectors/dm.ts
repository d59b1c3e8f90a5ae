import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'DM.TIN': {
    valid: ['123456', '1234567'],
    invalid: ['12345', '12345678', '12345A', '0000000'],
  },
}
