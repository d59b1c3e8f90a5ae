import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AO.NIF': {
    valid: ['5001191020', '5410003284', '004512345LA041', '1234567890'],
    invalid: ['500119102', '00451234LA041', '0000000000', '004512345L1041'],
  },
}
