import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GG.SSN': {
    valid: ['GY123456', 'gy 65 43 21'],
    invalid: ['GY12345', 'JY123456', 'GY1234567'],
  },
}
