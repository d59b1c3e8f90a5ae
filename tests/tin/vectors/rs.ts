import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'RS.PIB': {
    valid: ['101134702', '100002887', 'RS104052135', '0101900710004', '2902000715671'],
    invalid: ['101134701', '10113470', '011347022', '2902001715671', '0101900710005', '1011347020'],
    lets: { share: 0.03, reason: 'the check digit 0 stands for two remainders' },
  },
}
