import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SA.VAT': {
    valid: ['310122393500003', '399999999900003', '300000000010003'],
    invalid: ['210122393500003', '310122393500004', '31012239350003'],
  },
  'SA.TIN': {
    valid: ['3101223935', '3000123456'],
    invalid: ['2101223935', '310122393'],
  },
}
