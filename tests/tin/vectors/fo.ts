import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'FO.TIN': {
    valid: ['623857', 'FO 623857', '010203-123'],
    invalid: ['62385', '62385A', '000000', '6238570'],
  },
}
