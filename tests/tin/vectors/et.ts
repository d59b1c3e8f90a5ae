import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'ET.TIN': {
    valid: ['0012345678', '0000034567'],
    invalid: ['001234567', '00123456789', '001234567A'],
  },
}
