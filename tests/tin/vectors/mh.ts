import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MH.TIN': {
    valid: ['04-123456', '12345-04', '04123456'],
    invalid: ['04-12345-678', '04-1234', '04-12345A', '00000000'],
  },
}
