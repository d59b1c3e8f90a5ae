import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PR.TIN': {
    valid: ['66-0123456', '583-12-3456', '911-70-1234', '01234560012'],
    invalid: ['000-12-3456', '97-0001234', '0123456001', '01234560012A', '00000000000'],
  },
}
