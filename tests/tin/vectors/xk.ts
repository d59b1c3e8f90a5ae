import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'XK.NF': {
    valid: ['600123456', '810123457'],
    invalid: ['60012345', '6001234567', '60012345A', '000000000'],
  },
}
