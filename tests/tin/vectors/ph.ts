import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PH.TIN': {
    valid: ['123-456-789', '000-123-456-000', '123-456-789-0001', '008-123-456-00000', '000-123-456-002V'],
    invalid: ['123-456-78', '123-456-789-00', '123-456-789-000000', '000-000-000-001', '123-456-78A'],
  },
}
