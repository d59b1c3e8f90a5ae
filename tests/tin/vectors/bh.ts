import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BH.VAT': {
    valid: ['200000898300002', '220001234500002'],
    invalid: ['20000089830000', '2000008983000021', '000000000000000'],
  },
}
