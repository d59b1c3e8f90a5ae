import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TH.TIN': {
    valid: ['0-1075-37000-52-1', '0994000165510', '0-1055-56176-23-9', '3-1006-00445-63-5'],
    invalid: ['0-1075-37000-52-2', '9-1006-00445-63-5', '010753700052', '0000000000001'],
    lets: { share: 0.11, reason: 'the third digit has the weight 11, and two remainders give the digit 1' },
  },
}
