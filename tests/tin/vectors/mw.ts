import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MW.TPIN': {
    valid: ['20123456', '30456789'],
    invalid: ['2012345', '201234567', '2012345A'],
  },
}
