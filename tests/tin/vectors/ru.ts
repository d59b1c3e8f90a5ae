import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'RU.INN': {
    valid: ['7707083893', '7736050003', '123456789047', '771234567859', '5001 0000 0015'],
    invalid: [
      '7707083894',
      '123456789037',
      '770708389',
      '77070838931',
      '7707083893/773601001',
      '773601001',
      '0000000000',
    ],
    lets: { share: 0.03, reason: 'the check digit 0 stands for two remainders' },
  },
}
