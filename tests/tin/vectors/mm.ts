import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MM.TIN': {
    valid: ['123456789', '100 234 567'],
    invalid: ['12345678', '1234567890', '12345678A', '000000000'],
  },
}
