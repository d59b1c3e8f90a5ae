import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GN.NIFP': {
    valid: ['123-456-782', '908172638', '100 000 017'],
    invalid: ['123-456-783', '12345678', '1234567820', '000-000-000'],
  },
}
