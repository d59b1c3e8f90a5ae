import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MZ.NUIT': {
    valid: ['400 005 834', '400339910', '100.000.016', '500171650', '400001391'],
    invalid: ['400 005 835', '40000583', '4000058340', '4000123A5', '000000000'],
    lets: { share: 0.03, reason: 'the remainders 1 and 10 share a check digit' },
  },
}
