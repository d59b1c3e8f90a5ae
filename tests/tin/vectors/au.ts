import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AU.ABN': {
    valid: ['51 824 753 556', '83 914 571 673', '53004085616'],
    invalid: ['51 824 753 557', '99 999 999 999', '5182475355', '01 824 753 556'],
  },
  'AU.TFN': {
    valid: ['123 456 782', '37 118 629'],
    invalid: ['123 456 789', '999 999 999', '1234567', '000 000 000'],
    lets: {
      share: 0.05,
      reason: 'two sets of weights stand for the old eight digits',
    },
  },
  'AU.ARN': {
    valid: ['1234 5678 9012'],
    invalid: ['1234 5678 901', '12345678901A', '000000000000'],
  },
}
