import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GL.TIN': {
    valid: ['13645183', '070761-4285', '12545033', '010165-0005'],
    invalid: ['310261-4285', '1364518', '136451830', '1364518A'],
  },
}
