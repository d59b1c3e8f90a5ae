import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AE.TRN': {
    valid: ['100202800000003', '104123456700003'],
    invalid: ['200202800000003', '10020280000000', '10020280000000A'],
  },
}
