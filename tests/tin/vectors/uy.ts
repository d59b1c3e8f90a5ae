import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'UY.RUT': {
    valid: ['211003420017', 'UY 21 140634 001 1', '221234560016', '010000010011'],
    invalid: ['210303670014', '231234560016', '001234560016', '210000000011', '211003420025', '21100342001'],
  },
}
