import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MO.TIN': {
    valid: ['81234567', '01234567', '12345678'],
    invalid: ['8123456', '812345678', '8123456A'],
  },
}
