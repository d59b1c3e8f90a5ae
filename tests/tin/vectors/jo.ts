import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'JO.TIN': {
    valid: ['12345678', '123456789', '1234567890'],
    invalid: ['1234567', '12345678901', '00000000'],
  },
}
