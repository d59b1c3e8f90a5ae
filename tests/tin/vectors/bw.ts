import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BW.TIN': {
    valid: ['C00123456711', 'I00123456701', 'p00123456701', '123456789012'],
    invalid: ['C0012345671', 'C0012345671A', 'CC0123456711'],
  },
}
