import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'JP.CN': {
    valid: ['7000012050002', '1180301018771', '5010401067252', '5835678256246'],
    invalid: ['7000012050003', '2180301018771', '9000000000000', '0835678256246', '118030101877'],
    lets: { share: 0.05, reason: '0 and 9 are the same modulo 9' },
  },
  'JP.T': {
    valid: ['T7000012050002', 't1180301018771', 'T8040001999013', 'T1234567890123'],
    invalid: ['7000012050002', 'T700001205000', 'TA000012050002', 'T0000000000000'],
    lets: { share: 1, reason: 'sole traders’ numbers have no published check' },
  },
  'JP.MYNUMBER': {
    valid: ['1234 5678 9018', '621498320257', '234567890180'],
    invalid: ['1234 5678 9012', '12345678901', '12345678901X'],
    lets: { share: 0.04, reason: 'the remainders 0 and 1 share a check digit' },
  },
}
