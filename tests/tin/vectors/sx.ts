import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SX.CRIB': {
    valid: ['412345678', '412.345.678'],
    invalid: ['41234567', '4123456780', '41234567B', '444444444'],
  },
}
