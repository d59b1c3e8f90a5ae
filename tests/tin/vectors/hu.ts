import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'HU.ADOSZAM': {
    valid: ['10625790-4-44', '10537914-4-44', '25978221-2-42', '27725414213'],
    invalid: [
      '10625791-4-44',
      '10625790-6-44',
      '10625790-0-44',
      '10625790-4-21',
      '10625790-4-50',
      '10625790-4-4',
    ],
    lets: { share: 0.14, reason: 'the check digit leaves out the VAT code and the county' },
  },
  'HU.VAT': {
    valid: ['HU12892312', 'HU10625790', '27725414', 'hu 10537914'],
    invalid: ['HU12892313', 'HU1289231', 'HU00000000', 'HU128923120'],
  },
  'HU.ADOJEL': {
    valid: ['8071592153', '8123450028'],
    invalid: ['8071592154', '9071592153', '807159215', '80715921530'],
  },
}
