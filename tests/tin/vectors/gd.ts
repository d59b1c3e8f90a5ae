import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GD.TIN': {
    valid: ['12345', '123456', '12345678'],
    invalid: ['1234', '123456789', '1234A', '00000'],
  },
}
