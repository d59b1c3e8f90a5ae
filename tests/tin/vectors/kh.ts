import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'KH.VAT': {
    valid: ['K001-901234567', 'l001-123456789', '1001-123456789', 'E001-1234567890'],
    invalid: ['K001-12345678', 'K001-12345678X', 'K001-12345678901'],
  },
}
