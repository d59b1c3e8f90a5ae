import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'GT.NIT': {
    valid: ['3952550-3', '576937-K', '7108-0', '576937k', 'C/F'],
    invalid: ['8977112-0', '576937-0', '3952550-K', '1234567890123', '0000-0', '39A2550-3'],
  },
  'GT.CUI': {
    valid: ['1580 35224 0101', '1587564440904', '2415 75184 0101', '1000 00002 1333', '5000 00000 0514'],
    invalid: [
      '1680 35224 0101',
      '1580 35224 2301',
      '1580 35224 0118',
      '1580 35224 0100',
      '0000 00000 0101',
      '158035224010',
    ],
    lets: { share: 0.15, reason: 'municipality codes are only checked for their range' },
  },
}
