import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LA.TIN': {
    valid: ['123456789-000', '123456789 900'],
    invalid: ['123456789', '123456789-00A', '000000000-000'],
  },
}
