import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LB.MOF': {
    valid: ['1473-601', '123456', '2876543-601', '12345678901'],
    invalid: ['12', '123456789012', '12345A'],
  },
}
