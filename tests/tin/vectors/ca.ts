import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CA.BN': {
    valid: ['123026635', '12302 6635', '12302 6635 RC 0001', '123026635RP0002'],
    invalid: ['123026636', '12302663', '12302 6635 RC 0000', '123026635AC0001', '000000000'],
    lets: { share: 0.18, reason: 'the account number has no check digit' },
  },
  'CA.GST': {
    valid: ['123026635RT0001', '12302 6635 RT 0001'],
    invalid: ['123026636RT0001', '123026635RT0000', '123026635RC0001', '123026635'],
    lets: { share: 0.31, reason: 'the account number has no check digit' },
  },
  'CA.QST': {
    valid: ['1227494057TQ0001', '1224002901 TQ 0001', '1224260896tq0002', 'NR12345678'],
    invalid: [
      '1227494058TQ0001',
      '1224002902TQ0001',
      '1227494057TQ0000',
      '1227494057QT0001',
      '122749405TQ0001',
      'NR1234567',
    ],
    lets: { share: 0.32, reason: 'the file number has no check digit, and two remainders give the digit 1' },
  },
  'CA.PST': {
    valid: ['PST-1234-5678', 'pst 1000 5678', '123456-7', '1234567'],
    invalid: ['PST-1234-567', '1234-5678', '123456', 'PST-1234-567A', '0000000'],
  },
  'CA.SIN': {
    valid: ['123 456 782', '901-234-567'],
    invalid: ['123 456 789', '046 454 286', '812 345 678', '12345678'],
  },
}
