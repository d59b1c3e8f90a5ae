import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TW.UBN': {
    valid: ['22099131', '04595257', '53212539', '00501503', '10458574'],
    invalid: ['22099132', '12345678', '2209913', '0000000A'],
    lets: { share: 0.12, reason: 'a digit that is five higher or lower, and the special case of a 7' },
  },
  'TW.ID': {
    valid: ['A123456789', 'A800000014', 'AB12345677', 'CC00151114', '9900115', '19900115AB'],
    invalid: ['A123456788', 'A323456789', 'AE12345677', '9901315', '19901315AB', '99900115AB', 'A12345678'],
    lets: { share: 0.1, reason: 'even weights and a 5 under modulo 10' },
  },
}
