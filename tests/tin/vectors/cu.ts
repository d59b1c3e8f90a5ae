import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CU.NI': {
    valid: ['85020291531', '50010100018', '00022960027', '500101 00008'],
    invalid: ['02023061531', '50130100018', '00022910027', '5001010001', '5001010001A'],
  },
}
