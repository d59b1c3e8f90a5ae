import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BZ.TIN': {
    valid: ['123456-10', '12345613', '000019-66', '123456'],
    invalid: ['123456-11', '000000-10', '1234567', '123456-1A'],
  },
}
