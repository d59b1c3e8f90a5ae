import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MU.TAN': {
    valid: ['20405553', '31234567', '12345678'],
    invalid: ['2040555', '204055530', '40405553', '2040555A'],
  },
  'MU.NID': {
    valid: ['A0101600000013', 'Z310399123456F', 'b2902000000144', 'A010160000003G', 'A0101600000110'],
    invalid: ['A0101600000014', 'A310299123456F', 'A010160000001', 'A0113600000013', '00101600000013'],
  },
}
