import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PG.TIN': {
    valid: ['500012345', '501 234 567'],
    invalid: ['50001234', '5000123456', '50001234A', '000000000'],
  },
}
