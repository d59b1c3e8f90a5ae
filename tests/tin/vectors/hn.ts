import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'HN.RTN': {
    valid: ['08019000123456', '0801-1990-123456'],
    invalid: ['0801900012345', '0801900012345A', '00000000000000'],
  },
}
