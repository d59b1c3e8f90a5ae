import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IM.TRN': {
    valid: ['H123456-01', 'C123456', 'GB 003 4567 07', 'GB001234547', 'MA 12 34 56 A', 'x123456-02'],
    invalid: ['A123456-01', 'GB 003 4567 08', 'MA123456E', 'H12345', 'C1234567'],
  },
}
