import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'TG.NIF': {
    valid: ['1000123456', '1001 234 567'],
    invalid: ['100012345', '10001234567', '0000000000'],
  },
}
