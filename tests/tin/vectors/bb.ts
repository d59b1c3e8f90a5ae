import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BB.TIN': {
    valid: ['1000122133144', '1 123 456 789 012'],
    invalid: ['2000122133144', '100012213314', '1000000000000', '10001221331445'],
  },
}
