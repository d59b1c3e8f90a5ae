import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TN.MF': {
    valid: [
      '1182431M/A/M/000',
      '1234567 R P N 000',
      '1234567R/A/E/001',
      '1234567/R',
      '890123M/N/C/000',
      '5378F/P/M/000',
      '0043210t',
    ],
    invalid: [
      '1182431N/A/M/000',
      '1234567R/A/M/001',
      '1182431M/X/M/000',
      '1182431M/A/X/000',
      '1219773U',
      '1182431M/A/M/00',
      '12Q',
      '0000000A/A/M/000',
    ],
    lets: { share: 0.1, reason: 'any number of a branch is possible' },
  },
}
