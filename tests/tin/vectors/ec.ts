import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'EC.RUC': {
    valid: [
      '1790016919001',
      '9999999999999',
      '1760013210001',
      '1768152560001',
      '1793213150001',
      '1792060346-001',
      '1714307103001',
    ],
    invalid: [
      '1714307104001',
      '2790016919001',
      '0090016919001',
      '1780016919001',
      '1790016919000',
      '179001691900',
    ],
    lets: { share: 0.66, reason: 'the check digits of companies and public bodies are not reliable' },
  },
  'EC.CI': {
    valid: ['171430710-3', '1710034065', '0926687856', '3050000003'],
    invalid: ['171430710-4', '2714307104', '1774307103', '171430710', '0014307103'],
  },
}
