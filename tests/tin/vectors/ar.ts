import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AR.CUIT': {
    valid: [
      '33-69345023-9',
      '30546689979',
      '30-50001091-2',
      '20-05536168-2',
      '27-00000001-4',
      '20-00000001-9',
      '55-00000212-6',
      '51-60000001-6',
    ],
    invalid: [
      '33-69345023-8',
      '21-69345023-9',
      '30-00000000-7',
      '3350001091-2',
      '30-5000109A-2',
      '20-00000001-8',
    ],
    lets: { share: 0.05, reason: 'where no check digit fits, a 9 is let pass' },
  },
}
