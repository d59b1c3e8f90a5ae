import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'LK.TIN': {
    valid: ['114123456', '134012345-7000', '134012345 7000'],
    invalid: ['11412345', '134012345-8000', '114123456V', '000000000'],
  },
}
