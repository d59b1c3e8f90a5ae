import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'CD.NIF': {
    valid: ['A0123456M', 'a0704756x'],
    invalid: ['A012345M', 'A01234567', '0123456AM'],
  },
}
