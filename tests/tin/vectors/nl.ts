import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'NL.BTW': {
    valid: ['NL004495445B01', 'NL123456789B13', 'NL000099998B57', 'NL002342672B42', '0044.95.445.B.01'],
    invalid: ['NL123456789B90', 'NL004495445B00', 'NL004495445C01', 'NL000000000B01', 'NL00449544B01'],
    lets: {
      share: 0.35,
      reason: 'either of two tests suffices, and the first leaves out the unit',
    },
  },
  'NL.BSN': {
    valid: ['111222333', '1112.22.333', '123456782', '04495445'],
    invalid: ['111252333', '000000000', '1112223334'],
  },
  'NL.RSIN': {
    valid: ['004495445', '851249085'],
    invalid: ['004495446', '85124908X', '000000000'],
  },
}
