import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TT.BIR': {
    valid: ['123456789', '1234567890'],
    invalid: ['12345678', '12345678901', '12345678A', '0000000000'],
  },
}
