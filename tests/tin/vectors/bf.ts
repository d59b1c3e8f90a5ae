import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'BF.IFU': {
    valid: ['00012345A', '00085112k'],
    invalid: ['0001234A', '000123456', '00012345AB', '00000000A'],
  },
}
