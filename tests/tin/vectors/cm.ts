import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CM.NIU': {
    valid: ['M123456789000L', 'P012345678901a'],
    invalid: ['M12345678900L', 'M1234567890000', '1123456789000L'],
  },
}
