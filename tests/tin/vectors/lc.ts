import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LC.TIN': {
    valid: ['123654', '001234', '1234', '12345'],
    invalid: ['123', '1236541', '12365A', '000000'],
  },
}
