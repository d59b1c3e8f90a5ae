import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'NP.PAN': {
    valid: ['301234567', '600 123 456'],
    invalid: ['30123456', '3012345678', '30123456A', '000000000'],
  },
}
