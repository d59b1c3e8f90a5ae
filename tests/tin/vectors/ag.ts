import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AG.TIN': {
    valid: ['123456', '1023456', '10234567'],
    invalid: ['12345', '123456789', '12345A', '000000'],
  },
}
