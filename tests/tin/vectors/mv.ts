import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MV.TIN': {
    valid: ['1000001', '1000001GST501', '1001234gst001'],
    invalid: ['100123', '1000001GST50', '1000001GS501', '0000000'],
  },
}
