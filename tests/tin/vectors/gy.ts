import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GY.TIN': {
    valid: ['123456789', '010123456'],
    invalid: ['12345678', '12345678A', '000000000'],
  },
}
