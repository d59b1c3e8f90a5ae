import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BS.TIN': {
    valid: ['123.456.789', '100234567'],
    invalid: ['12345678', '1234567890', '12345678A', '000000000'],
  },
}
