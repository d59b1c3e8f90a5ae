import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IQ.TIN': {
    valid: ['900123456', '9001234567'],
    invalid: ['90012345', '90012345678', '000000000'],
  },
}
