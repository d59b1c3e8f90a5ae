import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MG.NIF': {
    valid: ['4000123456', '3 000 123 456'],
    invalid: ['400012345', '40001234567', '0000000000'],
  },
}
