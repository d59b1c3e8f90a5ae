import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AM.TIN': {
    valid: ['02538904', '00024873', '02538904/1', '025389041'],
    invalid: ['0253890', '02538904/2', '0253890A', '00000000', '0253890400'],
  },
}
