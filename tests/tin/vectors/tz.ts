import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TZ.TIN': {
    valid: ['100-123-456', '123456789', '40-012345-A', '10009876z'],
    invalid: ['100-123-45', '40-01234-A', '000-000-000', '00-000000-A', 'A0-012345-1'],
  },
}
