import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'NG.TAXID': {
    valid: [
      '2310012345678',
      '12345678901',
      'RC 208767',
      'rc208767',
      '208767',
      'RC 2457',
      '12345678-0001',
      '1234567890',
    ],
    invalid: ['12345678-001A', 'RC 12345678', '12345678', 'RC 000000', '123456789012345', '00000000000'],
  },
}
