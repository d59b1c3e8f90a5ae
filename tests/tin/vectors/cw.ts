import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CW.CRIB': {
    valid: ['102505329', '102.123.456'],
    invalid: ['10250532', '1025053290', '10250532A', '000000000'],
  },
}
