import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'VC.TIN': {
    valid: ['123456', '12 34 56'],
    invalid: ['12345', '1234567', '12345A', '000000'],
  },
}
