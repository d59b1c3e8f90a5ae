import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'HT.NIF': {
    valid: ['000-012-345-6', '1234567890'],
    invalid: ['000-012-345', '12345678901', '000-012-345-A', '000-000-000-0'],
  },
}
