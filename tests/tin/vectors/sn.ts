import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SN.NINEA': {
    valid: ['3067221 2G2', '0014051-2g3', '306 7221', '006715314 2G3', '005131305', '1234567'],
    invalid: ['3067222', '3067221 3G2', '3067221 2G', '12345', 'VV34567', '00000002G3'],
    lets: {
      share: 0.2,
      reason: 'two digits five apart look alike where a digit counts twice, and the COFI has no check digit',
    },
  },
}
