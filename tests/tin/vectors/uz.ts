import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'UZ.STIR': {
    valid: ['201234567', '30101901234567', '326012345678'],
    invalid: ['20123456', '33201901234567', '33002901234567', '93101901234567'],
  },
}
