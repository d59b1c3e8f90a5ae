import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IN.GSTIN': {
    valid: ['27AAPFU0939F1ZV', '9919SGP29004OSJ', '2717UNO00104UNO'],
    invalid: [
      '27AAPFU0939F1ZO',
      '27AAPFU0000F1ZV',
      '39AAPFU0939F1ZV',
      '27AAPZU0939F1ZV',
      '369296450896540',
      '27AAPFU0939F1Z',
    ],
    lets: {
      share: 0.3,
      reason: 'no check is published for non-residents and UN bodies',
    },
  },
  'IN.PAN': {
    valid: ['ACUPA7085R', 'AAPFU0939F'],
    invalid: ['ABMPA32111', 'ABMXA3211G', 'ABMPA0000G', '234123412347'],
  },
}
