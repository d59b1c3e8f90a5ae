import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'QA.TIN': {
    valid: ['5000123456', '1234567890'],
    invalid: ['500012345', '50001234567', '0000000000'],
  },
}
