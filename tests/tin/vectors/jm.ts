import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'JM.TRN': {
    valid: ['123-456-789', '001 234 567'],
    invalid: ['123-456-78', '1234567890', '12345678A', '111-111-111'],
  },
}
