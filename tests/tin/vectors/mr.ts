import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MR.NIF': {
    valid: ['20700455', '70 401 906', '00042218'],
    invalid: ['2070045', '207004555', '00000000'],
  },
}
