import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'SI.DS': {
    valid: ['SI50223054', '98511734', 'SI 15012557', 'si59082437'],
    invalid: ['SI50223055', 'SI01234567', '5022305', 'SI502230540', 'SI10000101'],
  },
}
