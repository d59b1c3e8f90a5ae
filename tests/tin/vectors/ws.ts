import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'WS.TIN': {
    valid: ['70004', '110025', '123456789'],
    invalid: ['7000', '1234567890', '7000A', '00000'],
  },
}
