import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'NA.TIN': {
    valid: ['1234567', '01234567', '012345601', '0123456011'],
    invalid: ['123456', '12345678901', '0000000'],
  },
}
