import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GE.ID': {
    valid: ['204378869', '01001000123'],
    invalid: ['20437886', '2043788690', '20437886A', '000000000'],
  },
}
