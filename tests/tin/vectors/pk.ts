import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'PK.NTN': {
    valid: ['4174941-3', '4174941', 'A917166', 'f655242-6', '35202-1234567-1'],
    invalid: ['417494', '417494-AB', 'AB17166', '4174941-33', '05202-1234567-1', '0000000'],
  },
  'PK.CNIC': {
    valid: ['35202-1234567-1', '42101-7654321-4', '8220312345670'],
    invalid: ['05202-1234567-1', '35202-123456-1', '35202-1234567-A'],
  },
}
