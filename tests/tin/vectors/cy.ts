import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CY.VAT': {
    valid: ['CY10259033P', 'CY 60187688V', '60001744K', 'cy10259033p'],
    invalid: ['CY10259033Z', 'CY12345678F', 'CY1025903P', 'CY102590331', 'CY00000000E'],
  },
  'CY.TIC': {
    valid: ['00123123T', '99652156X', '60001744K', '12345678F'],
    invalid: ['00123123S', '0012312T', '00000000E', '001231231'],
  },
}
