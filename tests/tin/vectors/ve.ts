import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'VE.RIF': {
    valid: [
      'J-00012926-6',
      'j001241345',
      'G-20000303-0',
      'V-11470283-4',
      'E-80000001-0',
      'C-40123456-9',
      'P-00000001-4',
    ],
    invalid: ['J-00012926-7', 'O-11470283-3', 'V-11470283-3', 'J-00000000-0', 'J-0001292-6', '00012926-6'],
    lets: { share: 0.02, reason: 'two remainders give the check digit 0' },
  },
}
